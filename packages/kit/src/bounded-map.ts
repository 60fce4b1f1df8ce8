/** A map of the newest entries. An entry that is set again becomes the newest. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #maxEntries: number
  readonly #onEvict: (value: V) => void

  /** @param onEvict called after the oldest entry was removed, because there were more than `maxEntries` */
  constructor(maxEntries: number, onEvict: (value: V) => void = () => {}) {
    super()
    this.#maxEntries = maxEntries
    this.#onEvict = onEvict
  }

  override set(key: K, value: V): this {
    this.delete(key)
    super.set(key, value)
    if (this.size > this.#maxEntries) this.#evictOldest()
    return this
  }

  #evictOldest(): void {
    const [oldest] = this
    if (oldest === undefined) return
    this.delete(oldest[0])
    this.#onEvict(oldest[1])
  }
}
