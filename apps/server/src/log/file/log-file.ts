import { fstatSync, write, writeSync } from 'node:fs'
import { messageOf } from '@mqdeck/contract'
import type { Clock } from '@mqdeck/kit'
import { openCurrentPart, type RotationLimits } from './current-part.ts'
import { type LogParts, openLogParts } from './log-parts.ts'

/** Reports problems with a log file, which can hardly be logged in it. */
export type Notify = (level: 'warning' | 'error', event: string, fields: Readonly<Record<string, unknown>>) => void

export interface LogFileOptions {
  /** Absolute path without the number of a part. */
  readonly path: string
  readonly limits: RotationLimits
  readonly clock: Clock
  readonly notify: Notify
}

/** A log file for appending lines. */
export interface LogFile {
  readonly parts: LogParts
  /** Appends a line with its line feed. Lines are written in order, in batches after the current tick. */
  append(line: string): void
  setLimits(limits: RotationLimits): void
  /** Resolves when all previous lines are written, or could not be written. */
  flush(): Promise<void>
  /** Writes pending lines synchronously, for a process that is about to exit. */
  flushNow(): void
  /** Flushes and closes the file. */
  close(): Promise<void>
}

/** Approximate number of bytes per write. */
const chunkSize = 256 * 1024
/** Maximum pending characters. Beyond this, they are written synchronously, or lines are dropped while the file fails. */
const maxWaiting = 4 * 1024 * 1024
/** Milliseconds between attempts to write to a failing file. */
const retryAfter = 5000
/** Milliseconds between checks whether the file was removed or replaced. */
const checkEvery = 1000
/** Maximum milliseconds that a synchronous flush waits for a pending write. */
const flushTimeoutMs = 1000

interface Chunk {
  readonly bytes: Buffer
  /** Bytes of it that are in the file. */
  written: number
}

/**
 * Opens a log for appending. Later problems with the file are not thrown: writes are retried while lines are queued,
 * and lines beyond the queue limit are dropped and counted.
 * @throws if it cannot be opened
 */
export function openLogFile({ path, limits: initial, clock, notify }: LogFileOptions): LogFile {
  const parts = openLogParts(path, initial.size !== Infinity)
  const current = openCurrentPart(parts)
  let limits = initial
  let waiting: string[] = []
  let waitingLength = 0
  let dropped = 0
  let pending: Chunk | undefined
  /** The chunk that is being written. */
  let underway: Chunk | undefined
  let draining: Promise<void> | undefined
  let checkAt = 0
  let cancelRetry: (() => void) | undefined
  let isClosed = false
  const isFailing = () => cancelRetry !== undefined

  return {
    parts,
    append,
    setLimits: (next) => {
      limits = next
    },
    flush: async () => draining,
    flushNow: () => flushNow(),
    close,
  }

  async function close(): Promise<void> {
    isClosed = true
    // Immediately, so that someone who opens the same file next finds everything in it.
    flushNow()
    await draining
    cancelRetry?.()
    current.release()
  }

  function append(line: string): void {
    if (isClosed) return
    if (waitingLength > maxWaiting && !isFailing()) flushNow()
    if (waitingLength > maxWaiting) {
      dropped += 1
      return
    }
    waiting.push(line)
    waitingLength += line.length
    if (!isFailing()) draining ??= drain()
  }

  async function drain(): Promise<void> {
    // Other lines of this tick are written together.
    await new Promise<void>((resolve) => setImmediate(resolve))
    try {
      while (pending || waiting.length > 0) await writeSome()
      reportDropped()
    } catch (error) {
      scheduleRetry(error)
    } finally {
      draining = undefined
    }
  }

  async function writeSome(): Promise<void> {
    const chunk = nextChunk()
    underway = chunk
    try {
      const bytes = await writeAsync(current.descriptor(), chunk)
      if (pending === chunk) advance(chunk, bytes) // otherwise `flushNow` has taken over
    } catch (error) {
      if (pending === chunk) throw error
    } finally {
      if (underway === chunk) underway = undefined
    }
  }

  function flushNow(): void {
    try {
      if (underway && !awaitUnderway(underway)) return
      while (pending || waiting.length > 0) {
        const chunk = nextChunk()
        advance(chunk, writeSync(current.descriptor(), chunk.bytes, chunk.written))
      }
      reportDropped()
    } catch (error) {
      scheduleRetry(error)
    }
  }

  /** Blocks until the pending write has reached the file. The write itself runs in another thread. */
  function awaitUnderway(chunk: Chunk): boolean {
    const rest = chunk.bytes.length - chunk.written
    const until = current.size() + rest
    const end = performance.now() + flushTimeoutMs
    while (fstatSync(current.descriptor()).size < until) {
      if (performance.now() > end) return false
      sleep(1)
    }
    advance(chunk, rest)
    underway = undefined
    return true
  }

  function advance(chunk: Chunk, bytes: number): void {
    current.grow(bytes)
    chunk.written += bytes
    if (chunk.written === chunk.bytes.length) pending = undefined
  }

  /** Next bytes to write: the rest of a chunk, or the lines that fit into one part. */
  function nextChunk(): Chunk {
    checkFile()
    pending ??= { bytes: Buffer.from(takeLines()), written: 0 }
    return pending
  }

  function takeLines(): string {
    const [first = ''] = waiting
    current.makeRoom(Buffer.byteLength(first), limits)
    const room = Math.min(chunkSize, limits.size - current.size())
    let bytes = Buffer.byteLength(first)
    let count = 1
    for (; count < waiting.length; count += 1) {
      bytes += Buffer.byteLength(waiting[count] ?? '')
      if (bytes > room) break
    }
    const text = waiting.slice(0, count).join('')
    waiting = waiting.slice(count)
    waitingLength -= text.length
    return text
  }

  function checkFile(): void {
    if (clock.now() < checkAt || underway) return
    checkAt = clock.now() + checkEvery
    if (current.isInPlace()) return
    reopen()
    notify('warning', 'log_file_reopened', { path: parts.fileOf(parts.current()) })
  }

  function reopen(): void {
    const expected = current.size()
    current.reopen()
    // An incomplete line stays in the old file. The complete line is written to the new one.
    if (pending && current.size() !== expected) pending.written = 0
  }

  function scheduleRetry(error: unknown): void {
    const reason = messageOf(error)
    if (!isFailing()) notify('error', 'log_file_not_writable', { path, reason })
    cancelRetry?.()
    cancelRetry = clock.after(retryAfter, retry)
  }

  function retry(): void {
    flushOnceMore()
    if (!isFailing()) notify('warning', 'log_file_writable', { path })
  }

  function flushOnceMore(): void {
    try {
      reopen()
      const chunk = pending ?? (waiting.length > 0 ? nextChunk() : undefined)
      if (chunk) advance(chunk, writeSync(current.descriptor(), chunk.bytes, chunk.written))
      cancelRetry = undefined
      draining ??= drain()
    } catch (error) {
      scheduleRetry(error)
    }
  }

  function reportDropped(): void {
    if (dropped > 0) notify('warning', 'log_lines_dropped', { path, dropped })
    dropped = 0
  }
}

const writeAsync = (fd: number, { bytes, written }: Chunk) =>
  new Promise<number>((resolve, reject) => {
    write(fd, bytes, written, bytes.length - written, null, (error, count) => (error ? reject(error) : resolve(count)))
  })

const cell = new Int32Array(new SharedArrayBuffer(4))
const sleep = (ms: number) => void Atomics.wait(cell, 0, 0, ms)
