/** The longest delivery time for a client and topic. */
export interface SlowSubscription {
  readonly clientId: string
  readonly topic: string
  /** Milliseconds. */
  readonly timespan: number
  /** Milliseconds since the epoch. */
  readonly updatedAt: number
}

/** The `size` slowest subscriptions, one entry per client and topic. */
export class TopList {
  readonly #entries = new Map<string, SlowSubscription>()
  #size: number
  /** The fastest entry of a full list, cached until the list changes. */
  #fastestEntry: SlowSubscription | undefined

  constructor(size: number) {
    this.#size = size
  }

  /** Slowest first. */
  list(): readonly SlowSubscription[] {
    return [...this.#entries.values()].sort((a, b) => b.timespan - a.timespan || b.updatedAt - a.updatedAt)
  }

  /** Adds an entry if it is slower than the existing one, and slower than the fastest entry of a full list. */
  add(entry: SlowSubscription): void {
    const key = keyOf(entry)
    const known = this.#entries.get(key)
    if (known) {
      if (entry.timespan <= known.timespan) return
    } else if (this.#entries.size >= this.#size) {
      const fastest = this.#findFastest()
      if (!fastest || entry.timespan <= fastest.timespan) return
      this.#remove(fastest)
    }
    if (known === this.#fastestEntry) this.#fastestEntry = undefined
    this.#entries.set(key, entry)
  }

  resize(size: number): void {
    this.#size = size
    for (const entry of this.list().slice(size)) this.#remove(entry)
  }

  /** Removes entries that have not been updated since then. */
  expire(since: number): void {
    for (const entry of this.#entries.values()) if (entry.updatedAt <= since) this.#remove(entry)
  }

  clear(): void {
    this.#entries.clear()
    this.#fastestEntry = undefined
  }

  #remove(entry: SlowSubscription): void {
    this.#entries.delete(keyOf(entry))
    this.#fastestEntry = undefined
  }

  #findFastest(): SlowSubscription | undefined {
    this.#fastestEntry ??= [...this.#entries.values()].reduce<SlowSubscription | undefined>(
      (fastest, one) => (fastest && fastest.timespan <= one.timespan ? fastest : one),
      undefined,
    )
    return this.#fastestEntry
  }
}

/** U+0000 is a safe separator, since neither part may contain it [MQTT-1.5.4-2]. */
const keyOf = ({ clientId, topic }: SlowSubscription) => `${clientId}\0${topic}`
