/** Longest fixed header: type and a remaining length of four bytes. */
const headerRoom = 5
/** Larger scratch buffers are released after use. */
const keptSize = 64 * 1024

/**
 * Writes one packet at a time into a scratch buffer that grows, then copies it out. PUBLISH and the acknowledgements,
 * whose lengths are known in advance, do not use it.
 */
export class Writer {
  #buffer = Buffer.allocUnsafeSlow(1024)
  #position = headerRoom

  begin(): this {
    if (this.#buffer.length > keptSize) this.#buffer = Buffer.allocUnsafeSlow(1024)
    this.#position = headerRoom
    return this
  }

  byte(value: number): this {
    this.#reserve(1)
    this.#buffer[this.#position++] = value
    return this
  }

  uint16(value: number): this {
    this.#reserve(2)
    this.#position = this.#buffer.writeUInt16BE(value, this.#position)
    return this
  }

  uint32(value: number): this {
    this.#reserve(4)
    this.#position = this.#buffer.writeUInt32BE(value, this.#position)
    return this
  }

  varint(value: number): this {
    this.#reserve(4)
    this.#position = writeVarint(this.#buffer, this.#position, value)
    return this
  }

  string(value: string): this {
    const length = stringLength(value)
    this.#reserve(2 + length)
    this.#position = writeString(this.#buffer, this.#position, value, length)
    return this
  }

  binary(value: Uint8Array): this {
    checkLength(value.length)
    return this.uint16(value.length).bytes(value)
  }

  bytes(value: Uint8Array): this {
    this.#reserve(value.length)
    this.#buffer.set(value, this.#position)
    this.#position += value.length
    return this
  }

  /** `length` bytes that `write` puts at a position of a buffer; it returns the position after them. */
  direct(length: number, write: (buffer: Buffer, position: number) => number): this {
    this.#reserve(length)
    this.#position = write(this.#buffer, this.#position)
    return this
  }

  /** Returns a copy of the packet with its fixed header. */
  end(firstByte: number): Buffer {
    const length = this.#position - headerRoom
    checkRemainingLength(length)
    const start = headerRoom - 1 - varintLength(length)
    this.#buffer[start] = firstByte
    writeVarint(this.#buffer, start + 1, length)
    return Buffer.from(this.#buffer.subarray(start, this.#position))
  }

  #reserve(length: number): void {
    const needed = this.#position + length
    if (needed <= this.#buffer.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#buffer.length * 2))
    larger.set(this.#buffer.subarray(0, this.#position))
    this.#buffer = larger
  }
}

export function varintLength(value: number): number {
  if (value < 0x80) return 1
  if (value < 0x4000) return 2
  return value < 0x20_0000 ? 3 : 4
}

/** Returns the position after it. */
export function writeVarint(buffer: Buffer, position: number, value: number): number {
  let at = position
  let rest = value
  while (rest > 0x7f) {
    buffer[at++] = (rest & 0x7f) | 0x80
    rest >>>= 7
  }
  buffer[at++] = rest
  return at
}

/**
 * Bytes of a string in UTF-8, without its length.
 * @throws RangeError when it does not fit in the 65 535 bytes of a string (MQTT 5, 1.5.4)
 */
export function stringLength(value: string): number {
  const length = Buffer.byteLength(value)
  checkLength(length)
  return length
}

/** Writes a string of `length` bytes after its length; returns the position after it. */
export function writeString(buffer: Buffer, position: number, value: string, length: number): number {
  buffer[position] = length >>> 8
  buffer[position + 1] = length & 0xff
  const start = position + 2
  // The number of characters equals that of bytes only when all are ASCII: latin1 is the shorter way then.
  buffer.write(value, start, length, length === value.length ? 'latin1' : 'utf8')
  return start + length
}

/** @throws RangeError for more than 268 435 455 bytes, the maximum remaining length. */
export function checkRemainingLength(length: number): void {
  if (length > 0xfff_ffff) throw new RangeError('an MQTT packet cannot be longer than 268435455 bytes')
}

function checkLength(length: number): void {
  if (length > 0xffff) throw new RangeError('an MQTT string or binary field cannot be longer than 65535 bytes')
}
