import type { NodeStatus, ResourceStatus } from '@mqdeck/contract'
import { NodeDifferences, NodeStates, StateDot } from '../../api/nodes/node-states/index.ts'
import { Group } from '../../ui/index.ts'
import { reasonOf, stateOf, statusOf } from './state.ts'

interface Told {
  readonly name: string
  readonly status: ResourceStatus
  readonly status_reason?: string | undefined
  readonly node_status?: readonly NodeStatus[] | undefined
  readonly enable?: boolean | undefined
}

/** Status of all nodes, with a popover for each node and its reason. */
export function StatusCell({ of }: { readonly of: Told }) {
  const state = stateOf(of)
  return (
    <Group gap={1}>
      <StateDot state={state} />
      {state !== 'disabled' && (
        <NodeStates
          name={of.name}
          nodes={(of.node_status ?? []).map((one) => ({
            node: one.node,
            state: <StateDot state={statusOf(one)} />,
            reason: reasonOf(one),
          }))}
          reason={reasonOf(of)}
        />
      )}
    </Group>
  )
}

interface ProblemsProps {
  readonly of: Told
  /** Undefined for viewers. */
  readonly onReconnect?: ((node: string) => void) | undefined
}

/** Explains why an enabled object does not work, with the differences between nodes. */
export function Problems({ of, onReconnect }: ProblemsProps) {
  if (stateOf(of) === 'disabled') return null
  return (
    <NodeDifferences
      tone={of.status === 'disconnected' ? 'red' : 'amber'}
      nodes={(of.node_status ?? []).map((one) => ({
        node: one.node,
        state: statusOf(one),
        reason: reasonOf(one),
      }))}
      reason={reasonOf(of)}
      onReconnect={onReconnect}
    />
  )
}
