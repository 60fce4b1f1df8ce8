import { diffArrays, diffWordsWithSpace } from 'diff'

interface Segment {
  readonly text: string
  readonly isChanged: boolean
}

export interface DiffLine {
  /** From 1. */
  readonly number: number
  readonly segments: readonly Segment[]
}

/** Two lines side by side. Without `before` the line was added, without `after` removed. */
export interface DiffRow {
  readonly isChanged: boolean
  readonly before?: DiffLine
  readonly after?: DiffLine
}

/** Visible rows, or a folded range of unchanged rows. */
export interface DiffStretch {
  readonly isFolded: boolean
  readonly rows: readonly DiffRow[]
}

/** The aligned lines of two texts, with the changed words of changed lines. A trailing line break is not a line. */
export function diffRows(before: string, after: string): readonly DiffRow[] {
  const parts = diffArrays(linesOf(before), linesOf(after))
  const rows: DiffRow[] = []
  let [numberBefore, numberAfter] = [1, 1]
  let removed: readonly string[] = []
  const flush = (added: readonly string[]) => {
    for (let index = 0; index < Math.max(removed.length, added.length); index += 1) {
      const [old, young] = compareLines(removed[index], added[index])
      rows.push({
        isChanged: true,
        ...(old && { before: { number: numberBefore++, segments: old } }),
        ...(young && { after: { number: numberAfter++, segments: young } }),
      })
    }
    removed = []
  }
  for (const part of parts) {
    if (part.removed) removed = part.value
    else if (part.added) flush(part.value)
    else {
      flush([])
      for (const text of part.value) {
        const segments = [{ text, isChanged: false }]
        rows.push({
          isChanged: false,
          before: { number: numberBefore++, segments },
          after: { number: numberAfter++, segments },
        })
      }
    }
  }
  flush([])
  return rows
}

/** Folds rows that are more than `context` rows from a change, if that hides at least four. */
export function foldRows(rows: readonly DiffRow[], context = 3): readonly DiffStretch[] {
  const isNear = new Array<boolean>(rows.length).fill(false)
  rows.forEach((row, index) => {
    if (row.isChanged) isNear.fill(true, Math.max(0, index - context), index + context + 1)
  })
  const stretches: { isFolded: boolean; rows: DiffRow[] }[] = []
  rows.forEach((row, index) => {
    const last = stretches.at(-1)
    const isFolded = isNear[index] !== true
    if (last?.isFolded === isFolded) last.rows.push(row)
    else stretches.push({ isFolded, rows: [row] })
  })
  return stretches.map((stretch) => (stretch.rows.length < 4 ? { ...stretch, isFolded: false } : stretch))
}

/** In one column: in each run of changes the removed lines first, then the added ones. */
export function inlineRows(rows: readonly DiffRow[]): readonly DiffRow[] {
  const result: DiffRow[] = []
  let run: DiffRow[] = []
  const flush = () => {
    for (const { before } of run) if (before) result.push({ isChanged: true, before })
    for (const { after } of run) if (after) result.push({ isChanged: true, after })
    run = []
  }
  for (const row of rows) {
    if (row.isChanged) run.push(row)
    else {
      flush()
      result.push(row)
    }
  }
  flush()
  return result
}

type Segments = readonly Segment[] | undefined

function compareLines(before: string | undefined, after: string | undefined): readonly [Segments, Segments] {
  if (before === undefined || after === undefined) return [whole(before), whole(after)]
  const parts = diffWordsWithSpace(before, after)
  const kept = parts.filter((part) => !part.added && !part.removed && part.value.trim() !== '')
  const keptLength = kept.reduce((length, { value }) => length + value.trim().length, 0)
  // Two lines with little in common are shown as separate lines instead of one with many marks.
  if (keptLength * 3 < Math.max(before.trim().length, after.trim().length)) return [whole(before), whole(after)]
  const toSegments = (side: 'added' | 'removed') =>
    parts
      .filter((part) => part[side] || !(part.added || part.removed))
      .map((part) => ({ text: part.value, isChanged: part[side] }))
  return [toSegments('removed'), toSegments('added')]
}

function whole(text: string | undefined): Segments {
  return text === undefined ? undefined : [{ text, isChanged: false }]
}

function linesOf(text: string): string[] {
  if (text === '') return []
  return text.replace(/\r?\n$/, '').split(/\r?\n/)
}
