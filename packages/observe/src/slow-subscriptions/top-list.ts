/** A client and a topic with the longest time that one of its messages took. */
export interface SlowSubscription {
  readonly clientId: string
  readonly topic: string
  /** Milliseconds. */
  readonly timespan: number
  /** Milliseconds since the epoch. */
  readonly updatedAt: number
}

/** The slowest, each client and topic once, at most `size` of them. */
export class TopList {
  readonly #entries = new Map<string, SlowSubscription>()
  #size: number
  /** The quickest of a full list, until it changes. */
  #least: SlowSubscription | undefined

  constructor(size: number) {
    this.#size = size
  }

  /** Slowest first. */
  list(): readonly SlowSubscription[] {
    return [...this.#entries.values()].sort((a, b) => b.timespan - a.timespan || b.updatedAt - a.updatedAt)
  }

  /** Only what is slower than what is known of the same subscription, and than the quickest of a full list, gets in. */
  add(entry: SlowSubscription): void {
    const key = keyOf(entry)
    const known = this.#entries.get(key)
    if (known) {
      if (entry.timespan <= known.timespan) return
    } else if (this.#entries.size >= this.#size) {
      const least = this.#quickest()
      if (!least || entry.timespan <= least.timespan) return
      this.#remove(least)
    }
    if (known === this.#least) this.#least = undefined
    this.#entries.set(key, entry)
  }

  resize(size: number): void {
    this.#size = size
    for (const entry of this.list().slice(size)) this.#remove(entry)
  }

  /** Takes out what has not been updated since then. */
  expire(since: number): void {
    for (const entry of this.#entries.values()) if (entry.updatedAt <= since) this.#remove(entry)
  }

  clear(): void {
    this.#entries.clear()
    this.#least = undefined
  }

  #remove(entry: SlowSubscription): void {
    this.#entries.delete(keyOf(entry))
    this.#least = undefined
  }

  #quickest(): SlowSubscription | undefined {
    this.#least ??= [...this.#entries.values()].reduce<SlowSubscription | undefined>(
      (least, one) => (least && least.timespan <= one.timespan ? least : one),
      undefined,
    )
    return this.#least
  }
}

/** Neither may have U+0000 in it [MQTT-1.5.4-2]. */
const keyOf = ({ clientId, topic }: SlowSubscription) => `${clientId}\0${topic}`
