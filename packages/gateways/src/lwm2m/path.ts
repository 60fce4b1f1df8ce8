/** The numbers of `/3/0/9` or `3/0/9`: object, instance, resource, resource instance. Undefined if the path is invalid. */
export function parsePath(text: string): readonly number[] | undefined {
  if (!/^\/?\d{1,5}(\/\d{1,5}){0,3}\/?$/.test(text)) return undefined
  const numbers = text.split('/').filter(Boolean).map(Number)
  return numbers.every((number) => number <= 0xffff) ? numbers : undefined
}

export const formatPath = (path: readonly number[]): string => path.map((number) => `/${number}`).join('')
