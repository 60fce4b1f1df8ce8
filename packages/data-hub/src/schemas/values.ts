import type { Value } from '@mqdeck/kit/json'
import { reject } from './schema-error.ts'

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function utf8(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return reject('the bytes are not UTF-8')
  }
}

/** Text of a value that must be text. */
export const textOf = (value: Value, where: string): string => {
  if (typeof value === 'string') return value
  return value instanceof Uint8Array ? utf8(value) : reject(`${where} must be text`)
}

export const bytesOf = (value: Value, where: string): Uint8Array => {
  if (value instanceof Uint8Array) return value
  return typeof value === 'string' ? Buffer.from(value, 'utf8') : reject(`${where} must be bytes or text`)
}

/** @param lowest the smallest value, as in a signed or unsigned integer of some bits */
export function integerOf(value: Value, where: string, lowest: bigint, highest: bigint): bigint {
  const whole = typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : value
  if (typeof whole !== 'bigint') return reject(`${where} must be an integer`)
  return whole >= lowest && whole <= highest ? whole : reject(`${where} must be from ${lowest} to ${highest}`)
}

export const floatOf = (value: Value, where: string): number =>
  typeof value === 'number' ? value : typeof value === 'bigint' ? Number(value) : reject(`${where} must be a number`)
