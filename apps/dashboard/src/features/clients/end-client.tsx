import { useChange, useReportedAction } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { AffectedItems, confirm } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { endClient } from './queries.ts'

interface Ended {
  readonly clientid: string
  readonly connected?: boolean | undefined
}

/** Asks, then kicks out a connected client or deletes the session of one that is away. */
export function useEndClient(): (client: Ended) => Promise<void> {
  const texts = useMessages(messages)
  const told = useReportedAction()
  const { run } = useChange(endClient)
  return async ({ clientid, connected = false }) => {
    const words = connected
      ? { question: texts.kickQuestion, body: texts.kickBody, action: texts.kick }
      : { question: texts.cleanQuestion, body: texts.cleanBody, action: texts.clean }
    const isSure = await confirm({
      title: words.question,
      body: <AffectedItems names={[clientid]}>{words.body}</AffectedItems>,
      action: words.action,
      danger: true,
    })
    if (!isSure) return
    await told(() => run({ clientid }), {
      done: connected ? texts.kickDone(clientid) : texts.cleanDone(clientid),
      failed: connected ? texts.kickFailed(clientid) : texts.cleanFailed(clientid),
    })
  }
}
