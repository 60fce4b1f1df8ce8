import type { LogLines } from '@mqdeck/contract'
import { createValue, type Value } from '../../lib/value.ts'
import { type Level, levelOf } from '../../log-lines/index.ts'

export interface LogRange {
  readonly position?: number
  readonly bytes: number
  readonly direction: 'forward' | 'backward'
}

/** @throws (rejects) when there is no answer, or no such file any more */
export type ReadLog = (range: LogRange) => Promise<LogLines>

/** A line, or a note about lines that are not there. */
export type LogItem = LogLine | LogGap

export interface LogLine {
  readonly kind: 'line'
  /** The same for as long as the line is kept. */
  readonly id: number
  readonly text: string
  /** Its own, or of the entry that it goes on with; undefined before the first that tells one. */
  readonly level: Level | undefined
}

export interface LogGap {
  /** `rotated`: removed before they were read; `passed`: not read, to keep up; `restarted`: it is another log from here on. */
  readonly kind: 'rotated' | 'passed' | 'restarted'
  readonly id: number
  readonly bytes: number
}

export interface TailState {
  /** Oldest first. */
  readonly items: readonly LogItem[]
  /** The end of the file has been read for the first time. */
  readonly isOpen: boolean
  readonly isLoadingOlder: boolean
  /** There are older lines in the file. */
  readonly hasOlder: boolean
  /** The last request failed. */
  readonly error: Error | undefined
}

export interface LogTail {
  readonly state: Value<TailState>
  /** Reads what has come since, from the end of the file when it is the first time or too much has come. */
  readonly newer: () => Promise<void>
  /** Reads what stands before the first line. */
  readonly older: () => Promise<void>
}

interface Options {
  /** Lines that are kept. */
  readonly most?: number
  /** Bytes of one request. */
  readonly bytes?: number
}

/** Lines that came with one answer, and where they stand. */
interface Chunk {
  readonly start: number
  readonly position: number
  readonly items: readonly LogItem[]
}

/** Requests in a row until it is better to begin at the end again. */
const mostBehind = 4

/** A window over a log file that grows: it begins at the end, and never holds more than `most` lines. */
export function createLogTail(read: ReadLog, { most = 50_000, bytes = 262_144 }: Options = {}): LogTail {
  const state = createValue<TailState>({
    items: [],
    isOpen: false,
    isLoadingOlder: false,
    hasOlder: false,
    error: undefined,
  })
  let chunks: readonly Chunk[] = []
  /** The oldest position that the file still has. */
  let first = 0
  let nextId = 0
  let previousId = -1
  let isReading = false

  return { state, newer, older }

  function newer(): Promise<void> {
    return alone(async () => {
      if (chunks.length === 0) return open()
      for (let round = 0; round < mostBehind; round += 1) if (!(await readNewer())) return
      await open('passed')
    })
  }

  async function older(): Promise<void> {
    const { isLoadingOlder, hasOlder } = state.get()
    const start = chunks[0]?.start
    if (isLoadingOlder || !hasOlder || start === undefined) return
    change({ isLoadingOlder: true })
    try {
      const answer = await read({ position: start, bytes, direction: 'backward' })
      // Meanwhile it may have begun anew.
      if (chunks[0]?.start === start) prepend(answer)
      change({ error: undefined })
    } catch (error) {
      fail(error)
    } finally {
      change({ isLoadingOlder: false })
    }
  }

  /** Two at a time would add the same lines twice. */
  async function alone(work: () => Promise<void>): Promise<void> {
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

  async function open(reason?: 'passed'): Promise<void> {
    const answer = await read({ bytes, direction: 'backward' })
    const { start, position } = answer.meta
    const passed = reason ? start - endOf(chunks) : 0
    const items = toNewItems(answer.items, undefined)
    first = answer.meta.first
    chunks = [{ start, position, items: reason && passed > 0 ? [gap('passed', passed), ...items] : items }]
    show()
  }

  /** Whether there is more. */
  async function readNewer(): Promise<boolean> {
    const from = endOf(chunks)
    const { items: text, meta } = await read({ position: from, bytes, direction: 'forward' })
    first = meta.first
    if (meta.end < from) {
      // Somebody emptied the file, or put another one in its place.
      chunks = []
      await open()
      const [begin] = chunks
      if (begin) chunks = [{ ...begin, items: [gap('restarted', 0), ...begin.items] }]
      show()
      return false
    }
    const items = [...(meta.skipped > 0 ? [gap('rotated', meta.skipped)] : []), ...toNewItems(text, lastLevel(chunks))]
    const { position } = meta
    if (items.length > 0) chunks = keepNewest(joined(chunks, { start: meta.start, position, items }, bytes), most)
    if (items.length > 0) show()
    return !meta.end_of_file && position > from
  }

  function prepend({ items: text, meta }: LogLines): void {
    first = meta.first
    const lines = linesOf(text)
    previousId -= lines.length
    const items = toItems(lines, previousId + 1, undefined)
    chunks = keepOldest([{ start: meta.start, position: meta.position, items }, ...chunks], most)
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
    change({ error: error instanceof Error ? error : new Error(String(error)) })
  }

  function change(part: Partial<TailState>): void {
    const next = { ...state.get(), ...part }
    // Most polls bring nothing: nobody needs to draw again.
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
  // After the last line feed nothing stands.
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

/** Answers of a few lines each are put together, so that there are not thousands of them. */
function joined(chunks: readonly Chunk[], next: Chunk, bytes: number): readonly Chunk[] {
  const last = chunks.at(-1)
  if (!last || next.position - last.start > bytes) return [...chunks, next]
  return [...chunks.slice(0, -1), { start: last.start, position: next.position, items: [...last.items, ...next.items] }]
}

function keepNewest(chunks: readonly Chunk[], most: number): readonly Chunk[] {
  let from = 0
  for (let over = countOf(chunks) - most; over > 0 && from < chunks.length - 1; from += 1)
    over -= chunks[from]?.items.length ?? 0
  return chunks.slice(from)
}

function keepOldest(chunks: readonly Chunk[], most: number): readonly Chunk[] {
  return keepNewest(chunks.toReversed(), most).toReversed()
}

const countOf = (chunks: readonly Chunk[]) => chunks.reduce((sum, { items }) => sum + items.length, 0)
