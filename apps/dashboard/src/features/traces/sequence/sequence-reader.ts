import { createValue, type Value } from '../../../lib/value.ts'
import { parseTraceLine } from '../../../log-lines/index.ts'
import { afterFirstFeed, bytesOf, type ReadTrace, type TracePart } from '../viewer/chunk.ts'
import { createSequence, type Sequence } from './sequence.ts'

/** `newest`: the last megabytes, and what comes; `oldest`: from the beginning, so much at a time as is kept. */
export type ReadFrom = 'newest' | 'oldest'

export interface ReaderState {
  /** Bytes: from where to where it has been read, and how long the file was when it was looked at last. */
  readonly from: number
  readonly position: number
  readonly size: number
  /** Everything there is has been read. */
  readonly isAtEnd: boolean
  /** As many events as are kept have been read; `goOn` reads more, and the oldest go. */
  readonly isFull: boolean
  readonly error: Error | undefined
  /** Rises with each change of the sequence. */
  readonly version: number
}

export interface SequenceReader {
  readonly sequence: Sequence
  readonly state: Value<ReaderState>
  /** Reads all that is there by now. Never twice at a time. */
  readonly readOn: () => Promise<void>
  readonly goOn: () => void
  /** Nobody looks: after the request that is under way it reads no further, until `resume`. */
  readonly pause: () => void
  readonly resume: () => void
}

interface Options {
  readonly read: ReadTrace
  /** Bytes of the file; undefined while there is none. */
  readonly sizeOf: () => Promise<number | undefined>
  readonly start: ReadFrom
  /** Events that are kept. */
  readonly most?: number
  /** Bytes that are read of the end of a file. */
  readonly newestBytes?: number
}

/** About 600 lines: they are taken apart within a few milliseconds. */
const partBytes = 262_144
/** Milliseconds between two changes that are told while much is read: to show a hundred thousand events takes its time, too. */
const tellEvery = 250
/** Characters; a line that is longer is no line of a trace. */
const longestLine = 4_194_304

/** Reads the trace of a client from front to back into a sequence. */
export function createSequenceReader({
  read,
  sizeOf,
  start,
  most = 100_000,
  newestBytes = 33_554_432,
}: Options): SequenceReader {
  const sequence = createSequence({ most })
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
  /** Events after which it stops, when it began at the beginning. */
  let limit = start === 'oldest' ? most : Number.POSITIVE_INFINITY
  /** What is read of the next line, and where that begins; undefined before the first one has begun. */
  let rest: { readonly text: string; readonly start: number } | undefined
  let added = 0
  /** There is something in the sequence that nobody has been told of; and when it was told last. */
  let isUntold = false
  let toldAt = Number.NEGATIVE_INFINITY

  const change = (part: Partial<ReaderState>) => state.set({ ...state.get(), ...part })

  return { sequence, state, readOn, goOn, pause, resume }

  async function readOn(): Promise<void> {
    if (isReading || isPaused) return
    isReading = true
    try {
      if (!isOpen) await open()
      while (!isPaused && !state.get().isFull && (await readPart()));
      if (state.get().error) change({ error: undefined })
    } catch (error) {
      change({ error: error instanceof Error ? error : new Error(String(error)) })
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

  /** Whether there may be more. */
  async function readPart(): Promise<boolean> {
    const { position, size, isAtEnd } = state.get()
    const part = await read(position, partBytes)
    if (part.position <= position) {
      if (!isAtEnd || isUntold) change({ isAtEnd: true, size: position, version: tell() })
      return false
    }
    const count = take(part)
    added += count
    isUntold ||= count > 0
    const isFull = added >= limit
    const isDue = isFull || Date.now() - toldAt >= tellEvery
    change({
      position: part.position,
      size: Math.max(size, part.position),
      isAtEnd: false,
      isFull,
      ...(isDue && { version: tell() }),
    })
    return true
  }

  /** The version that tells of all there is. */
  function tell(): number {
    const { version } = state.get()
    if (!isUntold) return version
    isUntold = false
    toldAt = Date.now()
    return version + 1
  }

  /** How many lines were whole. */
  function take({ text, position }: TracePart): number {
    const begun = rest ? { text: rest.text + text, start: rest.start } : afterFirstFeed(text, position)
    if (!begun) return 0
    const lines = begun.text.split('\n')
    const last = lines.pop() ?? ''
    let { start } = begun
    let count = 0
    for (const line of lines) {
      if (line !== '') {
        sequence.add(parseTraceLine(line), start)
        count += 1
      }
      start += bytesOf(line) + 1
    }
    // From the end: what could not be decoded must not add up from part to part.
    rest = last.length > longestLine ? undefined : { text: last, start: position - bytesOf(last) }
    return count
  }

  function goOn(): void {
    limit += most
    change({ isFull: false })
    void readOn()
  }

  function pause(): void {
    isPaused = true
  }

  function resume(): void {
    isPaused = false
  }
}
