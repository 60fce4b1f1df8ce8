import type { Line, Lines, MaybeLine } from './lines.ts'

/**
 * What is in sight: from a line on, of which so many px are above the edge (or, below zero, so many px lie between);
 * or the end, wherever that is. A line is named by
 * its position in the file, so that nothing moves when more becomes known of what is before or behind it.
 */
export type View = { readonly position: number; readonly above: number } | 'end'

export const rowHeight = 26

export interface Sight {
  readonly lines: readonly Line[]
  /** Px of the first line that are above the edge; below zero, where the lines do not fill the height from the top. */
  readonly above: number
  readonly isAtEnd: boolean
  readonly isAtStart: boolean
  /** Lines that would be in sight are not read yet. */
  readonly isWaiting: boolean
}

/** The lines that a view shows in a height of so many px. */
export function sightOf(lines: Lines, view: View, height: number): Sight {
  if (view === 'end') return fromEnd(lines, height)
  const named = lines.find(view.position)
  if (typeof named !== 'object') return nothing(named)
  const steps = Math.floor(view.above / rowHeight)
  const { line: first, left } = stepped(lines, named, steps)
  const above = left === 0 ? view.above - steps * rowHeight : 0
  const forward = collect(first, lines.next, Math.ceil(height / rowHeight) + 1)
  if (forward.ended === undefined && forward.lines.length * rowHeight - above <= height) return fromEnd(lines, height)
  const before = lines.previous(first)
  return {
    lines: forward.lines,
    above,
    isAtEnd: false,
    isAtStart: above === 0 && before === undefined,
    isWaiting: forward.ended === 'unknown' || (left > 0 && before === 'unknown'),
  }
}

function fromEnd(lines: Lines, height: number): Sight {
  const last = lines.last()
  if (typeof last !== 'object') return nothing(last)
  const { lines: backward, ended } = collect(last, lines.previous, Math.ceil(height / rowHeight))
  const shown = backward.toReversed()
  // Few lines stand at the top.
  const above = Math.max(0, shown.length * rowHeight - height)
  const isAtStart = ended === undefined && shown.length * rowHeight <= height
  return { lines: shown, above, isAtEnd: true, isAtStart, isWaiting: ended === 'unknown' }
}

const nothing = (why: 'unknown' | undefined): Sight => ({
  lines: [],
  above: 0,
  isAtEnd: why === undefined,
  isAtStart: why === undefined,
  isWaiting: why === 'unknown',
})

/** So many lines in one direction; `ended` says what came after them: undefined is the end, `more` that there are others. */
function collect(
  first: Line,
  step: (line: Line) => MaybeLine,
  most: number,
): { readonly lines: readonly Line[]; readonly ended: 'more' | 'unknown' | undefined } {
  const lines = [first]
  for (let line = first; ; ) {
    const next = step(line)
    if (typeof next !== 'object') return { lines, ended: next }
    if (lines.length >= most) return { lines, ended: 'more' }
    lines.push(next)
    line = next
  }
}

/** Moves by so many px, downwards when above zero; not beyond what is read. */
export function moved(lines: Lines, view: View, height: number, by: number): View {
  const sight = sightOf(lines, view, height)
  const [first] = sight.lines
  if (!first || (sight.isAtEnd && by >= 0)) return view
  const next = sightOf(lines, { position: first.position, above: sight.above + by }, height)
  const [top] = next.lines
  if (!top) return view
  return next.isAtEnd && by > 0 ? 'end' : { position: top.position, above: next.above }
}

/** `left`: steps that could not be made. */
export function stepped(lines: Lines, from: Line, steps: number): { readonly line: Line; readonly left: number } {
  let line = from
  for (let left = Math.abs(steps); left > 0; left -= 1) {
    const next = steps < 0 ? lines.previous(line) : lines.next(line)
    if (typeof next !== 'object') return { line, left }
    line = next
  }
  return { line, left: 0 }
}

/** The least move that brings a line wholly into sight; one that is far away comes to stand in the upper third. */
export function revealing(lines: Lines, view: View, height: number, position: number): View {
  const { lines: shown, above } = sightOf(lines, view, height)
  const index = shown.findIndex((line) => line.position === position)
  if (index < 0) return around(position, height)
  const top = index * rowHeight - above
  if (top < 0) return { position, above: 0 }
  return moved(lines, view, height, Math.max(0, top + rowHeight - height))
}

/** A view with the line in its upper third. */
export const around = (position: number, height: number): View => ({ position, above: -Math.floor(height / 3) })

/** For the scroll bar, from 0 to 1: what is above, and what is in sight. */
export function share(lines: Lines, { lines: shown, isAtEnd, isAtStart }: Sight): { above: number; inSight: number } {
  const [first] = shown
  const last = shown.at(-1)
  if (!first || !last || (isAtEnd && isAtStart)) return { above: 0, inSight: 1 }
  const inSight = Math.max(0, (isAtEnd ? 1 : lines.depthOf(last)) - lines.depthOf(first))
  return { above: isAtStart ? 0 : isAtEnd ? 1 - inSight : lines.depthOf(first), inSight }
}
