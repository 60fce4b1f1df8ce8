import type { ProtocolVersion } from '../types.ts'
import { parseConnect, readProtocol } from './connect.ts'
import { checkFirstByte, decodeBody } from './decode.ts'
import type { Packet } from './packet.ts'
import { Reader } from './reader.ts'
import { malformed, protocolError, ReasonError } from './reason-error.ts'
import { varintLength } from './writer.ts'

export interface FramerOptions {
  /** Bytes of a whole packet, fixed header included (MQTT 5, 3.1.2.11.4). Read again for every packet, like `strict`. */
  readonly maxPacketSize: number
  /** See `DecodeContext`. */
  readonly strict?: boolean
  /** The kind of peer. For `server`, `version` is required. */
  readonly peer?: 'client' | 'server'
  /** The protocol version. Without it, the first packet must be CONNECT, which contains it [MQTT-3.1.0-1]. */
  readonly version?: ProtocolVersion
}

/**
 * Splits a stream of bytes into packets.
 *
 * Binary fields and payloads are views: of the pushed chunk if it contained the whole packet, otherwise of a buffer of the
 * framer. So the caller must not reuse the chunk, and a small payload that is kept for long should be copied
 * (`ownMessage`); otherwise it keeps the whole chunk in memory.
 */
export interface Framer {
  push(chunk: Buffer): void
  /**
   * Returns the next complete packet, undefined if more bytes are needed.
   * @throws ReasonError; the stream cannot be read any further after it
   */
  next(): Packet | undefined
  /** Known as soon as it was read from CONNECT, even if the rest is invalid. Use it to send error responses. */
  readonly version: ProtocolVersion | undefined
  /** The number of pushed bytes that are not read as packets yet. */
  readonly buffered: number
  /** The number of complete packets in them, counted up to `max`. */
  countWaiting(max: number): number
}

export function createFramer(options: FramerOptions): Framer {
  return new StreamFramer(options)
}

/** A complete header: start and length of the body. */
interface Header {
  firstByte: number
  bodyStart: number
  bodyLength: number
}

/** Buffers up to this size are allocated completely; larger ones grow with the received bytes. */
const eagerSize = 64 * 1024

/** Shared, because each packet is read without interruption. */
const reader = new Reader()

/** Bytes of a whole packet, fixed header included. */
export interface Frame {
  readonly buffer: Buffer
  readonly start: number
  readonly length: number
}

/** Shared by all framers, so that idle connections hold no chunk. */
const last: { packet: Packet | undefined; buffer: Buffer; start: number; length: number } = {
  packet: undefined,
  buffer: Buffer.alloc(0),
  start: 0,
  length: 0,
}

/** The bytes of the last packet, until any framer reads another one. They must not be changed. */
export const frameOf = (packet: Packet): Frame | undefined =>
  packet === last.packet ? { buffer: last.buffer, start: last.start, length: last.length } : undefined

class StreamFramer implements Framer {
  version: ProtocolVersion | undefined
  readonly #limits: Pick<FramerOptions, 'maxPacketSize' | 'strict'>
  readonly #context: { version: ProtocolVersion; strict: boolean; readonly fromClient: boolean }
  readonly #header: Header = { firstByte: 0, bodyStart: 0, bodyLength: 0 }
  #expectsConnect: boolean

  /** Unread chunks; the first one from `#position` on. Usually there is none or one. */
  #chunk: Buffer | undefined
  #later: Buffer[] | undefined
  #position = 0
  buffered = 0

  /** A partial packet: the bytes so far, and the length once the header is complete. */
  #partial: Buffer | undefined
  #partialLength = 0
  #partialNeeds = 0

  constructor(options: FramerOptions) {
    this.#limits = options
    this.version = options.version
    this.#expectsConnect = options.version === undefined
    this.#context = {
      version: options.version ?? 4,
      strict: options.strict ?? false,
      fromClient: options.peer !== 'server',
    }
  }

  push(chunk: Buffer): void {
    if (chunk.length === 0) return
    if (this.#chunk === undefined) this.#chunk = chunk
    else if (this.#later === undefined) this.#later = [chunk]
    else this.#later.push(chunk)
    this.buffered += chunk.length
  }

  next(): Packet | undefined {
    for (;;) {
      const chunk = this.#chunk
      if (chunk === undefined) return undefined
      if (this.#position === chunk.length) {
        this.#chunk = this.#later?.shift()
        if (this.#later?.length === 0) this.#later = undefined
        this.#position = 0
        continue
      }
      if (this.#partial !== undefined) {
        const packet = this.#fill(this.#partial, chunk)
        if (packet !== undefined) return packet
        continue
      }
      const start = this.#position
      const header = this.#header
      if (!this.#readHeader(chunk, start, chunk.length)) {
        this.#keep(chunk, start, 0)
        continue
      }
      const end = header.bodyStart + header.bodyLength
      if (end > chunk.length) {
        this.#keep(chunk, start, end - start)
        continue
      }
      this.#position = end
      this.buffered -= end - start
      return this.#decode(chunk, start, header.bodyStart, end)
    }
  }

  countWaiting(max: number): number {
    if (this.#chunk === undefined) return 0
    const parts = [this.#chunk.subarray(this.#position), ...(this.#later ?? [])]
    const partial = this.#partial
    const begun = partial !== undefined && this.#partialNeeds > 0
    // If the length of the partial packet is unknown, its header continues in this chunk.
    if (partial !== undefined && !begun) parts.unshift(partial.subarray(0, this.#partialLength))
    const bytes = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
    let at = begun ? this.#partialNeeds - this.#partialLength : 0
    let count = begun && at <= bytes.length ? 1 : 0
    while (count < max) {
      at = packetEnd(bytes, at)
      if (at > bytes.length) break
      count += 1
    }
    return count
  }

  /** Returns true if the fixed header between `start` and `end` is complete, and stores it in `#header`. */
  #readHeader(buffer: Buffer, start: number, end: number): boolean {
    const firstByte = buffer[start] ?? 0
    this.#checkFirstByte(firstByte)
    let length = 0
    for (let i = 1; i <= 4; i++) {
      if (start + i >= end) return false
      const byte = buffer[start + i] ?? 0
      length |= (byte & 0x7f) << (7 * (i - 1))
      if (byte < 0x80) {
        const header = this.#header
        header.firstByte = firstByte
        header.bodyStart = start + i + 1
        header.bodyLength = length
        this.#checkSize(1 + i + length)
        return true
      }
    }
    throw malformed('the remaining length has more than four bytes', 'MQTT-1.5.5-1')
  }

  #checkFirstByte(firstByte: number): void {
    const isConnect = firstByte >> 4 === 1
    if (this.#expectsConnect && !isConnect) throw protocolError('the first packet is not CONNECT', 'MQTT-3.1.0-1')
    checkFirstByte(firstByte, this.#context)
    if (!this.#expectsConnect && isConnect) throw protocolError('a second CONNECT', 'MQTT-3.1.0-2')
  }

  /** Checked before the body is buffered: a header of five bytes must not allocate 256 MB. */
  #checkSize(size: number): void {
    if (size > this.#limits.maxPacketSize)
      throw new ReasonError(0x95, 'packet_too_large', 'MQTT-3.2.2-15', `a packet of ${size} bytes is too large`)
  }

  /** Stores the rest of a chunk as a partial packet; `needs` is 0 while its length is unknown. */
  #keep(chunk: Buffer, start: number, needs: number): void {
    const length = chunk.length - start
    this.#partial = Buffer.allocUnsafe(needs === 0 ? 5 : roomFor(length, needs))
    chunk.copy(this.#partial, 0, start)
    this.#partialLength = length
    this.#partialNeeds = needs
    // The header was read from the chunk; from now on it is at the start of the partial packet.
    this.#header.bodyStart -= start
    this.#position = chunk.length
  }

  /** Moves bytes of the chunk into the partial packet and returns it when it is complete. */
  #fill(partial: Buffer, chunk: Buffer): Packet | undefined {
    if (this.#partialNeeds === 0) {
      partial[this.#partialLength++] = chunk[this.#position++] ?? 0
      if (!this.#readHeader(partial, 0, this.#partialLength)) return undefined
      this.#partialNeeds = this.#header.bodyStart + this.#header.bodyLength
    }
    const needs = this.#partialNeeds
    const count = Math.min(needs - this.#partialLength, chunk.length - this.#position)
    const room = this.#roomIn(partial, this.#partialLength + count, needs)
    chunk.copy(room, this.#partialLength, this.#position, this.#position + count)
    this.#partialLength += count
    this.#position += count
    if (this.#partialLength < needs) return undefined
    this.#partial = undefined
    this.buffered -= needs
    return this.#decode(room, 0, this.#header.bodyStart, needs)
  }

  #roomIn(partial: Buffer, length: number, needs: number): Buffer {
    if (length <= partial.length) return partial
    const larger = Buffer.allocUnsafe(roomFor(length, needs))
    partial.copy(larger, 0, 0, this.#partialLength)
    this.#partial = larger
    return larger
  }

  #decode(buffer: Buffer, start: number, bodyStart: number, end: number): Packet {
    reader.reset(buffer, bodyStart, end)
    this.#context.strict = this.#limits.strict ?? false
    const packet = this.#expectsConnect
      ? this.#decodeConnect(reader)
      : decodeBody(this.#header.firstByte, reader, this.#context)
    // Releases the chunk while the connection is idle.
    reader.buffer = noBytes
    // Forwarded bytes must have the shortest form of the length.
    const isShortest = bodyStart - start - 1 === varintLength(end - bodyStart)
    last.packet = isShortest ? packet : undefined
    last.buffer = buffer
    last.start = start
    last.length = end - start
    return packet
  }

  #decodeConnect(reader: Reader): Packet {
    const protocol = readProtocol(reader, (version) => {
      this.version = version
    })
    this.version = protocol.protocolVersion
    this.#context.version = protocol.protocolVersion
    const packet = parseConnect(reader, protocol, this.#context)
    this.#expectsConnect = false
    return packet
  }
}

const noBytes = Buffer.alloc(0)

/** The end of the packet that starts at `start`; Infinity if its header is incomplete or invalid. */
function packetEnd(bytes: Buffer, start: number): number {
  let length = 0
  for (let i = 1; i <= 4; i++) {
    const byte = bytes[start + i]
    if (byte === undefined) return Number.POSITIVE_INFINITY
    length |= (byte & 0x7f) << (7 * (i - 1))
    if (byte < 0x80) return start + i + 1 + length
  }
  return Number.POSITIVE_INFINITY
}

/** Doubling keeps copying linear and memory within twice the received bytes. */
const roomFor = (length: number, needs: number) => Math.min(needs, Math.max(eagerSize, length * 2))
