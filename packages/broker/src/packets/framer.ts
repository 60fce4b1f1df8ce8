import type { ProtocolVersion } from '../types.ts'
import { parseConnect, readProtocol } from './connect.ts'
import { checkFirstByte, decodeBody } from './decode.ts'
import type { Packet } from './packet.ts'
import { Reader } from './reader.ts'
import { malformed, protocolError, ReasonError } from './reason-error.ts'
import { varintLength } from './writer.ts'

export interface FramerOptions {
  /** Bytes of a whole packet, fixed header included (MQTT 5, 3.1.2.11.4). Read anew for every packet, like `strict`. */
  readonly maxPacketSize: number
  /** See `DecodeContext`. */
  readonly strict?: boolean
  /** Who is at the other end. For `server`, `version` must be given. */
  readonly peer?: 'client' | 'server'
  /** The version spoken. Without it, the first packet must be CONNECT and says it [MQTT-3.1.0-1]. */
  readonly version?: ProtocolVersion
}

/**
 * Cuts a stream of bytes into packets.
 *
 * Binary fields and payloads are views: of the pushed chunk when the packet was in one chunk, of a buffer of the framer's
 * own when it was spread over several. So the chunk must not be reused by who pushed it, and who keeps a small payload for
 * long should copy it (`ownMessage`), lest it keep the whole chunk in memory.
 */
export interface Framer {
  push(chunk: Buffer): void
  /**
   * The next whole packet, undefined when more bytes are needed.
   * @throws ReasonError; the stream cannot be read any further then
   */
  next(): Packet | undefined
  /** Known as soon as CONNECT has named it, even if the rest of CONNECT is wrong: answer errors in it. */
  readonly version: ProtocolVersion | undefined
  /** Bytes pushed that no packet has used yet. */
  readonly buffered: number
  /** Whole packets among them, counted up to `most`. */
  waiting(most: number): number
}

export function createFramer(options: FramerOptions): Framer {
  return new StreamFramer(options)
}

/** Header complete: where the body begins and how long it is. */
interface Header {
  firstByte: number
  bodyStart: number
  bodyLength: number
}

/** Below this a packet that comes in pieces gets its whole buffer at once; above, memory follows what really came. */
const eagerSize = 64 * 1024

/** One for all: a packet is read in one go. */
const reader = new Reader()

/** Bytes of a whole packet, fixed header included. */
export interface Frame {
  readonly buffer: Buffer
  readonly start: number
  readonly length: number
}

/** One for all framers, so that connections that idle hold no chunk. */
const last: { packet: Packet | undefined; buffer: Buffer; start: number; length: number } = {
  packet: undefined,
  buffer: Buffer.alloc(0),
  start: 0,
  length: 0,
}

/** The bytes that the packet came in, as long as no framer has read another one. Nobody may write to them. */
export const frameOf = (packet: Packet): Frame | undefined =>
  packet === last.packet ? { buffer: last.buffer, start: last.start, length: last.length } : undefined

class StreamFramer implements Framer {
  version: ProtocolVersion | undefined
  readonly #limits: Pick<FramerOptions, 'maxPacketSize' | 'strict'>
  readonly #context: { version: ProtocolVersion; strict: boolean; readonly fromClient: boolean }
  readonly #header: Header = { firstByte: 0, bodyStart: 0, bodyLength: 0 }
  #expectsConnect: boolean

  /** Chunks not used up; the first from `#position` on. Most often there is none, and one at most. */
  #chunk: Buffer | undefined
  #later: Buffer[] | undefined
  #position = 0
  buffered = 0

  /** A packet that comes in pieces: its bytes so far, and its length once the header says it. */
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

  waiting(most: number): number {
    if (this.#chunk === undefined) return 0
    const parts = [this.#chunk.subarray(this.#position), ...(this.#later ?? [])]
    const partial = this.#partial
    const begun = partial !== undefined && this.#partialNeeds > 0
    // While the length of a packet that comes in pieces is unknown, its header goes on in these.
    if (partial !== undefined && !begun) parts.unshift(partial.subarray(0, this.#partialLength))
    const bytes = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
    let at = begun ? this.#partialNeeds - this.#partialLength : 0
    let count = begun && at <= bytes.length ? 1 : 0
    while (count < most) {
      at = packetEnd(bytes, at)
      if (at > bytes.length) break
      count += 1
    }
    return count
  }

  /** True when the fixed header between `start` and `end` is complete; it is in `#header` then. */
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

  /** Before the body is buffered: a header of five bytes must not make room for 256 MB. */
  #checkSize(size: number): void {
    if (size > this.#limits.maxPacketSize)
      throw new ReasonError(0x95, 'packet_too_large', 'MQTT-3.2.2-15', `a packet of ${size} bytes is too large`)
  }

  /** Sets the rest of a chunk aside as the beginning of a packet; `needs` is 0 while its length is unknown. */
  #keep(chunk: Buffer, start: number, needs: number): void {
    const length = chunk.length - start
    this.#partial = Buffer.allocUnsafe(needs === 0 ? 5 : roomFor(length, needs))
    chunk.copy(this.#partial, 0, start)
    this.#partialLength = length
    this.#partialNeeds = needs
    // The header was found in the chunk; from now on it stands at the beginning of the partial packet.
    this.#header.bodyStart -= start
    this.#position = chunk.length
  }

  /** Moves bytes of the chunk into the partial packet; the packet when it is whole. */
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
    // Not to hold the chunk while the connection idles.
    reader.buffer = nothing
    // What is sent on must have the shortest form of its length.
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

const nothing = Buffer.alloc(0)

/** Where the packet that begins at `start` ends; Infinity when its header is not complete, or wrong. */
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

/** Doubling keeps the copying linear, and the memory within twice of what has come. */
const roomFor = (length: number, needs: number) => Math.min(needs, Math.max(eagerSize, length * 2))
