import { toError } from '@mqdeck/contract'
import { createValue, type Value } from '../../../lib/json/value.ts'
import { parseTraceLine } from '../../log/index.ts'
import { afterFirstFeed, bytesOf, type ReadTrace, type TracePart } from '../viewer/chunk.ts'
import { createSequence, type Sequence } from './sequence.ts'

/** `newest`: the last megabytes and new lines; `oldest`: from the start, up to `maxEvents` at a time. */
export type ReadFrom = 'newest' | 'oldest'

export interface ReaderState {
  /** Bytes: start and end of the part that was read, and the last known size of the file. */
  readonly from: number
  readonly position: number
  readonly size: number
  /** Whether the end of the file has been read. */
  readonly isAtEnd: boolean
  /** Whether reading stopped at the limit. `readMore` continues and drops the oldest events. */
  readonly isFull: boolean
  readonly error: Error | undefined
  /** Incremented with each change of the sequence. */
  readonly version: number
}

export interface SequenceReader {
  readonly sequence: Sequence
  readonly state: Value<ReaderState>
  /** Reads to the current end of the file. Concurrent calls do nothing. */
  readonly readNew: () => Promise<void>
  readonly readMore: () => void
  /** Stops reading after the current request, until `resume`. */
  readonly pause: () => void
  readonly resume: () => void
}

interface SequenceReaderOptions {
  readonly read: ReadTrace
  /** Size of the file in bytes. Undefined if there is no file. */
  readonly sizeOf: () => Promise<number | undefined>
  readonly start: ReadFrom
  /** Maximum number of events to keep. */
  readonly maxEvents?: number
  /** Number of bytes to read from the end of a file. */
  readonly newestBytes?: number
}

/** About 600 lines, which are parsed within a few milliseconds. */
const partBytes = 262_144
/** Milliseconds between updates while a large file is read, since rendering many events takes time. */
const updateIntervalMs = 250
/** Characters. Longer lines are not trace lines. */
const maxLineLength = 4_194_304

/** Reads the trace of a client into a sequence. */
export function createSequenceReader({
  read,
  sizeOf,
  start,
  maxEvents = 100_000,
  newestBytes = 33_554_432,
}: SequenceReaderOptions): SequenceReader {
  const sequence = createSequence({ maxEvents })
  const state = createValue<ReaderState>({
    from: 0,
    position: 0,
    size: 0,
    isAtEnd: false,
    isFull: false,
    error: undefined,
    version: 0,
  })
  let isOpen = false
  let isReading = false
  let isPaused = false
  /** Number of events after which reading from the start stops. */
  let limit = start === 'oldest' ? maxEvents : Number.POSITIVE_INFINITY
  /** Incomplete last line and its position. Undefined before the first line start is found. */
  let rest: { readonly text: string; readonly start: number } | undefined
  let added = 0
  /** Whether the sequence has changes that are not reported yet, and when changes were last reported. */
  let hasUnreported = false
  let reportedAt = Number.NEGATIVE_INFINITY

  const change = (part: Partial<ReaderState>) => state.set({ ...state.get(), ...part })

  return { sequence, state, readNew, readMore, pause, resume }

  async function readNew(): Promise<void> {
    if (isReading || isPaused) return
    isReading = true
    try {
      if (!isOpen) await open()
      while (!isPaused && !state.get().isFull && (await readPart()));
      if (state.get().error) change({ error: undefined })
    } catch (error) {
      change({ error: toError(error) })
    } finally {
      isReading = false
    }
  }

  async function open(): Promise<void> {
    const size = (await sizeOf()) ?? 0
    const from = start === 'oldest' ? 0 : Math.max(0, size - newestBytes)
    rest = from === 0 ? { text: '', start: 0 } : undefined
    isOpen = true
    change({ from, position: from, size })
  }

  /** @returns whether there may be more to read */
  async function readPart(): Promise<boolean> {
    const { position, size, isAtEnd } = state.get()
    const part = await read(position, partBytes)
    if (part.position <= position) {
      if (!isAtEnd || hasUnreported) change({ isAtEnd: true, size: position, version: nextVersion() })
      return false
    }
    const count = addLines(part)
    added += count
    hasUnreported ||= count > 0
    const isFull = added >= limit
    const isDue = isFull || Date.now() - reportedAt >= updateIntervalMs
    change({
      position: part.position,
      size: Math.max(size, part.position),
      isAtEnd: false,
      isFull,
      ...(isDue && { version: nextVersion() }),
    })
    return true
  }

  /** Marks all changes as reported and returns the new version. */
  function nextVersion(): number {
    const { version } = state.get()
    if (!hasUnreported) return version
    hasUnreported = false
    reportedAt = Date.now()
    return version + 1
  }

  /** @returns the number of complete lines */
  function addLines({ text, position }: TracePart): number {
    const pending = rest ? { text: rest.text + text, start: rest.start } : afterFirstFeed(text, position)
    if (!pending) return 0
    const lines = pending.text.split('\n')
    const last = lines.pop() ?? ''
    let { start } = pending
    let count = 0
    for (const line of lines) {
      if (line !== '') {
        sequence.add(parseTraceLine(line), start)
        count += 1
      }
      start += bytesOf(line) + 1
    }
    // Count from the end, so that decoding errors do not add up over parts.
    rest = last.length > maxLineLength ? undefined : { text: last, start: position - bytesOf(last) }
    return count
  }

  function readMore(): void {
    limit += maxEvents
    change({ isFull: false })
    void readNew()
  }

  function pause(): void {
    isPaused = true
  }

  function resume(): void {
    isPaused = false
  }
}
