import type { ExHook, ExHookStatus } from '@mqdeck/contract'
import { NodeStates, StateDot } from '../../api/nodes/node-states/index.ts'
import { Group } from '../../ui/index.ts'

const fromWorst: readonly ExHookStatus[] = ['error', 'disconnected', 'connecting', 'connected', 'disabled']

/** The status of the whole cluster is the worst one of its nodes. */
export function worstStatus({ enable, node_status: nodes }: Pick<ExHook, 'enable' | 'node_status'>): ExHookStatus {
  if (enable === false) return 'disabled'
  return fromWorst.find((status) => nodes.some((one) => one.status === status)) ?? 'connecting'
}

/** Status of all nodes, with a popover for each node and its reason. */
export function ExHookState({ of }: { readonly of: ExHook }) {
  const status = worstStatus(of)
  return (
    <Group gap={1}>
      <StateDot state={status} />
      {status !== 'disabled' && (
        <NodeStates
          name={of.name}
          nodes={of.node_status.map((one) => ({
            node: one.node,
            state: <StateDot state={one.status} />,
            reason: one.reason,
          }))}
        />
      )}
    </Group>
  )
}
