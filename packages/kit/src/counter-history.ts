/** Counters of many objects over the last hour. */
export interface CounterHistory<Counter extends string> {
  /** Adds the counters of an object. Does nothing if there are too many objects. */
  readonly add: (id: string, at: number, counters: Readonly<Record<Counter, number>>) => void
  /** All times (milliseconds, ascending) and the counters at these times. */
  readonly read: (id: string) => {
    readonly times: number[]
    readonly counters: Record<Counter, number[]>
  }
  /** The oldest counters at or after `from` (milliseconds). */
  readonly since: (id: string, from: number) => (Record<Counter, number> & { readonly at: number }) | undefined
  /** Forgets all other objects. */
  readonly retain: (ids: ReadonlySet<string>) => void
}

interface HistoryOptions<Counter extends string> {
  /** The first one decreases only with a reset, which clears the history of the object. */
  readonly counters: readonly [Counter, ...Counter[]]
  /** Number of samples per object. */
  readonly length: number
  /** Maximum number of objects, to limit memory. */
  readonly maxObjects: number
}

interface Ring {
  /** One row per sample: the time, then the counters. */
  rows: Float64Array
  /** Index of the oldest row. */
  start: number
  count: number
}

/** Rows that a new object gets. They are doubled until all samples have room. */
const firstRows = 32

export function createCounterHistory<Counter extends string>({
  counters: names,
  length,
  maxObjects,
}: HistoryOptions<Counter>): CounterHistory<Counter> {
  const width = names.length + 1
  const rings = new Map<string, Ring>()

  return {
    add(id, at, counters) {
      const ring = rings.get(id) ?? newRing(id)
      if (!ring) return
      if (ring.count > 0 && counters[names[0]] < value(ring, ring.count - 1, 1)) ring.count = 0
      const rows = ring.rows.length / width
      if (ring.count === rows && rows < length) grow(ring, Math.min(length, rows * 2))
      if (ring.count === length) ring.start = (ring.start + 1) % length
      else ring.count += 1
      const offset = offsetOf(ring, ring.count - 1)
      ring.rows[offset] = at
      for (const [index, name] of names.entries()) ring.rows[offset + index + 1] = counters[name]
    },
    read(id) {
      const ring = rings.get(id)
      const column = (index: number) =>
        ring ? Array.from({ length: ring.count }, (_, row) => value(ring, row, index)) : []
      return { times: column(0), counters: toRecord((index) => column(index)) }
    },
    since(id, from) {
      const ring = rings.get(id)
      if (!ring) return undefined
      let row = 0
      while (row < ring.count && value(ring, row, 0) < from) row += 1
      if (row === ring.count) return undefined
      return { ...toRecord((index) => value(ring, row, index)), at: value(ring, row, 0) }
    },
    retain(ids) {
      for (const id of rings.keys()) if (!ids.has(id)) rings.delete(id)
    },
  }

  function newRing(id: string): Ring | undefined {
    if (rings.size >= maxObjects) return undefined
    const ring: Ring = { rows: new Float64Array(Math.min(firstRows, length) * width), start: 0, count: 0 }
    rings.set(id, ring)
    return ring
  }

  /** The rows are in order, because the oldest one is replaced only at full length. */
  function grow(ring: Ring, rows: number): void {
    const larger = new Float64Array(rows * width)
    larger.set(ring.rows)
    ring.rows = larger
  }

  function offsetOf({ rows, start }: Ring, row: number): number {
    return ((start + row) * width) % rows.length
  }

  function value(ring: Ring, row: number, index: number): number {
    return ring.rows[offsetOf(ring, row) + index] ?? 0
  }

  function toRecord<T>(of: (index: number) => T): Record<Counter, T> {
    return Object.fromEntries(names.map((name, index) => [name, of(index + 1)])) as Record<Counter, T> // one entry for each name
  }
}
