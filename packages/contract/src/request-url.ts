type QueryValue = string | number | boolean | null | undefined
export type QueryInput = Readonly<Record<string, QueryValue | readonly QueryValue[]>>

/**
 * The URL of a call: parameters encoded into the path, arrays repeated in the query (`a=1&a=2`), undefined omitted.
 * @throws {RangeError} if a path parameter is missing, empty, `.` or `..`: URL parsers drop such segments, and `DELETE
 *   /banned/clientid/..` would delete every ban
 */
export function requestUrl(
  baseUrl: string,
  path: string,
  params: Readonly<Record<string, unknown>> = {},
  query: QueryInput = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, params[name]))
  const search = searchOf(query)
  return baseUrl + filled + (search === '' ? '' : `?${search}`)
}

function segment(name: string, value: unknown): string {
  const text = value === undefined || value === null ? '' : String(value)
  if (text === '' || text === '.' || text === '..')
    throw new RangeError(`"${text}" is not allowed as the path parameter ${name}`)
  return encodeURIComponent(text)
}

function searchOf(query: QueryInput): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    const values: readonly QueryValue[] = Array.isArray(value) ? value : [value]
    for (const one of values) if (one !== undefined && one !== null) search.append(name, String(one))
  }
  return search.toString()
}
