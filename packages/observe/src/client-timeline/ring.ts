/** The latest entries by key, limited per key and in total. At the total limit, the least recently updated key is dropped. */
export interface Rings<T> {
  /** `merge` may return a replacement for the newest entry. If it returns undefined, both are kept. */
  add(key: string, entry: T, merge?: (newest: T) => T | undefined): void
  /** Newest last. */
  read(key: string): { readonly entries: readonly T[]; readonly forgotten: number }
  clear(): void
  /** Total number of entries. */
  readonly size: number
}

interface Ring<T> {
  entries: T[]
  forgotten: number
}

export function createRings<T>({
  maxPerKey,
  maxTotal,
}: {
  readonly maxPerKey: number
  readonly maxTotal: number
}): Rings<T> {
  /** In the order of the last update. */
  const rings = new Map<string, Ring<T>>()
  let size = 0

  function dropOldest(): void {
    const [oldest] = rings
    if (!oldest) return
    rings.delete(oldest[0])
    size -= oldest[1].entries.length
  }

  return {
    add(key, entry, merge) {
      const ring = rings.get(key) ?? { entries: [], forgotten: 0 }
      rings.delete(key)
      rings.set(key, ring)
      const { entries } = ring
      const newest = entries.at(-1)
      const merged = merge && newest !== undefined ? merge(newest) : undefined
      if (merged !== undefined) {
        entries[entries.length - 1] = merged
        return
      }
      entries.push(entry)
      size += 1
      if (entries.length > maxPerKey) {
        entries.shift()
        ring.forgotten += 1
        size -= 1
      }
      while (size > maxTotal) dropOldest()
    },
    read: (key) => rings.get(key) ?? { entries: [], forgotten: 0 },
    clear() {
      rings.clear()
      size = 0
    },
    get size() {
      return size
    },
  }
}
