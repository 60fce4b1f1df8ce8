import { waitTimeoutMs, withDeadline } from './deadline.ts'

export interface Inbox<T> {
  /** All items that ever arrived. */
  readonly all: readonly T[]
  /** Items that were not taken yet, oldest first. */
  readonly unread: readonly T[]
  push(item: T): void
  /** Takes the oldest matching item, and waits for it if necessary. Other items stay unread. */
  take<S extends T>(fits: (item: T) => item is S, what: string, ms?: number): Promise<S>
  take(fits: (item: T) => boolean, what: string, ms?: number): Promise<T>
  /** Removes all items. */
  clear(): void
  /** No more items will arrive: pending waits fail immediately. */
  close(why: string): void
}

/** A queue of items that arrive asynchronously. */
export function createInbox<T>(show: (item: T) => string): Inbox<T> {
  const all: T[] = []
  const unread: T[] = []
  const waiting: { fits: (item: T) => boolean; resolve: (item: T) => void; reject: () => void }[] = []
  let closed: string | undefined

  const contents = () => (unread.length === 0 ? 'nothing' : unread.slice(0, 20).map(show).join('\n  '))

  return {
    all,
    unread,
    push(item) {
      all.push(item)
      const index = waiting.findIndex(({ fits }) => fits(item))
      if (index < 0) unread.push(item)
      else waiting.splice(index, 1)[0]?.resolve(item)
    },
    take<S extends T>(fits: (item: T) => boolean, what: string, ms = waitTimeoutMs): Promise<S> {
      const index = unread.findIndex(fits)
      // The overloads return S only if a type guard is passed.
      if (index >= 0) return Promise.resolve(unread.splice(index, 1)[0] as S)
      const explain = () =>
        `Waited for ${what}${closed === undefined ? '' : `, but ${closed}`}; unread instead:\n  ${contents()}`
      if (closed !== undefined) return Promise.reject(new Error(explain()))
      const entry = { fits, resolve: (_: T) => {}, reject: () => {} }
      const arrival = new Promise<S>((resolve, reject) => {
        entry.resolve = (item) => resolve(item as S)
        entry.reject = () => reject(new Error(explain()))
      })
      waiting.push(entry)
      return withDeadline(arrival, explain, ms).finally(() => {
        const left = waiting.indexOf(entry)
        if (left >= 0) waiting.splice(left, 1)
      })
    },
    clear() {
      all.length = 0
      unread.length = 0
    },
    close(why) {
      closed = why
      for (const { reject } of waiting.splice(0)) reject()
    },
  }
}
