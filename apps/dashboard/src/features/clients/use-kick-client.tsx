import { useChange, useConfirmAction } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { messages } from './messages.ts'
import { kickClientAndSession } from './queries.ts'

interface KickedClient {
  readonly clientid: string
  readonly connected?: boolean | undefined
}

/** Kicks out a connected client or deletes the session of a disconnected one, after a confirmation. */
export function useKickClient(): (client: KickedClient) => Promise<boolean> {
  const texts = useMessages(messages)
  const confirmAction = useConfirmAction()
  const { run } = useChange(kickClientAndSession)
  return ({ clientid, connected = false }) =>
    confirmAction({
      title: connected ? texts.kickQuestion : texts.cleanQuestion,
      consequence: connected ? texts.kickBody : texts.cleanBody,
      affected: [clientid],
      action: connected ? texts.kick : texts.clean,
      done: connected ? texts.kickDone(clientid) : texts.cleanDone(clientid),
      failed: connected ? texts.kickFailed(clientid) : texts.cleanFailed(clientid),
      run: () => run({ clientid }),
    })
}
