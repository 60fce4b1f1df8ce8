import { TextFailure } from '../text/index.ts'

/** A value of an expression. Bytes come only from `base64_decode` and `hexstr2bin`. */
export type VariformValue = string | number | boolean | Uint8Array | readonly VariformValue[]

/** A failed computation. The caller handles it. */
export class VariformFailure extends TextFailure {
  override readonly name = 'VariformFailure'
}

export const fail = (message: string): never => {
  throw new VariformFailure(message)
}

/** Longest text, which limits the cost of one connection. */
export const maxTextLength = 64 * 1024

export function toText(value: VariformValue): string {
  if (typeof value === 'string') return bounded(value)
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return numberText(value)
  if (value instanceof Uint8Array) return bounded(Buffer.from(value).toString('utf8'))
  return fail('a list is not text')
}

const bounded = (text: string) =>
  text.length > maxTextLength ? fail(`the text has more than ${maxTextLength} characters`) : text

/** At most ten decimals, as EMQX prints them. */
const numberText = (value: number) => (Number.isInteger(value) ? String(value) : String(Number(value.toFixed(10))))

export function toNumber(value: VariformValue): number {
  return typeof value === 'number' ? value : fail(`${describe(value)} is not a number`)
}

export function toInteger(value: VariformValue): number {
  const number = toNumber(value)
  return Number.isSafeInteger(number) ? number : fail(`${number} is not an integer`)
}

export function toList(value: VariformValue): readonly VariformValue[] {
  return Array.isArray(value) ? value : fail(`${describe(value)} is not a list`)
}

export const toBytes = (value: VariformValue): Uint8Array =>
  value instanceof Uint8Array ? value : Buffer.from(toText(value), 'utf8')

export const isEmpty = (value: VariformValue) => value === ''

const describe = (value: VariformValue) => (typeof value === 'string' ? `'${value.slice(0, 40)}'` : `a ${typeof value}`)
