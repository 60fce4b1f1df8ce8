import { type Block, maxBodyBytes } from './block.ts'

/** For all clients of a gateway: incomplete bodies, and bodies that are sent in blocks. */
const maxBytes = 64 * 1024 * 1024

/** Memory overhead of a block. */
const bytesPerPart = 200

/** A body in transfer. */
export interface Body {
  /** Bytes in memory. */
  readonly size: number
  /** Called when the memory is full. */
  discard(): void
}

/** Limits the memory of bodies in transfer, which unauthenticated clients can fill. Discards the least recently used bodies. */
export class BodyMemory {
  readonly #max: number
  /** Least recently used first. */
  readonly #bodies = new Map<Body, number>()
  #used = 0

  constructor(max = maxBytes) {
    this.#max = max
  }

  get used(): number {
    return this.#used
  }

  /** Adds a body, or marks it as used, with its present size. */
  use(body: Body): void {
    this.release(body)
    this.#bodies.set(body, body.size)
    this.#used += body.size
    for (const [oldest] of this.#bodies) {
      if (this.#used <= this.#max || oldest === body) return
      this.release(oldest)
      oldest.discard()
    }
  }

  release(body: Body): void {
    this.#used -= this.#bodies.get(body) ?? 0
    this.#bodies.delete(body)
  }
}

/** A body whose blocks arrive in order (RFC 7959, 2.5). */
export class IncomingBody implements Body {
  readonly #parts: Uint8Array[] = []
  readonly discard: () => void
  #length = 0

  constructor(discard: () => void) {
    this.discard = discard
  }

  /** Bytes received so far. */
  get length(): number {
    return this.#length
  }

  get size(): number {
    return this.#length + this.#parts.length * bytesPerPart
  }

  /** Returns the reason why the block cannot be added. */
  add({ number, hasMore, size }: Block, payload: Uint8Array): 'order' | 'length' | 'tooLarge' | undefined {
    if (number * size !== this.#length) return 'order'
    if (hasMore ? payload.length !== size : payload.length > size) return 'length'
    if (this.#length + payload.length > maxBodyBytes) return 'tooLarge'
    // The datagram's memory is not kept.
    this.#parts.push(Uint8Array.from(payload))
    this.#length += payload.length
    return undefined
  }

  join(): Uint8Array {
    return this.#parts.length === 1 ? (this.#parts[0] ?? new Uint8Array(0)) : Buffer.concat(this.#parts, this.#length)
  }
}

/** Forgets the oldest entry if there are too many. */
export function remember<Value>(map: Map<string, Value>, key: string, value: Value, max: number): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > max && oldest !== undefined) map.delete(oldest)
}
