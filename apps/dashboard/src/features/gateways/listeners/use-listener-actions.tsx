import type { GatewayListener } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useChange, useConfirmAction, useConfirmDeletion, useReportedAction } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { Stack } from '../../../ui/index.ts'
import { removeListener, switchListener } from './listener-queries.ts'
import { listenerMessages } from './messages.ts'

type Target = Pick<GatewayListener, 'id' | 'status'>
type Action = (listener: Target) => Promise<boolean>

export interface ListenerActions {
  readonly enable: Action
  readonly disable: Action
  readonly remove: Action
}

/** Actions on a listener of a gateway. Those that close connections ask first. */
export function useListenerActions(gateway: string): ListenerActions {
  const texts = useMessages(listenerMessages)
  const report = useReportedAction()
  const confirmAction = useConfirmAction()
  const confirmDeletion = useConfirmDeletion()
  const { run: runSwitch } = useChange(switchListener)
  const { run: runRemove } = useChange(removeListener)
  return useMemo((): ListenerActions => {
    const consequence = (text: string, { status }: Target) => (
      <Stack gap={3}>
        <span>{text}</span>
        {status?.current_connections !== undefined && (
          <strong>{texts.closedConnections(status.current_connections)}</strong>
        )}
      </Stack>
    )
    return {
      enable: ({ id }) =>
        report(() => runSwitch({ gateway, id, enable: true }), {
          done: texts.enabledNamed(id),
          failed: texts.changeFailed(id),
        }),
      disable: (listener) =>
        confirmAction({
          title: texts.disableQuestion(listener.id),
          action: texts.disable,
          done: texts.disabledNamed(listener.id),
          failed: texts.changeFailed(listener.id),
          consequence: consequence(texts.disableBody, listener),
          run: () => runSwitch({ gateway, id: listener.id, enable: false }),
        }),
      remove: (listener) =>
        confirmDeletion({
          kind: 'listener',
          name: listener.id,
          typeToConfirm: listener.id.split(':').at(-1) ?? listener.id,
          consequence: consequence(texts.deleteBody, listener),
          run: () => runRemove({ gateway, id: listener.id }),
        }),
    }
  }, [texts, gateway, report, confirmAction, confirmDeletion, runSwitch, runRemove])
}
