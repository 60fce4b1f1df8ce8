/**
 * Reads `Accept` as EMQX does: the first of `offered` that is named, regardless of weights. Undefined if none is named.
 */
export function acceptedType<const T extends string>(accept: string | undefined, offered: readonly T[]): T | undefined {
  const names = (accept ?? '*/*').split(',').map((part) => part.split(';', 1)[0]?.trim().toLowerCase())
  return names.includes('*/*') ? offered[0] : offered.find((type) => names.includes(type))
}
