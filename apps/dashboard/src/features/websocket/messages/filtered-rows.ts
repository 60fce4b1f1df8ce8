import type { LoggedMessage, MessageLog } from './message-log.ts'

/** The rows of the message list. */
export interface MessageRows {
  readonly count: number
  /** `seq` of the row; the oldest is row 0. */
  readonly at: (index: number) => number
}

/** Filters the messages of a log in small steps. */
export interface FilteredRows {
  /** Filters further messages for about `budgetMs`. True when all messages are filtered. */
  readonly advance: (budgetMs: number) => boolean
  readonly rows: () => MessageRows
}

/** Number of messages that are filtered before the clock is checked. */
const stride = 128

export function createFilteredRows(
  log: MessageLog,
  matches: (message: LoggedMessage) => boolean,
  now: () => number = () => performance.now(),
): FilteredRows {
  let found: number[] = []
  let next = log.first()
  // Index in `found` of the first message that is still in the log.
  let head = 0

  const removeDropped = () => {
    const first = log.first()
    while (head < found.length && (found[head] ?? 0) < first) head += 1
    if (head > 4096 && head > found.length / 2) {
      found = found.slice(head)
      head = 0
    }
  }
  return {
    advance(budgetMs) {
      const until = now() + budgetMs
      next = Math.max(next, log.first())
      const end = log.end()
      while (next < end) {
        const message = log.at(next)
        if (message && matches(message)) found.push(next)
        next += 1
        if (next % stride === 0 && now() > until) break
      }
      removeDropped()
      return next >= end
    },
    rows() {
      const [list, offset] = [found, head]
      return { count: list.length - offset, at: (index) => list[offset + index] ?? -1 }
    },
  }
}

/** All messages that are in the log now. */
export function allRows(log: MessageLog): MessageRows {
  const first = log.first()
  return { count: log.end() - first, at: (index) => first + index }
}

/** A copy of the rows that does not change with the log. */
export function freezeRows(rows: MessageRows): MessageRows {
  const seqs = Float64Array.from({ length: rows.count }, (_, index) => rows.at(index))
  return { count: rows.count, at: (index) => seqs[index] ?? -1 }
}
