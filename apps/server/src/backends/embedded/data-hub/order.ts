import type { OrderProblem } from '@mqdeck/contract'

/** The reason why `order` is not a permutation of `names`. Undefined if each name occurs once. */
export function orderProblem(names: readonly string[], order: readonly string[]): OrderProblem | undefined {
  const known = new Set(names)
  const wanted = new Set(order)
  const seen = new Set<string>()
  const duplicated = new Set<string>()
  for (const name of order) {
    if (seen.has(name)) duplicated.add(name)
    seen.add(name)
  }
  const not_found = [...wanted].filter((name) => !known.has(name))
  const not_reordered = names.filter((name) => !wanted.has(name))
  if (not_found.length === 0 && not_reordered.length === 0 && duplicated.size === 0) return undefined
  return { code: 'BAD_REQUEST', message: 'Bad request', not_found, not_reordered, duplicated: [...duplicated] }
}
