import { isUtf8 } from 'node:buffer'
import { malformed } from './reason-error.ts'

/**
 * A bounds-checked cursor over the body of one packet. Reused from packet to packet, hence a class. Every method throws
 * `ReasonError` 0x81 when the packet ends too early; strings are copies, bytes are views.
 */
export class Reader {
  buffer: Buffer = Buffer.alloc(0)
  position = 0
  end = 0

  reset(buffer: Buffer, position: number, end: number): void {
    this.buffer = buffer
    this.position = position
    this.end = end
  }

  get remaining(): number {
    return this.end - this.position
  }

  byte(): number {
    const value = this.buffer[this.position]
    if (this.position >= this.end || value === undefined) throw endsTooEarly()
    this.position++
    return value
  }

  uint16(): number {
    const at = this.position
    if (at + 2 > this.end) throw endsTooEarly()
    this.position = at + 2
    return this.buffer.readUInt16BE(at)
  }

  uint32(): number {
    const at = this.position
    if (at + 4 > this.end) throw endsTooEarly()
    this.position = at + 4
    return this.buffer.readUInt32BE(at)
  }

  /** Variable byte integer, at most four bytes (MQTT 5, 1.5.5). */
  varint(): number {
    let value = 0
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.byte()
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) {
        // [MQTT-1.5.5-1]: the encoder must use the minimum number of bytes.
        if (byte === 0 && shift > 0) throw malformed('variable byte integer is longer than needed', 'MQTT-1.5.5-1')
        return value
      }
    }
    throw malformed('variable byte integer has more than four bytes', 'MQTT-1.5.5-1')
  }

  /** Binary data with a length of two bytes: a view. */
  binary(): Buffer {
    const length = this.uint16()
    return this.take(length)
  }

  /** The next `length` bytes: a view. */
  take(length: number): Buffer {
    const at = this.position
    if (at + length > this.end) throw endsTooEarly()
    this.position = at + length
    return this.buffer.subarray(at, at + length)
  }

  /** A UTF-8 string with a length of two bytes. With `strict`, control characters are refused as well. */
  string(strict: boolean): string {
    const length = this.uint16()
    const at = this.position
    if (at + length > this.end) throw endsTooEarly()
    this.position = at + length
    return decodeString(this.buffer, at, at + length, strict)
  }

  /** Throws if bytes are left, because the length of a packet must be exact. */
  finish(): void {
    if (this.position !== this.end) throw malformed('bytes are left after the end of the packet')
  }
}

/**
 * Decodes UTF-8 by the rules of MQTT.
 * @throws ReasonError 0x81 for ill-formed UTF-8 or a surrogate [MQTT-1.5.4-1], U+0000 [MQTT-1.5.4-2] and, when `strict`,
 * control characters (1.5.4: the receiver may refuse them; EMQX does in strict mode)
 */
export function decodeString(buffer: Buffer, start: number, end: number, strict: boolean): string {
  for (let i = start; i < end; i++) {
    const byte = buffer[i] ?? 0
    if (byte >= 0x80) return decodeUnicode(buffer, start, end, strict)
    if (byte === 0) throw malformed('a string contains U+0000', 'MQTT-1.5.4-2')
    if (strict && (byte < 0x20 || byte === 0x7f)) throw malformed('a string contains a control character')
  }
  // A byte order mark is kept [MQTT-1.5.4-3]: it is not ASCII, and toString does not remove it.
  return buffer.toString('latin1', start, end)
}

function decodeUnicode(buffer: Buffer, start: number, end: number, strict: boolean): string {
  const bytes = buffer.subarray(start, end)
  if (!isUtf8(bytes)) throw malformed('a string is not UTF-8', 'MQTT-1.5.4-1')
  if (bytes.includes(0)) throw malformed('a string contains U+0000', 'MQTT-1.5.4-2')
  const text = buffer.toString('utf8', start, end)
  if (strict && /\p{Cc}/u.test(text)) throw malformed('a string contains a control character')
  return text
}

const endsTooEarly = () => malformed('the packet ends too early')
