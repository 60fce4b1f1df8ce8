/** What is done with each item. */
interface Work<T> {
  readonly take: (item: T) => void
  /** Asked after each pause. */
  readonly isWanted: () => boolean
}

/** Long lists are worked through with pauses, so that one message with a list of 100 000 items holds nobody up. */
export interface WorkQueue {
  /** Begins at once. What has the same key keeps its order. */
  readonly forEach: <T>(key: string, items: readonly T[], work: Work<T>) => void
  /** So much waits already that no more should come. */
  readonly isFull: () => boolean
}

/** Milliseconds of work before others get their turn. */
const maxWorkMs = 20
/** Items that may wait, of all keys together. */
const maxItems = 200_000

/** The rest of a list: works until the time is over. True when nothing is left. */
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
      while (next < items.length && (next === started || performance.now() < until)) take(items[next++] as T) // within its length
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
