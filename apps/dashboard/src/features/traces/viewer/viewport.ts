import type { Line, Lines, MaybeLine } from './lines.ts'

/**
 * The scroll position: a line and the px of it above the top edge (negative for px between the edge and the line), or the
 * end. Lines are identified by their position in the file, so that nothing moves when other parts are loaded.
 */
export type View = { readonly position: number; readonly above: number } | 'end'

export const rowHeight = 26

export interface VisibleLines {
  readonly lines: readonly Line[]
  /** Px of the first line above the edge. Negative if the lines do not start at the top. */
  readonly above: number
  readonly isAtEnd: boolean
  readonly isAtStart: boolean
  /** Whether some visible lines are not loaded yet. */
  readonly isWaiting: boolean
}

/** The lines that are visible in a view of this height in px. */
export function visibleLines(lines: Lines, view: View, height: number): VisibleLines {
  if (view === 'end') return linesFromEnd(lines, height)
  const anchor = lines.find(view.position)
  if (typeof anchor !== 'object') return noLines(anchor)
  const steps = Math.floor(view.above / rowHeight)
  const { line: first, left } = stepLines(lines, anchor, steps)
  const above = left === 0 ? view.above - steps * rowHeight : 0
  const forward = collect(first, lines.next, Math.ceil(height / rowHeight) + 1)
  if (forward.ended === undefined && forward.lines.length * rowHeight - above <= height)
    return linesFromEnd(lines, height)
  const before = lines.previous(first)
  return {
    lines: forward.lines,
    above,
    isAtEnd: false,
    isAtStart: above === 0 && before === undefined,
    isWaiting: forward.ended === 'unknown' || (left > 0 && before === 'unknown'),
  }
}

function linesFromEnd(lines: Lines, height: number): VisibleLines {
  const last = lines.last()
  if (typeof last !== 'object') return noLines(last)
  const { lines: backward, ended } = collect(last, lines.previous, Math.ceil(height / rowHeight))
  const shown = backward.toReversed()
  // Few lines are aligned to the top.
  const above = Math.max(0, shown.length * rowHeight - height)
  const isAtStart = ended === undefined && shown.length * rowHeight <= height
  return { lines: shown, above, isAtEnd: true, isAtStart, isWaiting: ended === 'unknown' }
}

const noLines = (reason: 'unknown' | undefined): VisibleLines => ({
  lines: [],
  above: 0,
  isAtEnd: reason === undefined,
  isAtStart: reason === undefined,
  isWaiting: reason === 'unknown',
})

/** Collects up to `limit` lines in one direction. `ended` is what follows: undefined for the end, `more` for other lines. */
function collect(
  first: Line,
  step: (line: Line) => MaybeLine,
  limit: number,
): { readonly lines: readonly Line[]; readonly ended: 'more' | 'unknown' | undefined } {
  const lines = [first]
  for (let line = first; ; ) {
    const next = step(line)
    if (typeof next !== 'object') return { lines, ended: next }
    if (lines.length >= limit) return { lines, ended: 'more' }
    lines.push(next)
    line = next
  }
}

/** Moves the view by px, downwards if positive. Stops where lines are not loaded. */
export function moveView(lines: Lines, view: View, height: number, by: number): View {
  const visible = visibleLines(lines, view, height)
  const [first] = visible.lines
  if (!first || (visible.isAtEnd && by >= 0)) return view
  const next = visibleLines(lines, { position: first.position, above: visible.above + by }, height)
  const [top] = next.lines
  if (!top) return view
  return next.isAtEnd && by > 0 ? 'end' : { position: top.position, above: next.above }
}

/** Moves by lines. `left` is the number of steps that were not possible. */
export function stepLines(lines: Lines, from: Line, steps: number): { readonly line: Line; readonly left: number } {
  let line = from
  for (let left = Math.abs(steps); left > 0; left -= 1) {
    const next = steps < 0 ? lines.previous(line) : lines.next(line)
    if (typeof next !== 'object') return { line, left }
    line = next
  }
  return { line, left: 0 }
}

/** Moves as little as possible to show the whole line. Shows distant lines in the upper third. */
export function revealLine(lines: Lines, view: View, height: number, position: number): View {
  const { lines: shown, above } = visibleLines(lines, view, height)
  const index = shown.findIndex((line) => line.position === position)
  if (index < 0) return viewAround(position, height)
  const top = index * rowHeight - above
  if (top < 0) return { position, above: 0 }
  return moveView(lines, view, height, Math.max(0, top + rowHeight - height))
}

/** A view that shows the line in its upper third. */
export const viewAround = (position: number, height: number): View => ({ position, above: -Math.floor(height / 3) })

/** Fractions from 0 to 1 for the scroll bar, above and within the visible part. */
export function scrollPosition(
  lines: Lines,
  { lines: shown, isAtEnd, isAtStart }: VisibleLines,
): { above: number; visibleShare: number } {
  const [first] = shown
  const last = shown.at(-1)
  if (!first || !last || (isAtEnd && isAtStart)) return { above: 0, visibleShare: 1 }
  const visibleShare = Math.max(0, (isAtEnd ? 1 : lines.depthOf(last)) - lines.depthOf(first))
  return { above: isAtStart ? 0 : isAtEnd ? 1 - visibleShare : lines.depthOf(first), visibleShare }
}
