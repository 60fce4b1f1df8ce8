/**
 * The latest entries by key and kind, limited per kind and in total, so that frequent entries of one kind do not evict
 * those of another. At the total limit, the least recently updated key is dropped.
 */
export interface Rings<Kind extends string, T> {
  /** `merge` may add the entry to one of the newest entries of its kind, newest last, and returns whether it did. */
  add(key: string, kind: Kind, entry: () => T, merge?: (newest: readonly T[]) => boolean): void
  /** In no order across kinds; newest last within a kind. */
  read(key: string): { readonly entries: readonly T[]; readonly forgotten: number }
  clear(): void
  /** Total number of entries. */
  readonly size: number
}

interface Ring<Kind extends string, T> {
  readonly kinds: Map<Kind, T[]>
  count: number
  forgotten: number
}

/** Number of entries of a kind that a new one may be merged with. */
const mergedWith = 4

export function createRings<Kind extends string, T>({
  quotas,
  maxTotal,
}: {
  readonly quotas: Readonly<Record<Kind, number>>
  readonly maxTotal: number
}): Rings<Kind, T> {
  /** In the order of the last update. */
  const rings = new Map<string, Ring<Kind, T>>()
  let size = 0

  function dropOldest(): void {
    const [oldest] = rings
    if (!oldest) return
    rings.delete(oldest[0])
    size -= oldest[1].count
  }

  return {
    add(key, kind, entry, merge) {
      const ring = rings.get(key) ?? { kinds: new Map<Kind, T[]>(), count: 0, forgotten: 0 }
      rings.delete(key)
      rings.set(key, ring)
      const entries = ring.kinds.get(kind) ?? []
      ring.kinds.set(kind, entries)
      if (merge?.(entries.slice(-mergedWith))) return
      entries.push(entry())
      ring.count += 1
      size += 1
      if (entries.length > quotas[kind]) {
        entries.shift()
        ring.forgotten += 1
        ring.count -= 1
        size -= 1
      }
      while (size > maxTotal) dropOldest()
    },
    read(key) {
      const ring = rings.get(key)
      return { entries: ring ? [...ring.kinds.values()].flat() : [], forgotten: ring?.forgotten ?? 0 }
    },
    clear() {
      rings.clear()
      size = 0
    },
    get size() {
      return size
    },
  }
}
