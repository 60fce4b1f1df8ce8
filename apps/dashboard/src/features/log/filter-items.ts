import { isAtLeast, type Level, type LineSearch } from './index.ts'
import type { LogItem } from './log-tail.ts'

export interface FilteredItems {
  readonly items: readonly LogItem[]
  /** Number of lines, without gaps. */
  readonly lines: number
  /** The search took too long and was stopped before the oldest lines. */
  readonly isStopped: boolean
}

/** Time limit for searching all lines, in milliseconds. */
const searchTimeoutMs = 1000

/** Items that match the filter. Gaps always match. */
export function filterItems(
  items: readonly LogItem[],
  minLevel: Level | undefined,
  search: LineSearch | undefined,
): FilteredItems {
  const isShown = (item: LogItem) =>
    item.kind !== 'line' ||
    ((minLevel === undefined || isAtLeast(item.level, minLevel)) && (search === undefined || search.isIn(item.text)))
  const deadline = performance.now() + searchTimeoutMs
  const shown: LogItem[] = []
  let isStopped = false
  // Start at the end, so that the newest lines are shown if the search is stopped.
  for (let index = items.length - 1; index >= 0 && !isStopped; index -= 1) {
    const item = items[index]
    if (item && isShown(item)) shown.push(item)
    isStopped = search !== undefined && index % 256 === 0 && index > 0 && performance.now() > deadline
  }
  shown.reverse()
  return { items: shown, lines: shown.filter(({ kind }) => kind === 'line').length, isStopped }
}
