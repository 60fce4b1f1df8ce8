import type { ListenerSummary } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useChange, useReportedAction } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { confirm, Mono, type Question, Stack } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { remove, restart, start, stop, update } from './queries.ts'

type ActionTarget = Pick<ListenerSummary, 'id' | 'name' | 'type' | 'status'>
type ListenerAction = (listener: ActionTarget) => Promise<boolean>

/** The actions on a listener. Those that disconnect clients ask first. Each resolves to whether it succeeded. */
export interface ListenerActions {
  readonly start: ListenerAction
  readonly stop: ListenerAction
  readonly restart: ListenerAction
  readonly enable: ListenerAction
  readonly disable: ListenerAction
  readonly remove: ListenerAction
}

export function useListenerActions(): ListenerActions {
  const texts = useMessages(messages)
  const runAndReport = useReportedAction()
  const { run: runStart } = useChange(start)
  const { run: runStop } = useChange(stop)
  const { run: runRestart } = useChange(restart)
  const { run: runRemove } = useChange(remove)
  const { run: runUpdate } = useChange(update)
  // Memoized, because a table renders again when it changes.
  return useMemo(() => {
    const attempt = (id: string, act: () => Promise<unknown>, done: string) =>
      runAndReport(act, { done, failed: texts.changeFailed(id) })
    const ask = (listener: ActionTarget, question: Omit<Question, 'danger'>) =>
      confirm({
        ...question,
        body: <ActionConsequence listener={listener}>{question.body}</ActionConsequence>,
        danger: true,
      })
    return {
      start: ({ id }) => attempt(id, () => runStart({ id }), texts.startedNamed(id)),
      async stop(listener) {
        const { id } = listener
        const isConfirmed = await ask(listener, { title: texts.stopQuestion, body: texts.stopBody, action: texts.stop })
        return isConfirmed && attempt(id, () => runStop({ id }), texts.stoppedNamed(id))
      },
      async restart(listener) {
        const { id } = listener
        const isConfirmed = await ask(listener, {
          title: texts.restartQuestion,
          body: texts.restartBody,
          action: texts.restart,
        })
        return isConfirmed && attempt(id, () => runRestart({ id }), texts.restartedNamed(id))
      },
      enable: ({ id, type }) => attempt(id, () => runUpdate({ id, type, enable: true }), texts.startedNamed(id)),
      async disable(listener) {
        const { id, type } = listener
        const isConfirmed = await ask(listener, {
          title: texts.disableQuestion,
          body: texts.stopBody,
          action: texts.disable,
        })
        return isConfirmed && attempt(id, () => runUpdate({ id, type, enable: false }), texts.disabledNamed(id))
      },
      async remove(listener) {
        const { id, name } = listener
        const isConfirmed = await ask(listener, {
          title: texts.deleteQuestion,
          body: texts.deleteBody,
          action: texts.delete,
          typeToConfirm: name,
        })
        return isConfirmed && attempt(id, () => runRemove({ id }), texts.deletedNamed(id))
      },
    }
  }, [texts, runAndReport, runStart, runStop, runRestart, runRemove, runUpdate])
}

interface ActionConsequenceProps {
  readonly listener: ActionTarget
  readonly children: Question['body']
}

function ActionConsequence({ listener: { id, status }, children }: ActionConsequenceProps) {
  const texts = useMessages(messages)
  const connected = status?.current_connections
  return (
    <Stack gap={3}>
      <Mono>{id}</Mono>
      <span>{children}</span>
      {connected !== undefined && <strong>{texts.affectedClients(connected)}</strong>}
    </Stack>
  )
}
