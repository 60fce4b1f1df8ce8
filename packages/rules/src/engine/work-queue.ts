interface Work<T> {
  readonly take: (item: T) => void
  /** Checked after each pause. If false, the remaining items are skipped. */
  readonly isWanted: () => boolean
}

/** Processes long lists with pauses, so that a message with a list of 100 000 items does not block the process. */
export interface WorkQueue {
  /** Starts immediately. Items with the same key keep their order. */
  readonly forEach: <T>(key: string, items: readonly T[], work: Work<T>) => void
  /** True if the queue is so long that callers should not add items. */
  readonly isFull: () => boolean
}

/** Milliseconds of work before other tasks can run. */
const maxWorkMs = 20
/** Maximum number of queued items of all keys. */
const maxItems = 200_000

/** Processes items until the given time. Returns true when all items are done. */
type Rest = (until: number) => boolean

export function createWorkQueue(): WorkQueue {
  const queues = new Map<string, Rest[]>()
  let waiting = 0
  let isPlanned = false

  function resume(): void {
    isPlanned = false
    const share = maxWorkMs / queues.size
    for (const [key, queue] of [...queues]) {
      const until = performance.now() + share
      while (queue[0]?.(until)) queue.shift()
      if (queue.length === 0) queues.delete(key)
    }
    plan()
  }

  function plan(): void {
    if (isPlanned || queues.size === 0) return
    isPlanned = true
    setImmediate(resume)
  }

  function restOf<T>(items: readonly T[], from: number, { take, isWanted }: Work<T>): Rest {
    let next = from
    waiting += items.length - next
    return (until) => {
      const started = next
      if (!isWanted()) next = items.length
      while (next < items.length && (next === started || performance.now() < until)) take(items[next++] as T) // the index is in range
      waiting -= next - started
      return next >= items.length
    }
  }

  return {
    forEach(key, items, work) {
      const queue = queues.get(key)
      if (queue) return void queue.push(restOf(items, 0, work))
      const until = performance.now() + maxWorkMs
      for (const [index, item] of items.entries()) {
        work.take(item)
        if (index + 1 === items.length || performance.now() < until) continue
        queues.set(key, [...(queues.get(key) ?? []), restOf(items, index + 1, work)])
        return plan()
      }
    },
    isFull: () => waiting >= maxItems,
  }
}
