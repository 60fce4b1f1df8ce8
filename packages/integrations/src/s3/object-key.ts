import { parseTemplate, renderTemplate, SettingsError } from '@mqdeck/kit'
import type { Period } from './records.ts'

const formats: Readonly<Record<string, (time: number) => string>> = {
  rfc3339utc: (time) => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z'),
  rfc3339: localTime,
  unix: (time) => String(Math.floor(time / 1000)),
}

/**
 * Key of an aggregated object with the placeholders `${action}`, `${node}`, `${datetime.<format>}` (start time),
 * `${datetime_until.<format>}` (end time) and `${sequence}` (counts objects with the same start time). Missing parts
 * that make the key unique are appended, as in EMQX.
 * @throws {SettingsError} for any other placeholder
 */
export function createObjectKey(
  given: string,
  { action, node }: { readonly action: string; readonly node: string },
  field = 'key',
): (period: Period) => string {
  const { names } = parseTemplate(given)
  for (const name of names)
    if (!/^(action|node|sequence|datetime(_until)?\.(rfc3339utc|rfc3339|unix))$/.test(name))
      throw new SettingsError(field, `the placeholder \${${name}} is not available in keys of aggregated objects`)
  const requiredParts = ['action', 'node', 'datetime.rfc3339utc', 'sequence']
  const missing = requiredParts.filter((one) => {
    const kind = one.replace(/rfc3339utc$/, '')
    return !names.some((name) => name.startsWith(kind))
  })
  const template = parseTemplate([given, ...missing.map((name) => `\${${name}}`)].join('/'))
  return ({ since, until, sequence }) =>
    renderTemplate(template, ([name, format = '']) => {
      if (name === 'action') return action
      if (name === 'node') return node
      return name === 'sequence' ? String(sequence) : formats[format]?.(name === 'datetime' ? since : until)
    })
}

/** Such as `2026-05-17T12:30:00+02:00`. */
function localTime(time: number): string {
  const ahead = -new Date(time).getTimezoneOffset()
  const shifted = new Date(time + ahead * 60_000).toISOString().replace(/\.\d+Z$/, '')
  const twoDigits = (value: number) => String(Math.trunc(value)).padStart(2, '0')
  return `${shifted}${ahead < 0 ? '-' : '+'}${twoDigits(Math.abs(ahead) / 60)}:${twoDigits(Math.abs(ahead) % 60)}`
}
