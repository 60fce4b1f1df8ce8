import { writeKey } from './key.ts'
import { quote, unindent } from './quoted.ts'
import { type HoconObject, type HoconValue, isHoconArray, isHoconObject } from './value.ts'

/**
 * Prints a configuration like EMQX's `GET /configs`: sorted keys, two spaces, small objects and lists on one line.
 * `readHocon` returns the same value.
 * @throws RangeError for NaN and infinite numbers, which HOCON lacks (settings use the string `infinity`)
 */
export const writeHocon = (value: HoconObject): string =>
  sortedEntries(value)
    .map(([key, one]) => `${field(key, one, 0)}\n`)
    .join('')

const field = (key: string, value: HoconValue, indent: number): string =>
  `${writeKey(key)}${isHoconObject(value) ? ' ' : ' = '}${print(value, indent)}`

function print(value: HoconValue, indent: number): string {
  if (typeof value === 'string') return writeString(value, indent)
  if (typeof value === 'number') return printNumber(value)
  if (isHoconArray(value)) return printList(value, indent)
  return isHoconObject(value) ? printObject(value, indent) : String(value)
}

function printNumber(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`HOCON cannot represent the number ${value}`)
  return Object.is(value, -0) ? '-0' : String(value)
}

function printList(items: readonly HoconValue[], indent: number): string {
  if (items.every(isShort)) return `[${items.map((item) => print(item, indent)).join(', ')}]`
  return `[\n${items.map((item) => pad(indent + 2) + print(item, indent + 2)).join(',\n')}\n${pad(indent)}]`
}

function printObject(value: HoconObject, indent: number): string {
  const entries = sortedEntries(value)
  if (entries.length < 3 && entries.every(([, one]) => isShort(one))) {
    return `{${entries.map(([key, one]) => field(key, one, indent)).join(', ')}}`
  }
  return `{\n${entries.map(([key, one]) => `${pad(indent + 2)}${field(key, one, indent + 2)}\n`).join('')}${pad(indent)}}`
}

/** Whether EMQX prints the value on one line with others. */
function isShort(value: HoconValue): boolean {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return true
  const text = asErlangText(value)
  return text !== undefined && !/^\d|[$"{}[\]:=,+#`^?!@*& \\\n.-]/.test(text) && utf8.encode(text).length <= 40
}

const utf8 = new TextEncoder()

/**
 * For EMQX, a list of character codes and strings is also a text. Therefore `[[1, 2, 3], [3]]` and `{topics = []}` are
 * on one line and `[[34]]`, a quote, is not.
 */
function asErlangText(value: HoconValue): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return isCharacter(value) ? String.fromCodePoint(value) : undefined
  if (!isHoconArray(value)) return undefined
  const parts = value.map(asErlangText)
  return parts.includes(undefined) ? undefined : parts.join('')
}

const isCharacter = (code: number): boolean =>
  Number.isInteger(code) && code >= 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)

const sortedEntries = (value: HoconObject): [string, HoconValue][] =>
  Object.entries(value).sort(([a], [b]) => compareKeys(a, b))

/** By code points, which is the order of UTF-8 bytes. JavaScript's own order puts surrogate pairs before U+E000. */
function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at += 1) {
    const difference = rank(a.charCodeAt(at)) - rank(b.charCodeAt(at))
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)

const words = new Set(['true', 'false', 'null', 'include'])

/**
 * Prints a string like EMQX: plain words without quotes; strings with quotes, backslashes, tabs or line breaks in
 * triple quotes; others in quotes.
 * @param indent indentation of the line
 */
function writeString(text: string, indent: number): string {
  if (/^[A-Za-z][\w%|]*$/.test(text) && !words.has(text)) return text
  if (!/["\\\t\r\n]/.test(text) || !isPrintable(text)) return quote(text)
  const inside = insideTriple(text, indent)
  // Indented text, or text with three quotes, would be read back differently.
  return inside.includes('"""') || inside.endsWith('"') || unindent(inside) !== text ? quote(text) : `"""${inside}"""`
}

/** Without control characters except tabs and line breaks, and without lone surrogates. */
const isPrintable = (text: string): boolean => !/(?![\t\r\n])[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text)

function insideTriple(text: string, indent: number): string {
  if (!/\n|^"|"$/.test(text)) return text
  const lines = text.split('\n')
  const last = lines.pop() ?? ''
  const indented = lines.map((line) => (line === '' || line === '\r' ? line : pad(indent + 2) + line))
  return ['~', ...indented, pad(last === '' ? indent : indent + 2) + last].join('\n').concat('~')
}

const pad = (columns: number): string => ' '.repeat(columns)
