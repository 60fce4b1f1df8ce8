import { byNode } from '../../../lib/text/by-name.ts'

/** The state of a resource on one node. */
export interface NodeState {
  readonly node: string
  readonly state: string
  readonly reason?: string | undefined
}

/** Nodes with the same state and reason. */
interface NodeGroup {
  readonly state: string
  readonly reason: string | undefined
  readonly nodes: readonly string[]
}

/** The distinct states: normal ones first, then the most frequent. Nodes are sorted by name. */
function groupByState(states: readonly NodeState[]): readonly NodeGroup[] {
  const groups = new Map<string, NodeGroup>()
  for (const { node, state, reason } of states.toSorted(byNode)) {
    const key = JSON.stringify([state, reason])
    groups.set(key, { state, reason, nodes: [...(groups.get(key)?.nodes ?? []), node] })
  }
  return [...groups.values()].toSorted(
    (a, b) => Number(isNormal(b)) - Number(isNormal(a)) || b.nodes.length - a.nodes.length,
  )
}

const isNormal = ({ state }: NodeGroup) => state === 'connected' || state === 'running'

/** Nodes in an abnormal state, and the reference they are compared with; undefined without one. */
export interface Difference extends NodeGroup {
  readonly reference: NodeGroup | undefined
}

/** The states to explain: those that differ from most nodes or have a reason. Empty when all nodes are normal. */
export function differencesOf(states: readonly NodeState[]): readonly Difference[] {
  const [most, ...others] = groupByState(states)
  if (!most) return []
  const explained = most.reason !== undefined || others.length > 0
  if (!explained) return []
  const differing = others.map((one) => ({ ...one, reference: one.state === most.state ? undefined : most }))
  return most.reason === undefined ? differing : [{ ...most, reference: undefined }, ...differing]
}
