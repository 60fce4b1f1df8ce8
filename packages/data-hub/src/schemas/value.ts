import { TextFailure } from '@mqdeck/kit/text'

/** A value of rule SQL and of decoded payloads. Integers are bigints, so that 64-bit integers keep their digits. */
export type SchemaValue =
  | undefined
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | readonly SchemaValue[]
  | { readonly [key: string]: SchemaValue }

export type SchemaValueMap = { readonly [key: string]: SchemaValue }

/** Why a schema, or a value for it, is rejected. The message is a sentence without a full stop. */
export class SchemaError extends TextFailure {
  override readonly name = 'SchemaError'
}

export const reject = (message: string): never => {
  throw new SchemaError(message)
}

export const isValueMap = (value: SchemaValue): value is SchemaValueMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)

export const isValueList = (value: SchemaValue): value is readonly SchemaValue[] => Array.isArray(value)

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function utf8(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return reject('the bytes are not UTF-8')
  }
}

/** Text of a value that must be text. */
export const textOf = (value: SchemaValue, where: string): string => {
  if (typeof value === 'string') return value
  return value instanceof Uint8Array ? utf8(value) : reject(`${where} must be text`)
}

export const bytesOf = (value: SchemaValue, where: string): Uint8Array => {
  if (value instanceof Uint8Array) return value
  return typeof value === 'string' ? Buffer.from(value, 'utf8') : reject(`${where} must be bytes or text`)
}

/** @param lowest the smallest value, as in a signed or unsigned integer of some bits */
export function integerOf(value: SchemaValue, where: string, lowest: bigint, highest: bigint): bigint {
  const whole = typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : value
  if (typeof whole !== 'bigint') return reject(`${where} must be an integer`)
  return whole >= lowest && whole <= highest ? whole : reject(`${where} must be from ${lowest} to ${highest}`)
}

export const floatOf = (value: SchemaValue, where: string): number =>
  typeof value === 'number' ? value : typeof value === 'bigint' ? Number(value) : reject(`${where} must be a number`)
