import { patience, withDeadline } from './deadline.ts'

export interface Inbox<T> {
  /** Everything that ever arrived. */
  readonly all: readonly T[]
  /** What nobody took yet, oldest first. */
  readonly unread: readonly T[]
  push(item: T): void
  /** Takes the oldest unread item that fits, waiting for it if need be; others stay unread. */
  take<S extends T>(fits: (item: T) => item is S, what: string, ms?: number): Promise<S>
  take(fits: (item: T) => boolean, what: string, ms?: number): Promise<T>
  /** Forgets everything that has arrived. */
  clear(): void
  /** No more will come: waits that are open fail at once. */
  close(why: string): void
}

/** Things that arrive by themselves, to be awaited one by one. */
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
    take<S extends T>(fits: (item: T) => boolean, what: string, ms = patience): Promise<S> {
      const index = unread.findIndex(fits)
      // The overloads promise S only to those who pass a type guard for it.
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
