import { byNode } from '../../lib/by-name.ts'

/** What one node says of something that works on every node. */
export interface NodeSays {
  readonly node: string
  readonly state: string
  readonly reason?: string | undefined
}

/** Nodes that say the same. */
interface SameNodes {
  readonly state: string
  readonly reason: string | undefined
  readonly nodes: readonly string[]
}

/** What nodes say, each thing once: how it should be comes first, otherwise what most say. Nodes are in the order of their names. */
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

/** How one node compares to those that are as it should be; `than` is missing where there is nothing to compare with. */
export interface Difference extends SameNodes {
  readonly than: SameNodes | undefined
}

/** What has to be explained: who is in another state than most, or has a reason to be as it is. Nothing where all is well. */
export function differencesOf(says: readonly NodeSays[]): readonly Difference[] {
  const [most, ...others] = sayingsOf(says)
  if (!most) return []
  const explained = most.reason !== undefined || others.length > 0
  if (!explained) return []
  const differing = others.map((one) => ({ ...one, than: one.state === most.state ? undefined : most }))
  return most.reason === undefined ? differing : [{ ...most, than: undefined }, ...differing]
}
