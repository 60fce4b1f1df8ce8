/** Name and version of a plugin, as in the file name of its package: `my_plugin-1.0.0`. */
export interface NameVersion {
  readonly name: string
  readonly version: string
}

/** The name ends at the first hyphen, as in EMQX. Undefined if the text is not a name and a version. */
export function parseNameVersion(text: string): NameVersion | undefined {
  const [, name, version] = /^([A-Za-z][A-Za-z0-9_]{0,63})-(\d{1,9}(?:\.\d{1,9}){1,3}(?:[-+.][0-9A-Za-z.]{1,32}){0,2})$/.exec(text) ?? []
  return name === undefined || version === undefined ? undefined : { name, version }
}

export const nameVersionOf = ({ name, version }: NameVersion): string => `${name}-${version}`

/** Negative if `one` is older. A version with a suffix (`1.0.0-rc.1`) is older than the same version without one. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)]
  for (let index = 0; index < Math.max(a.numbers.length, b.numbers.length); index += 1) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0)
    if (difference !== 0) return difference
  }
  if (a.suffix === b.suffix) return 0
  if (a.suffix === '' || b.suffix === '') return a.suffix === '' ? 1 : -1
  return a.suffix.localeCompare(b.suffix, 'en', { numeric: true })
}

/** Text after a plus sign does not count (https://semver.org, 10). */
function partsOf(version: string) {
  const [, numbers = '', suffix = ''] = /^([\d.]*\d)(?:[-.]([^+]*))?/.exec(version) ?? []
  return { numbers: numbers.split('.').map(Number), suffix }
}
