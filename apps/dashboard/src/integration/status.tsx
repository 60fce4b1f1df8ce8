import type { NodeStatus, ResourceStatus } from '@mqdeck/contract'
import { NodeStates, StateDot } from '../data/node-states/index.ts'
import { Group, Mono, Notice } from '../ui/index.ts'
import { reasonOf, stateOf } from './state.ts'

interface Told {
  readonly name: string
  readonly status: ResourceStatus
  readonly status_reason?: string | undefined
  readonly node_status?: readonly NodeStatus[] | undefined
  readonly enable?: boolean | undefined
}

/** The state of all nodes together, and on demand that of each with the reason. */
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
            state: <StateDot state={one.status} />,
            reason: reasonOf(one),
          }))}
          reason={reasonOf(of)}
        />
      )}
    </Group>
  )
}

/** Why it does not work, in full, node by node; nothing where it does, or is switched off. */
export function Problems({ of }: { readonly of: Told }) {
  if (stateOf(of) === 'disabled') return null
  const nodes = of.node_status?.filter((node) => reasonOf(node) !== undefined) ?? []
  const whole = nodes.length === 0 ? reasonOf(of) : undefined
  if (nodes.length === 0 && whole === undefined) return null
  return (
    <Notice tone={of.status === 'disconnected' ? 'red' : 'amber'}>
      {whole}
      {nodes.map((node) => (
        <div key={node.node}>
          <Mono>{node.node}</Mono> {reasonOf(node)}
        </div>
      ))}
    </Notice>
  )
}
