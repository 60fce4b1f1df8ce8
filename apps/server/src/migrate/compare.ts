import { isRecord } from '@mqdeck/contract'

/** Fields with PEM texts or file names. A target returns its own file names, not the contents. */
const pemFields = new Set(['certfile', 'keyfile', 'cacertfile', 'dhfile', 'issuer_pem'])
const mask = '******'

/**
 * Paths where our value differs from the target's. Additional fields of the target are its defaults. A masked secret
 * counts as equal, and so does another notation of the same value (`15s`, `15000ms`).
 * @param needed fields that must exist on the target; the other fields of `ours` have their defaults
 */
export function differences(ours: unknown, theirs: unknown, needed: unknown = ours, path = ''): readonly string[] {
  if (isRecord(ours) && isRecord(theirs)) {
    return Object.entries(ours).flatMap(([key, inner]) => {
      const must = isRecord(needed) && Object.hasOwn(needed, key) ? needed[key] : undefined
      const at = path === '' ? key : `${path}.${key}`
      if (!Object.hasOwn(theirs, key)) return must === undefined || isEmpty(inner) ? [] : [at]
      return differences(inner, theirs[key], must, at)
    })
  }
  return isSame(ours, theirs, path.split('.').at(-1) ?? '') ? [] : [path]
}

/** @param name of the field, because some fields have their own notation */
export function isSame(ours: unknown, theirs: unknown, name = ''): boolean {
  if (ours === theirs || (isEmpty(ours) && isEmpty(theirs))) return true
  if (Array.isArray(ours) && Array.isArray(theirs))
    return ours.length === theirs.length && ours.every((one, index) => isSame(one, theirs[index], name))
  if (isRecord(ours) && isRecord(theirs)) {
    const keys = new Set([...Object.keys(ours), ...Object.keys(theirs)])
    return [...keys].every((key) => isSame(ours[key], theirs[key], key))
  }
  if (isRecord(ours) || isRecord(theirs) || Array.isArray(ours) || Array.isArray(theirs)) return false
  if (isEmpty(ours) || isEmpty(theirs)) return false
  if (ours === mask || theirs === mask || pemFields.has(name)) return true
  if (name === 'bind') return address(ours) === address(theirs)
  return plain(ours) === plain(theirs)
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return isRecord(value) && Object.keys(value).length === 0
}

/** A port without an address listens on all addresses. */
const address = (value: unknown) => String(value).replace(/^(0\.0\.0\.0|\[::\]|)?:/, '')

const milliseconds: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}
const bytes: Readonly<Record<string, number>> = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 }

/** Normalizes durations, sizes and rates. Other values become trimmed text. */
function plain(value: unknown): string {
  const text = String(value).trim()
  const [, amount, rate = ''] = /^([^/]+)(\/\w+)?$/.exec(text.toLowerCase()) ?? []
  if (amount === undefined) return text
  const number = total(amount, milliseconds) ?? total(amount, bytes)
  return number === undefined ? text : `${number}${rate.replace('/1', '/')}`
}

/** `1h30m`. Undefined if it is not a duration. */
function total(text: string, units: Readonly<Record<string, number>>): number | undefined {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text)
  if (!/^(\d+(\.\d+)?[a-z]+)+$/.test(text)) return undefined
  let sum = 0
  for (const [, amount, unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)([a-z]+)/g)) {
    if (!Object.hasOwn(units, unit)) return undefined
    sum += Number(amount) * (units[unit] ?? 0)
  }
  return sum
}
