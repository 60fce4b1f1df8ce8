/** An axis from zero to `top` with a mark at each `step`. */
export interface Axis {
  readonly top: number
  readonly step: number
}

/** Round maximum values, as multiples of a power of ten, each with a step of at most one decimal. */
const rounds: readonly (readonly [top: number, step: number])[] = [
  [1, 0.2],
  [1.2, 0.2],
  [1.5, 0.5],
  [2, 0.5],
  [2.5, 0.5],
  [3, 1],
  [4, 1],
  [5, 1],
  [6, 2],
  [8, 2],
  [10, 2],
]

/** Marks of an axis: any round numbers, whole numbers only, or round numbers of bytes (512 KB, 1 MB). */
export type AxisMarks = 'any' | 'whole' | 'bytes'

/** The axis for values up to `max`: the next round maximum, so that it rarely changes on refresh. */
export function axisFor(max: number, marks: AxisMarks = 'any'): Axis {
  // Headroom, so that the line does not touch the frame.
  const wanted = Math.max(max * 1.05, marks === 'any' ? 1 : 4)
  if (marks === 'bytes') return byteAxis(wanted)
  const power = 10 ** Math.floor(Math.log10(wanted))
  const [top, step] = rounds.find(([factor]) => factor * power >= wanted) ?? [10, 2]
  return { top: top * power, step: step * power }
}

/** Units of bytes are powers of 1024, so round tops are 1, 1.5 or 2 times a power of two. */
function byteAxis(wanted: number): Axis {
  const power = 2 ** Math.floor(Math.log2(wanted))
  if (power >= wanted) return { top: power, step: power / 4 }
  return { top: power * (power * 1.5 >= wanted ? 1.5 : 2), step: power / 2 }
}

export function axisMarks({ top, step }: Axis): readonly number[] {
  return Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step)
}

const minute = 60
const hour = 3600
const day = 86_400
const timeSteps = [
  minute,
  5 * minute,
  10 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  3 * hour,
  4 * hour,
  6 * hour,
  12 * hour,
  day,
  2 * day,
]

/** Round local times (in seconds) between two times, at most `count` of them. `offset` is the zone's, in seconds east of UTC. */
export function timeMarks(from: number, to: number, count: number, offset: number): readonly number[] {
  const wanted = (to - from) / Math.max(count, 1)
  const step = timeSteps.find((seconds) => seconds >= wanted) ?? Math.ceil(wanted / day) * day
  const first = Math.ceil((from + offset) / step) * step - offset
  const marks: number[] = []
  for (let mark = first; mark <= to; mark += step) marks.push(mark)
  return marks
}

/** Share of the time axis that may be empty before the first value. */
const maxEmptyShare = 0.15
/** Milliseconds. */
const minSpan = 120_000

/**
 * The start of the time axis (ms): `from`, or the first value if most of the axis would be empty, because the broker was
 * started or the history was reset recently.
 */
export function fittedStart(times: readonly number[], from: number, to: number): number {
  const first = times[0]
  if (first === undefined || first - from <= (to - from) * maxEmptyShare) return from
  return Math.max(from, Math.min(first, to - minSpan))
}
