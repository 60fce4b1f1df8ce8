import { indexOf, type TraceSource } from './trace-source.ts'

/** A line, and where it begins in the file: that names it, whatever is shown around it. */
export interface Line {
  readonly position: number
  readonly text: string
  /** Where it stands among those it was taken from. */
  readonly place: readonly [group: number, index: number]
}

/** `unknown`: not read yet; undefined: there is none. */
export type MaybeLine = Line | 'unknown' | undefined

/** Lines in their order: those of the file, or those that were found in it. */
export interface Lines {
  /** The line at this position, else the last one before it, else the first. */
  readonly find: (position: number) => MaybeLine
  readonly next: (line: Line) => MaybeLine
  readonly previous: (line: Line) => MaybeLine
  readonly last: () => MaybeLine
  /** How far down it lies, from 0 to 1, and the position that lies so far down. */
  readonly depthOf: (line: Line) => number
  readonly positionAt: (depth: number) => number
  /** How many there are, by what is known. */
  readonly count: number
}

/** The one before or after the line at this position, as far as it has been read. */
export function neighbour(lines: Lines, position: number, direction: -1 | 1): Line | undefined {
  const from = lines.find(position)
  if (typeof from !== 'object') return undefined
  const next = direction < 0 ? lines.previous(from) : lines.next(from)
  return typeof next === 'object' ? next : undefined
}

/** Chunks that may be written between two looks at a file. */
const mostBehind = 8

/** Those of the file, of whose chunks some are here. */
export function fileLines(source: TraceSource): Lines {
  const { size, lines: count } = source.state.get()
  const lastIndex = indexOf(Math.max(0, size - 1))

  /** The first line from a chunk on. */
  function firstFrom(index: number): MaybeLine {
    for (let at = index; at <= lastIndex; at += 1) {
      const chunk = source.chunk(at)
      if (!chunk) return 'unknown'
      if (chunk.lines.length > 0) return lineOf(at, 0)
      if (!chunk.isWhole) return chunk.readTo < size ? 'unknown' : undefined
    }
    return undefined
  }

  /** The last line of a chunk or one before it. */
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
      const index = lastUpTo(chunk.starts, position)
      if (index >= 0) return lineOf(group, index)
      const before = lastTo(group - 1)
      return before === undefined || before === 'unknown' ? firstFrom(group) : before
    },
    next: ({ place: [group, index] }) => {
      const found = lineOf(group, index + 1)
      if (found) return found
      const chunk = source.chunk(group)
      if (!chunk) return 'unknown'
      return chunk.isWhole ? firstFrom(group + 1) : chunk.readTo < size ? 'unknown' : undefined
    },
    previous: ({ place: [group, index] }) => (index > 0 ? (lineOf(group, index - 1) ?? 'unknown') : lastTo(group - 1)),
    last() {
      if (size === 0) return undefined
      // What has just been written is still being read: the end stays where it was meanwhile.
      for (let at = lastIndex; at >= 0 && at > lastIndex - mostBehind; at -= 1) {
        if ((source.chunk(at)?.lines.length ?? 0) > 0) return lastTo(at)
      }
      return lastTo(lastIndex)
    },
    depthOf: ({ position }) => (size === 0 ? 0 : position / size),
    positionAt: (depth) => Math.max(0, Math.min(size - 1, Math.floor(depth * size))),
  }
}

export interface Found {
  readonly position: number
  readonly text: string
}

/** Those that were found. */
export function foundLines(found: readonly Found[]): Lines {
  const at = (index: number): Line | undefined => {
    const one = found[index]
    return one && { ...one, place: [0, index] }
  }
  return {
    count: found.length,
    find: (position) =>
      at(Math.max(0, lastUpTo({ length: found.length, at: (index) => found[index]?.position }, position))),
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

/** Of positions in order the index of the last that is not above this one; -1: all are. */
function lastUpTo(positions: Positions, position: number): number {
  let low = 0
  let high = positions.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((positions.at(middle) ?? Number.POSITIVE_INFINITY) <= position) low = middle + 1
    else high = middle
  }
  return low - 1
}
