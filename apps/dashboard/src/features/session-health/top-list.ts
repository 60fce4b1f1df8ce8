/** Keeps the items with the highest scores. */
export interface TopList<T> {
  readonly offer: (score: number, item: T) => void
  /** Highest score first. Equal scores in the order of insertion. */
  readonly sorted: () => readonly T[]
}

interface RankedItem<T> {
  readonly score: number
  readonly order: number
  readonly item: T
}

/** A heap whose root is the worst of the best `size` items, so most offers need only one comparison. */
export function createTopList<T>(size: number): TopList<T> {
  const heap: RankedItem<T>[] = []
  let offered = 0

  const swap = (a: number, b: number) => {
    const one = heap[a]
    const other = heap[b]
    if (!one || !other) return
    heap[a] = other
    heap[b] = one
  }
  const isWorse = (a: number, b: number): boolean => {
    const one = heap[a]
    const other = heap[b]
    return one !== undefined && other !== undefined && compare(one, other) > 0
  }
  function rise(index: number): void {
    for (let at = index; at > 0; ) {
      const parent = (at - 1) >> 1
      if (!isWorse(at, parent)) return
      swap(at, parent)
      at = parent
    }
  }
  function sink(): void {
    for (let at = 0; ; ) {
      const left = 2 * at + 1
      const worse = isWorse(left + 1, left) ? left + 1 : left
      if (!isWorse(worse, at)) return
      swap(at, worse)
      at = worse
    }
  }

  return {
    offer(score, item) {
      const worst = heap[0]
      if (heap.length === size && worst && score <= worst.score) return
      const entry = { score, order: offered++, item }
      if (heap.length < size) {
        heap.push(entry)
        rise(heap.length - 1)
      } else {
        heap[0] = entry
        sink()
      }
    },
    sorted: () => heap.toSorted(compare).map(({ item }) => item),
  }
}

/** Positive if `one` is ranked after `other`. */
function compare(one: RankedItem<unknown>, other: RankedItem<unknown>): number {
  return other.score - one.score || one.order - other.order
}
