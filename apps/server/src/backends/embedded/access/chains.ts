import { AppError } from '@mqdeck/contract'

/**
 * Reorders the members of a chain.
 * @param what name of the members in EMQX's messages
 * @throws {AppError} BAD_REQUEST unless the list contains each ID of the chain exactly once
 */
export function inOrder<T>(
  chain: readonly T[],
  idOf: (one: T) => string,
  ids: readonly string[],
  what: string,
): readonly T[] {
  const byId = new Map(chain.map((one) => [idOf(one), one]))
  const unknown = ids.filter((id) => !byId.has(id))
  const left = [...byId.keys()].filter((id) => !ids.includes(id))
  const problems = [
    ...(unknown.length > 0 ? [`${what}: ${unknown.join(', ')} are not found`] : []),
    ...(left.length > 0 ? [`No positions are specified for ${what.toLowerCase()}: ${left.join(', ')}`] : []),
  ]
  if (problems.length > 0) throw new AppError('BAD_REQUEST', problems.join(', '))
  if (ids.length > chain.length) throw new AppError('BAD_REQUEST', `${what}: an entry is listed twice`)
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * Moves one member of the chain to `front`, `rear`, `before:ID` or `after:ID`.
 * @param find throws if the chain has no such member
 * @throws {AppError} BAD_REQUEST for an invalid position
 */
export function moved<T>(chain: readonly T[], find: (id: string) => T, id: string, position: string): readonly T[] {
  const member = find(id)
  const others = chain.filter((one) => one !== member)
  if (position === 'front') return [member, ...others]
  if (position === 'rear') return [...others, member]
  const [, side, other = ''] = /^(before|after):(.+)$/.exec(position) ?? []
  if (side === undefined) throw new AppError('BAD_REQUEST', `Invalid position: ${position}`)
  if (other === id) return chain
  const index = others.indexOf(find(other)) + (side === 'after' ? 1 : 0)
  return [...others.slice(0, index), member, ...others.slice(index)]
}
