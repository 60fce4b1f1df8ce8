import { createHash, randomBytes } from 'node:crypto'
import { type CoapMessage, type CoapOption, coapOption, uintOf, uintOption } from './message.ts'

/** Block1 or Block2 (RFC 7959, 2.2): a part of a body. */
export interface Block {
  readonly number: number
  readonly hasMore: boolean
  /** In bytes: 16 to 1024. */
  readonly size: number
}

/** Block size if the peer does not ask for another one. */
export const maxBlockBytes = 1024
const minBlockBytes = 16
/** As the default of `max_packet_size` for MQTT. */
export const maxBodyBytes = 1024 * 1024

type BlockOption = typeof coapOption.block1 | typeof coapOption.block2

/** Undefined: the message has no such option. */
export function blockOf(message: CoapMessage, option: BlockOption): Block | 'invalid' | undefined {
  const found = message.options.filter(({ number }) => number === option)
  if (found.length === 0) return undefined
  const value = uintOf(message, option)
  if (found.length > 1 || value === undefined || value > 0xffffff) return 'invalid'
  const exponent = value & 7
  // 7 is reserved.
  return exponent === 7 ? 'invalid' : { number: value >> 4, hasMore: (value & 8) !== 0, size: 16 << exponent }
}

export function blockOption(option: BlockOption, { number, hasMore, size }: Block): CoapOption {
  return uintOption(option, (number << 4) | (hasMore ? 8 : 0) | (27 - Math.clz32(size)))
}

/** The largest block size within this number of bytes. Undefined: none fits. */
export function blockSizeWithin(bytes: number): number | undefined {
  if (bytes < minBlockBytes) return undefined
  return Math.min(maxBlockBytes, 1 << (31 - Math.clz32(bytes)))
}

/** By body. Each block has the tag of its body (RFC 7959, 2.4). */
const entityTags = new WeakMap<Uint8Array, CoapOption>()

/** A hash of the bytes, or random for a body that is too large to be hashed in one step. */
export function entityTag(body: Uint8Array): CoapOption {
  const found = entityTags.get(body)
  if (found) return found
  const digest = body.length > maxBodyBytes ? randomBytes(4) : createHash('sha256').update(body).digest()
  const tag = { number: coapOption.etag, value: digest.subarray(0, 4) }
  entityTags.set(body, tag)
  return tag
}

export function without(options: readonly CoapOption[], ...numbers: readonly number[]): readonly CoapOption[] {
  return options.filter(({ number }) => !numbers.includes(number))
}

/** Identifies a body: its blocks have the same method and options (RFC 7959, 2.4 and 2.5). */
export function bodyKey({ code, options }: CoapMessage, ...ignored: readonly number[]): string {
  const same = without(options, coapOption.block1, coapOption.block2, coapOption.size1, coapOption.size2, ...ignored)
  return JSON.stringify([code, same.map(({ number, value }) => [number, Buffer.from(value).toString('base64')])])
}
