import type { ListenerSummary } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useChange, useConfirmAction, useReportedAction } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Mono, Stack } from '../../ui/index.ts'
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
  const report = useReportedAction()
  const confirmAction = useConfirmAction()
  const { run: runStart } = useChange(start)
  const { run: runStop } = useChange(stop)
  const { run: runRestart } = useChange(restart)
  const { run: runRemove } = useChange(remove)
  const { run: runUpdate } = useChange(update)
  // Memoized, because a table renders again when it changes.
  return useMemo((): ListenerActions => {
    const common = (listener: ActionTarget, consequence: string) => ({
      consequence: <ActionConsequence listener={listener}>{consequence}</ActionConsequence>,
      failed: texts.changeFailed(listener.id),
    })
    const startWith = ({ id }: ActionTarget, run: () => Promise<unknown>) =>
      report(run, { done: texts.startedNamed(id), failed: texts.changeFailed(id) })
    const own: ListenerActions = {
      start: (listener) => startWith(listener, () => runStart({ id: listener.id })),
      enable: (listener) =>
        report(() => runUpdate({ id: listener.id, type: listener.type, enable: true }), {
          done: texts.enabledNamed(listener.id),
          failed: texts.changeFailed(listener.id),
          undo: () => own.disable(listener),
        }),
      stop: (listener) =>
        confirmAction({
          ...common(listener, texts.stopBody),
          title: texts.stopQuestion,
          action: texts.stop,
          done: texts.stoppedNamed(listener.id),
          undo: () => own.start(listener),
          run: () => runStop({ id: listener.id }),
        }),
      restart: (listener) =>
        confirmAction({
          ...common(listener, texts.restartBody),
          title: texts.restartQuestion,
          action: texts.restart,
          done: texts.restartedNamed(listener.id),
          run: () => runRestart({ id: listener.id }),
        }),
      disable: (listener) =>
        confirmAction({
          ...common(listener, texts.stopBody),
          title: texts.disableQuestion,
          action: texts.disable,
          done: texts.disabledNamed(listener.id),
          undo: () => own.enable(listener),
          run: () => runUpdate({ id: listener.id, type: listener.type, enable: false }),
        }),
      remove: (listener) =>
        confirmAction({
          ...common(listener, texts.deleteBody),
          title: texts.deleteQuestion,
          action: texts.delete,
          typeToConfirm: listener.name,
          done: texts.deletedNamed(listener.id),
          run: () => runRemove({ id: listener.id }),
        }),
    }
    return own
  }, [texts, report, confirmAction, runStart, runStop, runRestart, runRemove, runUpdate])
}

interface ActionConsequenceProps {
  readonly listener: ActionTarget
  readonly children: string
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
