/** As EMQX reads `Accept`: the first of `offered` that it names, weights aside; undefined when there is none. */
export function acceptedType<const T extends string>(accept: string | undefined, offered: readonly T[]): T | undefined {
  const names = (accept ?? '*/*').split(',').map((part) => part.split(';', 1)[0]?.trim().toLowerCase())
  return names.includes('*/*') ? offered[0] : offered.find((type) => names.includes(type))
}
