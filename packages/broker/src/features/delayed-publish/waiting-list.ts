/** A delayed message without its body. */
export interface WaitingMessage {
  /** Milliseconds since the epoch. */
  readonly dueAt: number
  /** Message ID; increases with time. */
  readonly id: string
  readonly topic: string
  /** Requested delay in seconds. */
  readonly interval: number
}

/** Delayed messages, ordered by due time. */
export interface WaitingList {
  readonly size: number
  add(item: WaitingMessage): void
  get(id: string): WaitingMessage | undefined
  /** Returns false if it does not exist. */
  remove(item: WaitingMessage): boolean
  first(): WaitingMessage | undefined
  /** Removes and returns due messages, up to a limit. */
  takeDue(now: number, most: number): WaitingMessage[]
  slice(offset: number, limit: number): readonly WaitingMessage[]
  filter(fits: (item: WaitingMessage) => boolean): readonly WaitingMessage[]
}

/** Maximum number of items in a chunk, which limits the cost of an insertion. */
const chunkSize = 512

/** A sorted list of sorted chunks. Inserting and paging stay fast with a million items. */
export function createWaitingList(items: readonly WaitingMessage[]): WaitingList {
  const sorted = items.toSorted(inOrder)
  const chunks: WaitingMessage[][] = []
  for (let at = 0; at < sorted.length; at += chunkSize) chunks.push(sorted.slice(at, at + chunkSize))
  const byId = new Map(sorted.map((item) => [item.id, item]))

  /** The first chunk that ends with the item or one after it, or the last there is. */
  const chunkFor = (item: WaitingMessage) => {
    const index = lowerBound(chunks, (chunk) => isBefore(chunk.at(-1), item))
    return Math.min(index, chunks.length - 1)
  }

  const dropIfEmpty = (index: number) => {
    if (chunks[index]?.length === 0) chunks.splice(index, 1)
  }

  return {
    get size() {
      return byId.size
    },
    add(item) {
      byId.set(item.id, item)
      const index = chunkFor(item)
      const chunk = chunks[index]
      if (!chunk) {
        chunks.push([item])
        return
      }
      chunk.splice(
        lowerBound(chunk, (other) => isBefore(other, item)),
        0,
        item,
      )
      if (chunk.length > chunkSize) chunks.splice(index + 1, 0, chunk.splice(chunkSize / 2))
    },
    get: (id) => byId.get(id),
    remove(item) {
      if (byId.get(item.id) !== item) return false
      byId.delete(item.id)
      const index = chunkFor(item)
      const chunk = chunks[index] ?? []
      chunk.splice(chunk.indexOf(item), 1)
      dropIfEmpty(index)
      return true
    },
    first: () => chunks[0]?.[0],
    takeDue(now, most) {
      const due: WaitingMessage[] = []
      for (let chunk = chunks[0]; chunk && due.length < most; chunk = chunks[0]) {
        const count = lowerBound(chunk, ({ dueAt }) => dueAt <= now)
        if (count === 0) break
        due.push(...chunk.splice(0, Math.min(count, most - due.length)))
        dropIfEmpty(0)
      }
      for (const { id } of due) byId.delete(id)
      return due
    },
    slice(offset, limit) {
      const page: WaitingMessage[] = []
      let before = 0
      for (const chunk of chunks) {
        if (page.length >= limit) break
        const start = Math.max(0, offset - before)
        page.push(...chunk.slice(start, start + limit - page.length))
        before += chunk.length
      }
      return page
    },
    filter: (fits) => chunks.flatMap((chunk) => chunk.filter(fits)),
  }
}

/** Number of leading items for which `isBefore` is true (binary search). */
function lowerBound<T>(all: readonly T[], isEarlier: (one: T) => boolean): number {
  let low = 0
  let high = all.length
  while (low < high) {
    const middle = (low + high) >>> 1
    // Between low and high there is one.
    if (isEarlier(all[middle] as T)) low = middle + 1
    else high = middle
  }
  return low
}

const inOrder = (a: WaitingMessage, b: WaitingMessage) => a.dueAt - b.dueAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
const isBefore = (a: WaitingMessage | undefined, b: WaitingMessage) => a !== undefined && inOrder(a, b) < 0
