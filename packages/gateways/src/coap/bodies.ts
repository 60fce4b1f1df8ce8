import { type Block, mostBody } from './block.ts'

/** Bytes of incomplete bodies and of bodies that are sent in blocks, of all clients of a gateway. */
const mostBytes = 64 * 1024 * 1024

/** Memory of a small block beside its bytes. */
const bytesPerPart = 200

/** A body in transfer. */
export interface Body {
  /** Bytes in memory. */
  readonly size: number
  /** There is no memory for it. */
  discard(): void
}

/** The memory of bodies in transfer, which clients that are not authenticated can fill: the least recently used ones are discarded. */
export class BodyMemory {
  readonly #most: number
  /** Least recently used first. */
  readonly #bodies = new Map<Body, number>()
  #used = 0

  constructor(most = mostBytes) {
    this.#most = most
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
      if (this.#used <= this.#most || oldest === body) return
      this.release(oldest)
      oldest.discard()
    }
  }

  release(body: Body): void {
    this.#used -= this.#bodies.get(body) ?? 0
    this.#bodies.delete(body)
  }
}

/** A body of which blocks arrive in order. */
export class IncomingBody implements Body {
  readonly #parts: Uint8Array[] = []
  readonly discard: () => void
  #length = 0

  constructor(discard: () => void) {
    this.discard = discard
  }

  /** Of the blocks so far. */
  get length(): number {
    return this.#length
  }

  get size(): number {
    return this.#length + this.#parts.length * bytesPerPart
  }

  /** Returns why the block cannot be added. */
  add({ number, hasMore, size }: Block, payload: Uint8Array): 'order' | 'length' | 'tooLarge' | undefined {
    if (number * size !== this.#length) return 'order'
    if (hasMore ? payload.length !== size : payload.length > size) return 'length'
    if (this.#length + payload.length > mostBody) return 'tooLarge'
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
export function remember<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > most && oldest !== undefined) map.delete(oldest)
}
