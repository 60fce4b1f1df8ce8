/** The latest entries of many, bounded for each and for all together; whoever had nothing for the longest time goes first. */
export interface Rings<T> {
  /** `merge` may make one of the newest entry and this; undefined keeps both. */
  add(key: string, entry: T, merge?: (newest: T) => T | undefined): void
  /** The newest last. */
  read(key: string): { readonly entries: readonly T[]; readonly forgotten: number }
  clear(): void
  /** Of all. */
  readonly size: number
}

interface Ring<T> {
  entries: T[]
  forgotten: number
}

export function createRings<T>({ each, all }: { readonly each: number; readonly all: number }): Rings<T> {
  /** In the order in which something was added last. */
  const rings = new Map<string, Ring<T>>()
  let size = 0

  function forgetOldest(): void {
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
      if (entries.length > each) {
        entries.shift()
        ring.forgotten += 1
        size -= 1
      }
      while (size > all) forgetOldest()
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
