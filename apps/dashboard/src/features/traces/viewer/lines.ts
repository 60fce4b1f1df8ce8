import { indexOf, type TraceSource } from './trace-source.ts'

/** A line, identified by its position in the file. */
export interface Line {
  readonly position: number
  readonly text: string
  /** Its index in the source it was taken from. */
  readonly place: readonly [group: number, index: number]
}

/** `unknown` if it is not read yet, undefined if there is none. */
export type MaybeLine = Line | 'unknown' | undefined

/** An ordered list of lines: all lines of the file, or the matching ones. */
export interface Lines {
  /** The line at this position, otherwise the last one before it, otherwise the first. */
  readonly find: (position: number) => MaybeLine
  readonly next: (line: Line) => MaybeLine
  readonly previous: (line: Line) => MaybeLine
  readonly last: () => MaybeLine
  /** Relative depth of a line, from 0 to 1, and the position at such a depth. */
  readonly depthOf: (line: Line) => number
  readonly positionAt: (depth: number) => number
  /** Number of lines, possibly estimated. */
  readonly count: number
}

/** The previous or next line, if it has been read. */
export function neighbour(lines: Lines, position: number, direction: -1 | 1): Line | undefined {
  const from = lines.find(position)
  if (typeof from !== 'object') return undefined
  const next = direction < 0 ? lines.previous(from) : lines.next(from)
  return typeof next === 'object' ? next : undefined
}

/** Chunks that may be written between two size requests. */
const maxUnreadChunks = 8

/** All lines of the file, of which some chunks are loaded. */
export function fileLines(source: TraceSource): Lines {
  const { size, lines: count } = source.state.get()
  const lastIndex = indexOf(Math.max(0, size - 1))

  /** The first line of a chunk or a later one. */
  function firstFrom(index: number): MaybeLine {
    for (let at = index; at <= lastIndex; at += 1) {
      const chunk = source.chunk(at)
      if (!chunk) return 'unknown'
      if (chunk.lines.length > 0) return lineOf(at, 0)
      if (!chunk.isComplete) return chunk.readTo < size ? 'unknown' : undefined
    }
    return undefined
  }

  /** The last line of a chunk or an earlier one. */
  function lastTo(index: number): MaybeLine {
    for (let at = index; at >= 0; at -= 1) {
      const chunk = source.chunk(at)
      if (!chunk) return 'unknown'
      if (chunk.lines.length > 0) return lineOf(at, chunk.lines.length - 1)
    }
    return undefined
  }

  function lineOf(group: number, index: number): Line | undefined {
    const chunk = source.chunk(group)
    const text = chunk?.lines[index]
    const position = chunk?.starts[index]
    return text === undefined || position === undefined ? undefined : { text, position, place: [group, index] }
  }

  return {
    count,
    find(position) {
      const group = Math.min(indexOf(position), lastIndex)
      const chunk = source.chunk(group)
      if (!chunk) return size === 0 ? undefined : 'unknown'
      const index = lastIndexUpTo(chunk.starts, position)
      if (index >= 0) return lineOf(group, index)
      const before = lastTo(group - 1)
      return before === undefined || before === 'unknown' ? firstFrom(group) : before
    },
    next: ({ place: [group, index] }) => {
      const found = lineOf(group, index + 1)
      if (found) return found
      const chunk = source.chunk(group)
      if (!chunk) return 'unknown'
      return chunk.isComplete ? firstFrom(group + 1) : chunk.readTo < size ? 'unknown' : undefined
    },
    previous: ({ place: [group, index] }) => (index > 0 ? (lineOf(group, index - 1) ?? 'unknown') : lastTo(group - 1)),
    last() {
      if (size === 0) return undefined
      // While new chunks are still loading, keep the previous end.
      for (let at = lastIndex; at >= 0 && at > lastIndex - maxUnreadChunks; at -= 1) {
        if ((source.chunk(at)?.lines.length ?? 0) > 0) return lastTo(at)
      }
      return lastTo(lastIndex)
    },
    depthOf: ({ position }) => (size === 0 ? 0 : position / size),
    positionAt: (depth) => Math.max(0, Math.min(size - 1, Math.floor(depth * size))),
  }
}

export interface MatchingLine {
  readonly position: number
  readonly text: string
}

/** The matching lines of a search. */
export function matchingLines(found: readonly MatchingLine[]): Lines {
  const at = (index: number): Line | undefined => {
    const line = found[index]
    return line && { ...line, place: [0, index] }
  }
  return {
    count: found.length,
    find: (position) =>
      at(Math.max(0, lastIndexUpTo({ length: found.length, at: (index) => found[index]?.position }, position))),
    next: ({ place: [, index] }) => at(index + 1),
    previous: ({ place: [, index] }) => at(index - 1),
    last: () => at(found.length - 1),
    depthOf: ({ place: [, index] }) => (found.length === 0 ? 0 : index / found.length),
    positionAt: (depth) =>
      found[Math.max(0, Math.min(found.length - 1, Math.floor(depth * found.length)))]?.position ?? 0,
  }
}

interface Positions {
  readonly length: number
  readonly at: (index: number) => number | undefined
}

/** Index of the last sorted position that is not greater than `position`, or -1. */
function lastIndexUpTo(positions: Positions, position: number): number {
  let low = 0
  let high = positions.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((positions.at(middle) ?? Number.POSITIVE_INFINITY) <= position) low = middle + 1
    else high = middle
  }
  return low - 1
}
