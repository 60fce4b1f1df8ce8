/** Messages of CoAP (RFC 7252, 3). */
export interface CoapMessage {
  readonly type: CoapType
  /** Class in the upper three bits, detail in the lower five. 0 in an empty message. */
  readonly code: number
  readonly id: number
  readonly token: Uint8Array
  /** In ascending order of their numbers. */
  readonly options: readonly CoapOption[]
  readonly payload: Uint8Array
}

export type CoapType = (typeof types)[number]

export interface CoapOption {
  readonly number: number
  readonly value: Uint8Array
}

export const coapOption = {
  uriHost: 3,
  etag: 4,
  observe: 6,
  uriPort: 7,
  uriPath: 11,
  contentFormat: 12,
  maxAge: 14,
  uriQuery: 15,
  accept: 17,
  block2: 23,
  block1: 27,
  size2: 28,
  size1: 60,
  requestTag: 292,
} as const

export const coapCode = {
  empty: 0,
  get: 0x01,
  post: 0x02,
  put: 0x03,
  delete: 0x04,
  created: 0x41,
  deleted: 0x42,
  changed: 0x44,
  content: 0x45,
  noContent: 0x47,
  continue: 0x5f,
  badRequest: 0x80,
  unauthorized: 0x81,
  badOption: 0x82,
  forbidden: 0x83,
  notFound: 0x84,
  methodNotAllowed: 0x85,
  incomplete: 0x88,
  tooLarge: 0x8d,
  internalError: 0xa0,
  unavailable: 0xa3,
} as const

const types = ['con', 'non', 'ack', 'rst'] as const
const maxOptions = 200
const none = new Uint8Array(0)

export type Decoded =
  | CoapMessage
  /** A message with an error: `id` is to be reset or ignored. */
  | { readonly malformed: string; readonly type: CoapType; readonly id: number }
  /** Not a message of CoAP version 1. */
  | undefined

/** Never throws. */
export function decodeCoap(bytes: Uint8Array): Decoded {
  const [first = 0, code = 0, high = 0, low = 0] = bytes
  const type = types[(first >> 4) & 3]
  if (bytes.length < 4 || first >> 6 !== 1 || type === undefined) return undefined
  const id = (high << 8) | low
  const malformed = (reason: string) => ({ malformed: reason, type, id })
  const tokenLength = first & 15
  if (tokenLength > 8) return malformed('token length')
  if (code === 0 && bytes.length > 4) return malformed('empty message with content')
  let at = 4 + tokenLength
  if (at > bytes.length) return malformed('token')
  const token = bytes.subarray(4, at)

  /** Decodes an option delta or length (RFC 7252, 3.1). Undefined: reserved, or cut off. */
  const extended = (nibble: number): number | undefined => {
    if (nibble < 13) return nibble
    if (nibble === 15) return undefined
    const size = nibble - 12
    const [one, two] = bytes.subarray(at, at + size)
    at += size
    if (one === undefined || at > bytes.length) return undefined
    return size === 1 ? one + 13 : (one << 8) + (two ?? 0) + 269
  }

  const options: CoapOption[] = []
  let number = 0
  while (at < bytes.length) {
    const head = bytes[at++] ?? 0
    if (head === 0xff) {
      if (at === bytes.length) return malformed('payload marker without payload')
      return { type, code, id, token, options, payload: bytes.subarray(at) }
    }
    const delta = extended(head >> 4)
    const length = delta === undefined ? undefined : extended(head & 15)
    if (delta === undefined || length === undefined || at + length > bytes.length) return malformed('option')
    number += delta
    if (number > 0xffff || options.length === maxOptions) return malformed('option')
    options.push({ number, value: bytes.subarray(at, at + length) })
    at += length
  }
  return { type, code, id, token, options, payload: none }
}

export function encodeCoap({ type, code, id, token, options, payload }: CoapMessage): Buffer {
  const head = [0x40 | (types.indexOf(type) << 4) | token.length, code, id >> 8, id & 0xff]
  const parts: Uint8Array[] = [Uint8Array.from(head), token]
  let previous = 0
  for (const { number, value } of [...options].sort((a, b) => a.number - b.number)) {
    const delta = nibbleOf(number - previous)
    const length = nibbleOf(value.length)
    parts.push(Uint8Array.from([(delta.nibble << 4) | length.nibble, ...delta.rest, ...length.rest]), value)
    previous = number
  }
  if (payload.length > 0) parts.push(Uint8Array.of(0xff), payload)
  return Buffer.concat(parts)
}

function nibbleOf(value: number): { readonly nibble: number; readonly rest: readonly number[] } {
  if (value < 13) return { nibble: value, rest: [] }
  if (value < 269) return { nibble: 13, rest: [value - 13] }
  return { nibble: 14, rest: [(value - 269) >> 8, (value - 269) & 0xff] }
}

export const isRequest = (code: number) => code > 0 && code < 0x20
export const isResponse = (code: number) => code >= 0x40 && code < 0xc0

/** A number in as few bytes as possible; 0 is empty (RFC 7252, 3.2). */
export function uintOption(number: number, value: number): CoapOption {
  const bytes = [value >>> 24, (value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff]
  const from = bytes.findIndex((byte) => byte !== 0)
  return { number, value: Uint8Array.from(from < 0 ? [] : bytes.slice(from)) }
}

/** Undefined: the option is missing, or longer than 4 bytes. */
export function uintOf(message: CoapMessage, number: number): number | undefined {
  const value = message.options.find((option) => option.number === number)?.value
  if (!value || value.length > 4) return undefined
  return value.reduce((sum, byte) => sum * 256 + byte, 0)
}

export function textsOf(message: CoapMessage, number: number): readonly string[] {
  return message.options.filter((option) => option.number === number).map(({ value }) => Buffer.from(value).toString())
}
