/**
 * Parses search parameters as plain text, `?clientid=a&clientid=b&page=2`, so that users and scripts can write them.
 * (The default of the router is JSON, where the client ID `2` would need quotes.)
 */
export function parseSearch(text: string): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const before = found[name]
    if (before === undefined) found[name] = value
    else found[name] = [...(Array.isArray(before) ? before : [before]), value]
  }
  return found
}

/** Formats search parameters; undefined and empty values are left out. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') params.append(name, String(one))
    }
  }
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}
