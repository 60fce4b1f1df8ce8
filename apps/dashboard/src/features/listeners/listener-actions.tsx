import type { ListenerSummary } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useChange, useReportedAction } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { confirm, Mono, type Question, Stack } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { remove, restart, start, stop, update } from './queries.ts'

type Of = Pick<ListenerSummary, 'id' | 'name' | 'type' | 'status'>
type Action = (listener: Of) => Promise<boolean>

/** All that can be done to a listener as a whole; what disconnects clients asks first. Each resolves to whether it was done. */
export interface ListenerActions {
  readonly start: Action
  readonly stop: Action
  readonly restart: Action
  readonly enable: Action
  readonly disable: Action
  readonly remove: Action
}

export function useListenerActions(): ListenerActions {
  const texts = useMessages(messages)
  const told = useReportedAction()
  const { run: runStart } = useChange(start)
  const { run: runStop } = useChange(stop)
  const { run: runRestart } = useChange(restart)
  const { run: runRemove } = useChange(remove)
  const { run: runUpdate } = useChange(update)
  // The same object in every render: it decides what a table draws anew.
  return useMemo(() => {
    const attempt = (id: string, act: () => Promise<unknown>, done: string) =>
      told(act, { done, failed: texts.failed(id) })
    const ask = (listener: Of, question: Omit<Question, 'danger'>) =>
      confirm({ ...question, body: <Consequence listener={listener}>{question.body}</Consequence>, danger: true })
    return {
      start: ({ id }) => attempt(id, () => runStart({ id }), texts.started(id)),
      async stop(listener) {
        const { id } = listener
        const isSure = await ask(listener, { title: texts.stopQuestion, body: texts.stopBody, action: texts.stop })
        return isSure && attempt(id, () => runStop({ id }), texts.stopped(id))
      },
      async restart(listener) {
        const { id } = listener
        const isSure = await ask(listener, {
          title: texts.restartQuestion,
          body: texts.restartBody,
          action: texts.restart,
        })
        return isSure && attempt(id, () => runRestart({ id }), texts.restarted(id))
      },
      enable: ({ id, type }) => attempt(id, () => runUpdate({ id, type, enable: true }), texts.started(id)),
      async disable(listener) {
        const { id, type } = listener
        const isSure = await ask(listener, {
          title: texts.disableQuestion,
          body: texts.stopBody,
          action: texts.disable,
        })
        return isSure && attempt(id, () => runUpdate({ id, type, enable: false }), texts.disabled(id))
      },
      async remove(listener) {
        const { id, name } = listener
        const isSure = await ask(listener, {
          title: texts.removeQuestion,
          body: texts.removeBody,
          action: texts.remove,
          typeToConfirm: name,
        })
        return isSure && attempt(id, () => runRemove({ id }), texts.removed(id))
      },
    }
  }, [texts, told, runStart, runStop, runRestart, runRemove, runUpdate])
}

interface ConsequenceProps {
  readonly listener: Of
  readonly children: Question['body']
}

function Consequence({ listener: { id, status }, children }: ConsequenceProps) {
  const texts = useMessages(messages)
  const connected = status?.current_connections
  return (
    <Stack gap={3}>
      <Mono>{id}</Mono>
      <span>{children}</span>
      {connected !== undefined && <strong>{texts.drops(connected)}</strong>}
    </Stack>
  )
}
