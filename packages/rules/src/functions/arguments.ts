import { isList, type Value } from '@mqdeck/kit/json'
import { SqlError } from '../sql-error.ts'

type Args = readonly Value[]

/** An invalid argument. `sqlFunction` adds the names of the function and the parameter. */
export class ArgumentError extends Error {
  readonly position: number
  readonly wanted: string
  readonly value: Value

  constructor(position: number, wanted: string, value: Value) {
    super(wanted)
    this.position = position
    this.wanted = wanted
    this.value = value
  }
}

export const fail = (message: string): never => {
  throw new SqlError(message)
}

/**
 * Maximum length of a result, to limit the memory that a message can use. The MQTT limit of 256 MiB would be too large.
 */
export const maxLength = 16 * 1024 * 1024

export const within = (length: number) =>
  length <= maxLength ? length : fail(`the result would be longer than ${maxLength} characters`)

const encoder = new TextEncoder()
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export const toUtf8 = (text: string): Uint8Array => encoder.encode(text)

/** Undefined if the binary is not UTF-8. */
export function fromUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strictDecoder.decode(bytes)
  } catch {
    return undefined
  }
}

/** A string if the binary is UTF-8, otherwise the binary. EMQX has only one type for both. */
export const textOrBytes = (bytes: Uint8Array): string | Uint8Array => fromUtf8(bytes) ?? bytes

/** Binaries are decoded as UTF-8, booleans become `true` or `false`. */
export function text(args: Args, at: number): string {
  const value = args[at]
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return fromUtf8(value) ?? rejectArgument(at, 'a UTF-8 string', value)
  return typeof value === 'boolean' ? String(value) : rejectArgument(at, 'a string', value)
}

export function bytes(args: Args, at: number): Uint8Array {
  const value = args[at]
  if (value instanceof Uint8Array) return value
  return typeof value === 'string' ? toUtf8(value) : rejectArgument(at, 'a string or binary', value)
}

export function integer(args: Args, at: number): bigint {
  const value = args[at]
  return typeof value === 'bigint' ? value : rejectArgument(at, 'an integer', value)
}

/** An integer that fits into a number, for positions, lengths and times. */
export function count(args: Args, at: number): number {
  const value = integer(args, at)
  const limit = BigInt(Number.MAX_SAFE_INTEGER)
  return value >= -limit && value <= limit ? Number(value) : fail('a number is out of range')
}

/** An integer or a float, as a float. */
export function number(args: Args, at: number): number {
  const value = args[at]
  if (typeof value === 'number') return value
  return typeof value === 'bigint' ? toFloat(value) : rejectArgument(at, 'a number', value)
}

export function toFloat(value: bigint): number {
  const float = Number(value)
  return Number.isFinite(float) ? float : fail('an integer is too large to be a float')
}

export function list(args: Args, at: number): readonly Value[] {
  const value = args[at]
  return isList(value) ? value : rejectArgument(at, 'an array', value)
}

export function option<const Word extends string>(args: Args, at: number, words: readonly Word[]): Word {
  const value = args[at]
  const written = value instanceof Uint8Array ? fromUtf8(value) : value
  return (
    words.find((word) => word === written) ?? rejectArgument(at, words.map((word) => `'${word}'`).join(' or '), value)
  )
}

export const isMissing = (value: Value): value is undefined | null => value === undefined || value === null

export function rejectArgument(position: number, wanted: string, value: Value): never {
  throw new ArgumentError(position, wanted, value)
}

/** Describes a value in an error message, with an article. */
export function kindOf(value: Value): string {
  if (value === undefined) return 'undefined'
  if (value === null) return 'null'
  if (typeof value === 'string') return value.length <= 40 ? `'${value}'` : `'${value.slice(0, 40)}...'`
  if (typeof value === 'bigint')
    return value > -(10n ** 20n) && value < 10n ** 20n ? `the integer ${value}` : 'an integer'
  if (typeof value === 'number') return `the float ${value}`
  if (typeof value === 'boolean') return String(value)
  if (value instanceof Uint8Array) return 'a binary'
  return isList(value) ? 'an array' : 'a map'
}
