import type { ListenerSummary } from '@mqdeck/contract'
import { NodeDifferences, NodeStates } from '../../api/nodes/node-states/index.ts'
import { Group } from '../../ui/index.ts'
import { ListenerConnections, ListenerStateDot, stateOf, stateOnNode } from './running-state.tsx'

/** The state, with a list of the nodes on demand. */
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
              <ListenerConnections status={status} />
            </Group>
          ),
          reason: undefined,
        }))}
      />
    </Group>
  )
}

/** Differences between nodes as text. Empty if all nodes have the same state. */
export function ListenerDifferences({ listener }: { readonly listener: ListenerSummary }) {
  const { enable, node_status: nodes = [] } = listener
  return (
    <NodeDifferences
      tone="amber"
      nodes={nodes.map(({ node, status }) => ({ node, state: stateOnNode({ enable, status }) }))}
    />
  )
}
