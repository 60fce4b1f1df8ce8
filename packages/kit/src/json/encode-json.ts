/*
 * Own writer, because JSON.stringify neither writes bigints nor distinguishes 1.0 from 1. It accepts all values of
 * rules, which include bytes and `undefined`.
 */

const looseUtf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Writes JSON as EMQX does. Floats always have a point or an exponent, because integers are bigints. Bytes are written
 * as UTF-8, and missing values as the text `"undefined"`.
 */
export const encodeJson = (value: unknown): string => jsonText(value, floatText)

/** The same for values whose integers are ordinary numbers. */
export const encodePlainJson = (value: unknown): string => jsonText(value, String)

function jsonText(value: unknown, numberText: (value: number) => string): string {
  switch (typeof value) {
    case 'string':
      return quoted(value)
    case 'number':
      return Number.isFinite(value) ? numberText(value) : 'null'
    case 'bigint':
    case 'boolean':
      return String(value)
    case 'object':
      return value === null ? 'null' : objectText(value, numberText)
    default:
      return '"undefined"'
  }
}

function objectText(value: object, numberText: (value: number) => string): string {
  if (value instanceof Uint8Array) return quoted(looseUtf8.decode(value))
  let text = ''
  if (Array.isArray(value)) {
    for (const item of value) text += `${text === '' ? '' : ','}${jsonText(item, numberText)}`
    return `[${text}]`
  }
  const map = value as Readonly<Record<string, unknown>> // any other object is one
  for (const key of Object.keys(map))
    text += `${text === '' ? '' : ','}${quoted(key)}:${jsonText(map[key], numberText)}`
  return `{${text}}`
}

/** JSON.stringify is slow for short texts, and most texts only need quotes. */
const quoted = (text: string) => (needsEscape.test(text) ? JSON.stringify(text) : `"${text}"`)
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON escapes
const needsEscape = /["\\\u0000-\u001f\ud800-\udfff]/

/** The shortest text of this float that is not an integer: `1.0`, `1.0e21`, `0.1`. */
export function floatText(value: number): string {
  if (!Number.isFinite(value)) return 'null'
  if (Object.is(value, -0)) return '-0.0'
  const text = String(value).replace('e+', 'e')
  if (text.includes('.')) return text
  const exponent = text.indexOf('e')
  return exponent === -1 ? `${text}.0` : `${text.slice(0, exponent)}.0${text.slice(exponent)}`
}
