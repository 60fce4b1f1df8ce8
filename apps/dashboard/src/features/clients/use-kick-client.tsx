import { useChange, useReportedAction } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { AffectedItems, confirm } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { kickClientAndSession } from './queries.ts'

interface KickedClient {
  readonly clientid: string
  readonly connected?: boolean | undefined
}

/** Kicks out a connected client or deletes the session of a disconnected one, after a confirmation. */
export function useKickClient(): (client: KickedClient) => Promise<void> {
  const texts = useMessages(messages)
  const runAndReport = useReportedAction()
  const { run } = useChange(kickClientAndSession)
  return async ({ clientid, connected = false }) => {
    const dialog = connected
      ? { question: texts.kickQuestion, body: texts.kickBody, action: texts.kick }
      : { question: texts.cleanQuestion, body: texts.cleanBody, action: texts.clean }
    const isSure = await confirm({
      title: dialog.question,
      body: <AffectedItems names={[clientid]}>{dialog.body}</AffectedItems>,
      action: dialog.action,
      danger: true,
    })
    if (!isSure) return
    await runAndReport(() => run({ clientid }), {
      done: connected ? texts.kickDone(clientid) : texts.cleanDone(clientid),
      failed: connected ? texts.kickFailed(clientid) : texts.cleanFailed(clientid),
    })
  }
}
