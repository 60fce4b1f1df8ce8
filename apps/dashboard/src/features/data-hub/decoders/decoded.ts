import { toBase64 } from '../../../lib/payload/payload.ts'

/** A decoded value. Integers beyond 2^53 are bigints, so that 64-bit integers keep their digits. */
export type Decoded =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | readonly Decoded[]
  | ReadonlyMap<string, Decoded>

/** Why a payload or a schema is rejected. Texts are in messages.ts. */
export type FaultReason =
  | 'endOfData'
  | 'trailingBytes'
  | 'notUtf8'
  | 'badNumber'
  | 'badLength'
  | 'badBoolean'
  | 'unknownBranch'
  | 'unknownSymbol'
  | 'tooMany'
  | 'tooDeep'
  | 'wireType'
  | 'missingField'
  | 'messageTypeRequired'
  | 'unknownMessageType'
  | 'notJson'
  | 'mismatch'
  | 'notCbor'
  | 'notMessagePack'
  | 'schemaNotJson'
  | 'schemaInvalid'
  | 'unknownType'
  | 'noImports'
  | 'draft'
  | 'tooSlow'

export interface Fault {
  readonly reason: FaultReason
  /** Detail of the reason: a name, or the library's English sentence. */
  readonly detail?: string | undefined
  /** Place in the decoded value: `metrics[3].name`. */
  readonly path?: string | undefined
  /** Place in the payload, in bytes. */
  readonly offset?: number | undefined
  /** Place in the text of the schema, from 1. */
  readonly line?: number | undefined
}

export class DecodeError extends Error {
  readonly fault: Fault
  constructor(fault: Fault) {
    super(fault.reason)
    this.fault = fault
  }
}

export const reject = (reason: FaultReason, more: Omit<Fault, 'reason'> = {}): never => {
  throw new DecodeError({ reason, ...more })
}

const maxValues = 1_000_000
const maxDepth = 200

/** Position in a payload, and in the value that is decoded from it. */
export class Cursor {
  offset = 0
  readonly #path: (string | number)[] = []
  #values = 0
  #end: number
  readonly bytes: Uint8Array
  readonly #view: DataView

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.#end = bytes.length
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get left(): number {
    return this.#end - this.offset
  }

  /** Reads a part of the payload, at whose end `left` is zero. */
  within(length: number, read: () => void): void {
    if (length > this.left) this.reject('endOfData')
    const end = this.#end
    this.#end = this.offset + length
    read()
    this.#end = end
  }

  reject(reason: FaultReason, detail?: string, offset = this.offset): never {
    const path = this.#path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('')
    return reject(reason, { detail, offset, ...(path !== '' && { path: path.replace(/^\./, '') }) })
  }

  /** Runs `read` for a field or an item, whose errors name it. */
  inside<T>(part: string | number, read: () => T): T {
    this.#values += 1
    // Few bytes can mean many values: lists of nulls, nested lists.
    if (this.#values > maxValues) this.reject('tooMany')
    if (this.#path.length >= maxDepth) this.reject('tooDeep')
    this.#path.push(part)
    const value = read()
    this.#path.pop()
    return value
  }

  take(length: number): Uint8Array {
    if (!Number.isSafeInteger(length) || length < 0) this.reject('badLength')
    if (length > this.left) this.reject('endOfData')
    this.offset += length
    return this.bytes.subarray(this.offset - length, this.offset)
  }

  text(length: number): string {
    const start = this.offset
    try {
      return strictUtf8.decode(this.take(length))
    } catch (error) {
      if (error instanceof DecodeError) throw error
      return this.reject('notUtf8', undefined, start)
    }
  }

  float(): number {
    this.take(4)
    return this.#view.getFloat32(this.offset - 4, true)
  }

  double(): number {
    this.take(8)
    return this.#view.getFloat64(this.offset - 8, true)
  }

  fixed32(): bigint {
    this.take(4)
    return BigInt(this.#view.getUint32(this.offset - 4, true))
  }

  fixed64(): bigint {
    this.take(8)
    return this.#view.getBigUint64(this.offset - 8, true)
  }

  /** An unsigned integer with seven bits in each byte, the lowest first. */
  varint(): bigint {
    const start = this.offset
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const [byte = 0] = this.take(1)
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return BigInt.asUintN(64, value)
    }
    return this.reject('badNumber', undefined, start)
  }

  zigzag(): bigint {
    return fromZigzag(this.varint())
  }
}

export const fromZigzag = (value: bigint): bigint => (value >> 1n) ^ -(value & 1n)

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** JSON with indented lines and the digits of all integers; bytes as base64. */
export function toJsonText(value: Decoded, indent = ''): string {
  if (typeof value === 'bigint') return String(value)
  // JSON has no such numbers.
  if (typeof value === 'number') return Number.isFinite(value) ? numberText(value) : `"${value}"`
  if (value instanceof Uint8Array) return JSON.stringify(`base64:${toBase64(value)}`)
  const deeper = `${indent}  `
  const block = (open: string, lines: readonly string[], close: string) =>
    lines.length === 0 ? open + close : `${open}\n${deeper}${lines.join(`,\n${deeper}`)}\n${indent}${close}`
  if (value instanceof Map) {
    const entries: readonly [string, Decoded][] = [...value]
    return block(
      '{',
      entries.map(([key, one]) => `${JSON.stringify(key)}: ${toJsonText(one, deeper)}`),
      '}',
    )
  }
  if (isList(value))
    return block(
      '[',
      value.map((one) => toJsonText(one, deeper)),
      ']',
    )
  return JSON.stringify(value)
}

const isList = (value: Decoded): value is readonly Decoded[] => Array.isArray(value)

const numberText = (value: number) => (Object.is(value, -0) ? '-0' : String(value))
