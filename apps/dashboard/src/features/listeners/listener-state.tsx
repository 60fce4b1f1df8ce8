import type { ListenerStatus, ListenerSummary } from '@mqdeck/contract'
import { stateMessages } from '../../data/node-states/index.ts'
import { dash, useMessages } from '../../i18n/index.ts'
import { DescriptionList, Group, LimitBar, Popover, StatusDot } from '../../ui/index.ts'
import { messages } from './messages.ts'

export type ListenerState = 'running' | 'stopped' | 'disabled' | 'inconsistent'

/** What a listener does, of all nodes together. EMQX says only whether it runs; one that should and does not is stopped. */
export function stateOf({ enable, status }: Pick<ListenerSummary, 'enable' | 'status'>): ListenerState {
  if (status?.running === 'inconsistent') return 'inconsistent'
  if (status?.running) return 'running'
  return enable ? 'stopped' : 'disabled'
}

const tones = { running: 'accent', stopped: 'red', disabled: 'grey', inconsistent: 'amber' } as const

export function ListenerStateDot({ state }: { readonly state: ListenerState }) {
  const texts = useMessages(messages)
  return <StatusDot tone={tones[state]}>{texts.states[state]}</StatusDot>
}

/** The state, and on demand that of every node. */
export function StateOnNodes({ listener }: { readonly listener: ListenerSummary }) {
  const texts = useMessages(stateMessages)
  const { id, enable, node_status: nodes = [] } = listener
  return (
    <Group gap={1}>
      <ListenerStateDot state={stateOf(listener)} />
      {nodes.length > 1 && (
        <Popover
          label={texts.nodes(nodes.length)}
          aria-label={`${texts.nodes(nodes.length)} ${texts.onNodes(id)}`}
          title={texts.onNodes(id)}
        >
          <DescriptionList
            items={nodes.map(({ node, status }) => ({
              label: node,
              value: (
                <Group gap={4}>
                  <ListenerStateDot state={stateOf({ enable, status })} />
                  <Connections status={status} />
                </Group>
              ),
            }))}
          />
        </Popover>
      )}
    </Group>
  )
}

export function Connections({ status }: { readonly status: ListenerStatus | undefined }) {
  if (status?.current_connections === undefined) return dash
  const { current_connections: current, max_connections: most } = status
  return <LimitBar value={current} limit={typeof most === 'number' ? most : undefined} />
}
