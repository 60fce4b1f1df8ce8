import type { Trace } from '@mqdeck/contract'
import { useState } from 'react'

type Sizes = Trace['log_size']

const byName = (sizes: Sizes) => Object.keys(sizes).sort((a, b) => a.localeCompare(b))

/** Where most has been written, as far as anything has; of the same, the first by name. */
export function fullestNode(sizes: Sizes): string | undefined {
  const [first, ...others] = byName(sizes)
  if (first === undefined) return undefined
  return others.reduce((best, node) => ((sizes[node] ?? 0) > (sizes[best] ?? 0) ? node : best), first)
}

/**
 * The node whose log is shown: the one of the address, or that on which most was written when the page was opened. It stays while
 * others overtake it, unless it has nothing to show.
 */
export function useShownNode(sizes: Sizes, wanted: string | undefined): string | undefined {
  const [own, setOwn] = useState(() => fullestNode(sizes))
  const isWorthless = own === undefined || (sizes[own] ?? 0) === 0
  const next = isWorthless ? fullestNode(sizes) : own
  if (next !== own) setOwn(next)
  return wanted ?? next
}

/** Those that have the trace, and the one of the address though it does not answer. */
export function nodesToChoose(sizes: Sizes, wanted: string | undefined): readonly { node: string; isAway: boolean }[] {
  const here = byName(sizes).map((node) => ({ node, isAway: false }))
  return wanted === undefined || wanted in sizes ? here : [...here, { node: wanted, isAway: true }]
}
