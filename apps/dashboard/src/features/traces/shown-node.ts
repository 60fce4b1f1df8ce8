import type { Trace } from '@mqdeck/contract'
import { useState } from 'react'

type Sizes = Trace['log_size']

const byName = (sizes: Sizes) => Object.keys(sizes).sort((a, b) => a.localeCompare(b))

/** The node with the largest log. The first by name if several have the same size. */
export function nodeWithLargestLog(sizes: Sizes): string | undefined {
  const [first, ...others] = byName(sizes)
  if (first === undefined) return undefined
  return others.reduce((best, node) => ((sizes[node] ?? 0) > (sizes[best] ?? 0) ? node : best), first)
}

/**
 * The node whose log is shown: that of the URL, or the one with the largest log when the page was opened. Stays the same
 * when other logs grow larger, unless its own log is empty.
 */
export function useShownNode(sizes: Sizes, requestedNode: string | undefined): string | undefined {
  const [defaultNode, setDefaultNode] = useState(() => nodeWithLargestLog(sizes))
  const isEmpty = defaultNode === undefined || (sizes[defaultNode] ?? 0) === 0
  const next = isEmpty ? nodeWithLargestLog(sizes) : defaultNode
  if (next !== defaultNode) setDefaultNode(next)
  return requestedNode ?? next
}

/** Nodes that have the trace, and the node of the URL even if it is unreachable. */
export function selectableNodes(
  sizes: Sizes,
  requestedNode: string | undefined,
): readonly { node: string; isUnreachable: boolean }[] {
  const reachable = byName(sizes).map((node) => ({ node, isUnreachable: false }))
  return requestedNode === undefined || requestedNode in sizes
    ? reachable
    : [...reachable, { node: requestedNode, isUnreachable: true }]
}
