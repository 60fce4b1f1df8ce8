import { useMemo } from 'react'
import { byNode } from '../../lib/by-name.ts'
import { knownNodesQuery } from '../nodes.tsx'
import { useData } from '../query.ts'

/** A node of the cluster that is missing in an answer of all nodes. */
export interface AbsentNode {
  readonly node: string
  /** The cluster says so; otherwise the node runs, and did not answer this question. */
  readonly isStopped: boolean
}

/** @param answered the nodes that an answer speaks of; none of them: it does not tell nodes apart, and none is missing */
export function useAbsentNodes(answered: readonly string[]): readonly AbsentNode[] {
  const { data: known } = useData(knownNodesQuery, undefined)
  return useMemo(
    () =>
      known === undefined || answered.length === 0
        ? []
        : known
            .filter(({ node }) => !answered.includes(node))
            .map(({ node, node_status }) => ({ node, isStopped: node_status === 'stopped' }))
            .toSorted(byNode),
    [known, answered],
  )
}
