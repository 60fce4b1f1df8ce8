import {
  decodeJson,
  encodeJson,
  isList,
  isMap,
  isNumber,
  isText,
  JsonError,
  setKey,
  type Value,
  type ValueMap,
} from '@mqdeck/kit/json'
import { isSame } from '../sql/compare.ts'
import { fail, fromUtf8, rejectArgument } from './arguments.ts'

/** Erlang's `==`: an integer equals a float of the same value, also within arrays and maps. */
export function areEqual(a: Value, b: Value): boolean {
  if (isNumber(a) && isNumber(b)) return !(a < b) && !(a > b)
  if (isList(a) && isList(b)) return a.length === b.length && a.every((one, index) => areEqual(one, b[index]))
  if (isMap(a) && isMap(b)) {
    const keys = Object.keys(a)
    return (
      keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && areEqual(a[key], b[key]))
    )
  }
  return isSame(a, b)
}

/** Converts a value as `str` and `concat` do. Maps and arrays become JSON, arrays of character codes become strings. */
export function toText(value: Value): string {
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return fromUtf8(value) ?? fail('the binary is not UTF-8')
  if (typeof value === 'number') return floatText(value, 10)
  if (isList(value)) return value.every(isPrintable) ? value.map(characterOf).join('') : encodeJson(value)
  return isMap(value) ? encodeJson(value) : String(value)
}

/** Code of a printable character (Erlang: `io_lib:printable_list/1`). */
function isPrintable(value: Value): value is bigint {
  if (typeof value !== 'bigint') return false
  const code = value
  return (
    (code >= 8n && code <= 13n) ||
    code === 27n ||
    (code >= 32n && code <= 126n) ||
    (code >= 160n && code <= 0xd7ffn) ||
    (code >= 0xe000n && code <= 0xfffdn) ||
    (code >= 0x10000n && code <= 0x10ffffn)
  )
}

const characterOf = (code: Value) => String.fromCodePoint(Number(code))

/** With one or more decimals, up to the given number: `2.0`, `1.25`. */
export function floatText(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return fail('a float is not finite')
  const fixed = fixedText(value, decimals)
  return fixed.includes('.') ? fixed.replace(/0+$/, '').replace(/\.$/, '.0') : `${fixed}.0`
}

/** With exactly the given number of decimals, for numbers of any size. */
export const fixedText = (value: number, decimals: number): string =>
  Math.abs(value) < 1e21 ? value.toFixed(decimals) : `${BigInt(value)}${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}`

/** A map, also from JSON text or an array of key-value pairs. */
export function toMap(args: readonly Value[], at: number): ValueMap {
  const value = args[at]
  if (isMap(value)) return value
  if (isText(value)) {
    const decoded = decodeIfJson(value)
    return isMap(decoded) ? decoded : rejectArgument(at, 'a map or JSON text of a map', value)
  }
  return isList(value) ? fromPairs(value, at) : rejectArgument(at, 'a map', value)
}

function fromPairs(pairs: readonly Value[], at: number): ValueMap {
  const map: Record<string, Value> = {}
  for (const pair of pairs) {
    if (!isList(pair) || pair.length !== 2 || !isText(pair[0]))
      return rejectArgument(at, 'an array of key-value pairs', pairs)
    setKey(map, toText(pair[0]), pair[1])
  }
  return map
}

/** Undefined if the text is not JSON. */
export function decodeIfJson(value: string | Uint8Array): Value {
  const written = typeof value === 'string' ? value : fromUtf8(value)
  if (written === undefined) return undefined
  try {
    return decodeJson(written)
  } catch (error) {
    if (error instanceof JsonError) return undefined
    throw error
  }
}

/** Sorted by key, as in small maps of Erlang. */
export const entriesOf = (map: ValueMap): [string, Value][] =>
  Object.entries(map).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
