import type { ListenerStatus, ListenerSummary } from '@mqdeck/contract'
import { NodeDifferences, NodeStates } from '../../data/node-states/index.ts'
import { dash, useMessages } from '../../i18n/index.ts'
import { Group, LimitBar, StatusDot } from '../../ui/index.ts'
import { messages } from './messages.ts'

export type ListenerState = 'running' | 'stopped' | 'disabled' | 'inconsistent' | 'unknown'

/** What a listener does, of all nodes together. EMQX says only whether it runs; one that should and does not is stopped. */
export function stateOf({ enable, status }: Pick<ListenerSummary, 'enable' | 'status'>): ListenerState {
  if (status?.running === 'inconsistent') return 'inconsistent'
  if (status?.running) return 'running'
  return enable ? 'stopped' : 'disabled'
}

/** The same of one node; one that could not be asked has an error in place of a status. */
export const stateOnNode = ({ enable, status }: Pick<ListenerSummary, 'enable' | 'status'>): ListenerState =>
  status === undefined ? 'unknown' : stateOf({ enable, status })

const tones = { running: 'accent', stopped: 'red', disabled: 'grey', inconsistent: 'amber', unknown: 'grey' } as const

export function ListenerStateDot({ state }: { readonly state: ListenerState }) {
  const texts = useMessages(messages)
  return <StatusDot tone={tones[state]}>{texts.states[state]}</StatusDot>
}

/** The state, and on demand that of every node. */
export function StateOnNodes({ listener }: { readonly listener: ListenerSummary }) {
  const { id, enable, node_status: nodes = [] } = listener
  return (
    <Group gap={1}>
      <ListenerStateDot state={stateOf(listener)} />
      <NodeStates
        name={id}
        nodes={nodes.map(({ node, status }) => ({
          node,
          state: (
            <Group gap={4}>
              <ListenerStateDot state={stateOnNode({ enable, status })} />
              <Connections status={status} />
            </Group>
          ),
          reason: undefined,
        }))}
      />
    </Group>
  )
}

/** Where it runs and where it does not, in words; nothing where all nodes do the same. */
export function ListenerDifferences({ listener }: { readonly listener: ListenerSummary }) {
  const { enable, node_status: nodes = [] } = listener
  return (
    <NodeDifferences
      tone="amber"
      nodes={nodes.map(({ node, status }) => ({ node, state: stateOnNode({ enable, status }) }))}
    />
  )
}

export function Connections({ status }: { readonly status: ListenerStatus | undefined }) {
  if (status?.current_connections === undefined) return dash
  const { current_connections: current, max_connections: most } = status
  return <LimitBar value={current} limit={typeof most === 'number' ? most : undefined} />
}
