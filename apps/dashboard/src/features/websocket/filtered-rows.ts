import type { Message, MessageLog } from './message-log.ts'

/** The rows of a list: how many, and which message each is. */
export interface Rows {
  readonly count: number
  /** `seq` of the row; the oldest is row 0. */
  readonly at: (index: number) => number
}

/** The messages of a log that a predicate leaves, found bit by bit. */
export interface FilteredRows {
  /** Looks at what it has not seen yet, for about so many milliseconds. True when nothing is left. */
  readonly advance: (budget: number) => boolean
  readonly rows: () => Rows
}

/** How many messages are looked at before the clock is. */
const stride = 128

export function createFilteredRows(
  log: MessageLog,
  keeps: (message: Message) => boolean,
  now: () => number = () => performance.now(),
): FilteredRows {
  let found: number[] = []
  let next = log.first()
  // Where what is still kept begins in `found`.
  let head = 0

  const forgetDropped = () => {
    const first = log.first()
    while (head < found.length && (found[head] ?? 0) < first) head += 1
    if (head > 4096 && head > found.length / 2) {
      found = found.slice(head)
      head = 0
    }
  }
  return {
    advance(budget) {
      const until = now() + budget
      next = Math.max(next, log.first())
      const end = log.end()
      while (next < end) {
        const message = log.at(next)
        if (message && keeps(message)) found.push(next)
        next += 1
        if (next % stride === 0 && now() > until) break
      }
      forgetDropped()
      return next >= end
    },
    rows() {
      const [list, offset] = [found, head]
      return { count: list.length - offset, at: (index) => list[offset + index] ?? -1 }
    },
  }
}

/** All that the log keeps, as it is now. */
export function allRows(log: MessageLog): Rows {
  const first = log.first()
  return { count: log.end() - first, at: (index) => first + index }
}

/** The same rows, whatever comes and goes. */
export function frozen(rows: Rows): Rows {
  const seqs = Float64Array.from({ length: rows.count }, (_, index) => rows.at(index))
  return { count: rows.count, at: (index) => seqs[index] ?? -1 }
}
