import { type LogLines, toError } from '@mqdeck/contract'
import { createValue, type Value } from '../../lib/json/value.ts'
import { type Level, levelOf } from './index.ts'

export interface LogRange {
  readonly position?: number
  readonly bytes: number
  readonly direction: 'forward' | 'backward'
}

/** @throws (rejects) if the server does not respond or the file no longer exists */
export type ReadLog = (range: LogRange) => Promise<LogLines>

/** A line, or a gap where lines are missing. */
export type LogItem = LogLine | LogGap

export interface LogLine {
  readonly kind: 'line'
  /** Stable while the line is kept. */
  readonly id: number
  readonly text: string
  /** Level of the entry that the line belongs to. Undefined before the first entry with a level. */
  readonly level: Level | undefined
}

export interface LogGap {
  /** `rotated`: removed before they were read; `skipped`: not read, to keep up; `restarted`: the file was replaced. */
  readonly kind: 'rotated' | 'skipped' | 'restarted'
  readonly id: number
  readonly bytes: number
}

export interface TailState {
  /** Oldest first. */
  readonly items: readonly LogItem[]
  /** Whether the end of the file has been read. */
  readonly isOpen: boolean
  readonly isLoadingOlder: boolean
  /** Whether the file has older lines. */
  readonly hasOlder: boolean
  /** Error of the last request. */
  readonly error: Error | undefined
}

export interface LogTail {
  readonly state: Value<TailState>
  /** Reads new lines. Starts at the end of the file the first time and when it has fallen too far behind. */
  readonly loadNewer: () => Promise<void>
  /** Reads the lines before the first one. */
  readonly loadOlder: () => Promise<void>
}

interface LogTailOptions {
  /** Maximum number of lines to keep. */
  readonly maxLines?: number
  /** Bytes per request. */
  readonly bytes?: number
}

/** The lines of one response, with their position in the file. */
interface Chunk {
  readonly start: number
  readonly position: number
  readonly items: readonly LogItem[]
}

/** Consecutive requests after which reading jumps to the end of the file. */
const maxCatchUpRequests = 4

/** Follows a growing log file from its end and keeps at most `maxLines` lines. */
export function createLogTail(read: ReadLog, { maxLines = 50_000, bytes = 262_144 }: LogTailOptions = {}): LogTail {
  const state = createValue<TailState>({
    items: [],
    isOpen: false,
    isLoadingOlder: false,
    hasOlder: false,
    error: undefined,
  })
  let chunks: readonly Chunk[] = []
  /** Oldest position that is still in the file. */
  let first = 0
  let nextId = 0
  let previousId = -1
  let isReading = false

  return { state, loadNewer, loadOlder }

  function loadNewer(): Promise<void> {
    return exclusively(async () => {
      if (chunks.length === 0) return open()
      for (let round = 0; round < maxCatchUpRequests; round += 1) if (!(await readNewer())) return
      await open('skipped')
    })
  }

  async function loadOlder(): Promise<void> {
    const { isLoadingOlder, hasOlder } = state.get()
    const start = chunks[0]?.start
    if (isLoadingOlder || !hasOlder || start === undefined) return
    change({ isLoadingOlder: true })
    try {
      const response = await read({ position: start, bytes, direction: 'backward' })
      // The tail may have restarted in the meantime.
      if (chunks[0]?.start === start) prepend(response)
      change({ error: undefined })
    } catch (error) {
      fail(error)
    } finally {
      change({ isLoadingOlder: false })
    }
  }

  /** Concurrent reads would add the same lines twice. */
  async function exclusively(work: () => Promise<void>): Promise<void> {
    if (isReading) return
    isReading = true
    try {
      await work()
      change({ isOpen: true, error: undefined })
    } catch (error) {
      fail(error)
    } finally {
      isReading = false
    }
  }

  async function open(reason?: 'skipped'): Promise<void> {
    const response = await read({ bytes, direction: 'backward' })
    const { start, position } = response.meta
    const passed = reason ? start - endOf(chunks) : 0
    const items = toNewItems(response.items, undefined)
    first = response.meta.first
    chunks = [{ start, position, items: reason && passed > 0 ? [gap('skipped', passed), ...items] : items }]
    show()
  }

  /** @returns whether the file has more lines */
  async function readNewer(): Promise<boolean> {
    const from = endOf(chunks)
    const { items: text, meta } = await read({ position: from, bytes, direction: 'forward' })
    first = meta.first
    if (meta.end < from) {
      // The file was emptied or replaced.
      chunks = []
      await open()
      const [firstChunk] = chunks
      if (firstChunk) chunks = [{ ...firstChunk, items: [gap('restarted', 0), ...firstChunk.items] }]
      show()
      return false
    }
    const items = [...(meta.skipped > 0 ? [gap('rotated', meta.skipped)] : []), ...toNewItems(text, lastLevel(chunks))]
    const { position } = meta
    if (items.length > 0)
      chunks = keepNewest(appendChunk(chunks, { start: meta.start, position, items }, bytes), maxLines)
    if (items.length > 0) show()
    return !meta.end_of_file && position > from
  }

  function prepend({ items: text, meta }: LogLines): void {
    first = meta.first
    const lines = linesOf(text)
    previousId -= lines.length
    const items = toItems(lines, previousId + 1, undefined)
    chunks = keepOldest([{ start: meta.start, position: meta.position, items }, ...chunks], maxLines)
    show()
  }

  function toNewItems(text: string, level: Level | undefined): readonly LogItem[] {
    const lines = linesOf(text)
    nextId += lines.length
    return toItems(lines, nextId - lines.length, level)
  }

  function gap(kind: LogGap['kind'], size: number): LogGap {
    nextId += 1
    return { kind, id: nextId - 1, bytes: size }
  }

  function show(): void {
    const start = chunks[0]?.start
    change({ items: chunks.flatMap(({ items }) => items), hasOlder: start !== undefined && start > first })
  }

  function fail(error: unknown): void {
    change({ error: toError(error) })
  }

  function change(part: Partial<TailState>): void {
    const next = { ...state.get(), ...part }
    // Most polls return nothing new, so avoid a render.
    if (!isSame(next, state.get())) state.set(next)
  }
}

const isSame = (a: TailState, b: TailState) => {
  const keys = Object.keys(a) as (keyof TailState)[] // those of the type
  return keys.every((key) => a[key] === b[key])
}

const endOf = (chunks: readonly Chunk[]) => chunks.at(-1)?.position ?? 0

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n')
  // A trailing line feed is not followed by a line.
  if (lines.at(-1) === '') lines.pop()
  return lines
}

function toItems(lines: readonly string[], firstId: number, before: Level | undefined): readonly LogLine[] {
  let level = before
  return lines.map((text, index) => {
    level = levelOf(text) ?? level
    return { kind: 'line', id: firstId + index, text, level }
  })
}

function lastLevel(chunks: readonly Chunk[]): Level | undefined {
  const last = chunks.at(-1)?.items.at(-1)
  return last?.kind === 'line' ? last.level : undefined
}

/** Merges small responses, to avoid thousands of chunks. */
function appendChunk(chunks: readonly Chunk[], next: Chunk, bytes: number): readonly Chunk[] {
  const last = chunks.at(-1)
  if (!last || next.position - last.start > bytes) return [...chunks, next]
  return [...chunks.slice(0, -1), { start: last.start, position: next.position, items: [...last.items, ...next.items] }]
}

function keepNewest(chunks: readonly Chunk[], maxLines: number): readonly Chunk[] {
  let from = 0
  for (let over = countOf(chunks) - maxLines; over > 0 && from < chunks.length - 1; from += 1)
    over -= chunks[from]?.items.length ?? 0
  return chunks.slice(from)
}

function keepOldest(chunks: readonly Chunk[], maxLines: number): readonly Chunk[] {
  return keepNewest(chunks.toReversed(), maxLines).toReversed()
}

const countOf = (chunks: readonly Chunk[]) => chunks.reduce((sum, { items }) => sum + items.length, 0)
