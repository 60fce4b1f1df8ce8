import { useMemo } from 'react'
import { byNode } from '../../../lib/text/by-name.ts'
import { useData } from '../../query.ts'
import { knownNodesQuery } from '../nodes.tsx'

/** A node of the cluster that is missing in the answer of all nodes. */
export interface AbsentNode {
  readonly node: string
  /** The cluster reports it as stopped; otherwise the node runs but did not answer this request. */
  readonly isStopped: boolean
}

/** @param answered the nodes in the answer; empty: the answer does not distinguish nodes, and none is missing */
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
