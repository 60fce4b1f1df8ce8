import { isAtLeast, type Level, type LineSearch } from '../../log-lines/index.ts'
import type { LogItem } from './log-tail.ts'

export interface ShownItems {
  readonly items: readonly LogItem[]
  /** Lines, without the notes. */
  readonly lines: number
  /** Looking for the expression took too long; the rest is not shown. */
  readonly isCut: boolean
}

/** Milliseconds for looking through all lines. */
const mostTime = 1000

/** What the filter leaves. Notes about what is missing always stay. */
export function shownItems(
  items: readonly LogItem[],
  least: Level | undefined,
  search: LineSearch | undefined,
): ShownItems {
  const isShown = (item: LogItem) =>
    item.kind !== 'line' ||
    ((least === undefined || isAtLeast(item.level, least)) && (search === undefined || search.isIn(item.text)))
  const until = performance.now() + mostTime
  const shown: LogItem[] = []
  let isCut = false
  // From the end: that is what people look at.
  for (let index = items.length - 1; index >= 0 && !isCut; index -= 1) {
    const item = items[index]
    if (item && isShown(item)) shown.push(item)
    isCut = search !== undefined && index % 256 === 0 && index > 0 && performance.now() > until
  }
  shown.reverse()
  return { items: shown, lines: shown.filter(({ kind }) => kind === 'line').length, isCut }
}
