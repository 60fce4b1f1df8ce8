import { byNode } from '../../lib/by-name.ts'

/** The state of a resource on one node. */
export interface NodeSays {
  readonly node: string
  readonly state: string
  readonly reason?: string | undefined
}

/** Nodes with the same state and reason. */
interface SameNodes {
  readonly state: string
  readonly reason: string | undefined
  readonly nodes: readonly string[]
}

/** The distinct states: normal ones first, then the most frequent. Nodes are sorted by name. */
function sayingsOf(says: readonly NodeSays[]): readonly SameNodes[] {
  const groups = new Map<string, SameNodes>()
  for (const { node, state, reason } of says.toSorted(byNode)) {
    const key = JSON.stringify([state, reason])
    groups.set(key, { state, reason, nodes: [...(groups.get(key)?.nodes ?? []), node] })
  }
  return [...groups.values()].toSorted(
    (a, b) => Number(isNormal(b)) - Number(isNormal(a)) || b.nodes.length - a.nodes.length,
  )
}

const isNormal = ({ state }: SameNodes) => state === 'connected' || state === 'running'

/** Nodes in an abnormal state, and the reference they are compared with; undefined without one. */
export interface Difference extends SameNodes {
  readonly than: SameNodes | undefined
}

/** The states to explain: those that differ from most nodes or have a reason. Empty when all nodes are normal. */
export function differencesOf(says: readonly NodeSays[]): readonly Difference[] {
  const [most, ...others] = sayingsOf(says)
  if (!most) return []
  const explained = most.reason !== undefined || others.length > 0
  if (!explained) return []
  const differing = others.map((one) => ({ ...one, than: one.state === most.state ? undefined : most }))
  return most.reason === undefined ? differing : [{ ...most, than: undefined }, ...differing]
}
