interface QueueOptions<T> {
  readonly sizeOf: (item: T) => number
  /** Items and bytes at which the source is stopped. */
  readonly maxItems: number
  readonly maxBytes?: number
  readonly maxItemsPerCall?: number
  stop(): void
  restart(): void
}

/** Limit of one call, below the 4 MB that gRPC accepts by default. */
const maxCallBytes = 1024 * 1024

/** Items that wait for a call of the handler. Their source is stopped while the queue is full. */
export class ReportQueue<T> {
  readonly #options: QueueOptions<T>
  readonly #items: T[] = []
  /** Including those of the call in progress. */
  #bytes = 0
  #isStopped = false

  constructor(options: QueueOptions<T>) {
    this.#options = options
  }

  get isEmpty(): boolean {
    return this.#items.length === 0
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  push(item: T): void {
    this.#items.push(item)
    this.#bytes += this.#options.sizeOf(item)
    if (this.#isStopped || !this.#isFull) return
    this.#isStopped = true
    this.#options.stop()
  }

  /** Removes the first items, at least one and up to 1 MiB, and calls the handler with them. */
  async report(call: (items: readonly T[]) => Promise<void>): Promise<void> {
    const items = this.#items.splice(0, this.#nextCount())
    await call(items)
    for (const item of items) this.#bytes -= this.#options.sizeOf(item)
    if (!this.#isStopped || this.#isFull) return
    this.#isStopped = false
    this.#options.restart()
  }

  get #isFull(): boolean {
    const { maxItems, maxBytes = Number.POSITIVE_INFINITY } = this.#options
    return this.#items.length >= maxItems || this.#bytes >= maxBytes
  }

  #nextCount(): number {
    const { sizeOf, maxItemsPerCall = Number.POSITIVE_INFINITY } = this.#options
    let count = 0
    let bytes = 0
    for (const item of this.#items) {
      bytes += sizeOf(item)
      if (count === maxItemsPerCall || (count > 0 && bytes > maxCallBytes)) break
      count += 1
    }
    return count
  }
}
