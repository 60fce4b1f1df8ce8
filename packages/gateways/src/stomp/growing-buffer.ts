const empty = Buffer.alloc(0)

/**
 * Bytes that arrive in pieces and are taken in parts. Every byte is copied and searched a constant number of times, however small
 * the pieces are.
 */
export class GrowingBuffer {
  #bytes: Buffer = empty
  /** A received piece is used as it is until another one follows. */
  #isOwn = false
  #start = 0
  #end = 0
  #sought = -1
  /** Offset of the next search: `#sought` does not occur before it. */
  #searched = 0

  get length(): number {
    return this.#end - this.#start
  }

  push(piece: Buffer): void {
    if (this.length === 0) {
      this.#replace(piece)
      return
    }
    if (!this.#isOwn || this.#bytes.length - this.#end < piece.length) this.#grow(this.length + piece.length)
    piece.copy(this.#bytes, this.#end)
    this.#end += piece.length
  }

  /** Takes `length` bytes if there are as many. They are valid until the next `push`. */
  take(length: number): Buffer | undefined {
    if (this.length < length) return undefined
    const part = this.#bytes.subarray(this.#start, this.#start + length)
    this.#skip(length)
    return part
  }

  /** Takes the bytes before the first `byte` and removes it. They are valid until the next `push`. */
  takeUntil(byte: number): Buffer | undefined {
    const from = this.#sought === byte ? this.#searched : this.#start
    const at = this.#bytes.subarray(0, this.#end).indexOf(byte, from)
    if (at < 0) {
      this.#sought = byte
      this.#searched = this.#end
      return undefined
    }
    const part = this.#bytes.subarray(this.#start, at)
    this.#skip(at + 1 - this.#start)
    return part
  }

  #skip(length: number): void {
    this.#start += length
    this.#sought = -1
    // Releases the memory of idle connections.
    if (this.length === 0) this.#replace(empty)
  }

  #replace(bytes: Buffer): void {
    this.#bytes = bytes
    this.#isOwn = false
    this.#start = 0
    this.#end = bytes.length
    this.#sought = -1
  }

  #grow(length: number): void {
    const larger = Buffer.allocUnsafe(Math.max(256, length * 2))
    this.#bytes.copy(larger, 0, this.#start, this.#end)
    this.#searched -= this.#start
    this.#end -= this.#start
    this.#start = 0
    this.#bytes = larger
    this.#isOwn = true
  }
}
