import { constants } from 'node:fs'
import { type FileHandle, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { openRegularFile } from '@mqdeck/kit'

/** Appends lines to a file in the background, in order, with limited memory and file size. */
export interface TraceFile {
  /** Never waits and never throws. Lines that exceed the memory limit are dropped and counted in a separate line. */
  append(line: string): void
  /** Resolves when all earlier lines are written or dropped. */
  flush(): Promise<void>
  /** Writes the remaining lines and closes the file. */
  close(): Promise<void>
}

export interface TraceFileOptions {
  readonly path: string
  /** Maximum size in bytes. Writing stops before the line that would exceed it. */
  readonly maxSize: number
  /** Maximum number of queued characters. */
  readonly maxQueuedCharacters: number
  /** Creates the line with the number of dropped lines. */
  readonly droppedLine: (count: number) => string
  /** Called once when writing has stopped. */
  readonly onEnd: (reason: TraceFileEnd) => void
}

export type TraceFileEnd = { readonly full: true } | { readonly error: unknown }

const { O_RDWR, O_CREAT, O_APPEND } = constants
const lineFeed = 0x0a

export function openTraceFile({ path, maxSize, maxQueuedCharacters, droppedLine, onEnd }: TraceFileOptions): TraceFile {
  let queue: string[] = []
  let characters = 0
  let dropped = 0
  let size = 0
  let file: FileHandle | undefined
  let hasEnded = false
  let writing: Promise<void> | undefined
  /** Number of appended lines, and of those that are written or dropped. */
  let appended = 0
  let settled = 0
  let waiters: readonly { readonly until: number; readonly resolve: () => void }[] = []

  async function start(): Promise<void> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    // Readable, to check its last byte.
    file = await openRegularFile(path, O_RDWR | O_CREAT | O_APPEND)
    size = (await file.stat()).size
    // The previous process was killed in the middle of a line.
    if (size > 0 && (await lastByte(file, size)) !== lineFeed) queue.unshift('\n')
  }

  /** Only one write at a time. Lines appended meanwhile are collected for the next write. */
  async function write(): Promise<void> {
    // Collects the lines of one event loop iteration.
    await new Promise((resolve) => setImmediate(resolve))
    try {
      if (!file) await start()
      while (queue.length > 0 || dropped > 0) {
        const upTo = appended
        const bytes = takeQueue()
        const part = completeLines(bytes, maxSize - size)
        if (part.length > 0) await file?.appendFile(part)
        size += part.length
        if (part.length < bytes.length) return end({ full: true })
        settle(upTo)
      }
    } catch (error) {
      end({ error })
    }
  }

  function takeQueue(): Buffer {
    const missing = dropped > 0 ? droppedLine(dropped) : ''
    const bytes = Buffer.from(queue.join('') + missing)
    queue = []
    characters = 0
    dropped = 0
    return bytes
  }

  function settle(upTo: number): void {
    settled = upTo
    for (const { until, resolve } of waiters) if (until <= upTo) resolve()
    waiters = waiters.filter(({ until }) => until > upTo)
  }

  function end(reason: TraceFileEnd): void {
    hasEnded = true
    queue = []
    settle(Number.POSITIVE_INFINITY)
    onEnd(reason)
  }

  function schedule(): Promise<void> {
    writing ??= write().finally(() => {
      writing = undefined
      // Lines appended after the last check.
      if (!hasEnded && queue.length > 0) void schedule()
    })
    return writing
  }

  return {
    append(line) {
      if (hasEnded) return
      appended += 1
      if (characters + line.length > maxQueuedCharacters) {
        dropped += 1
        return
      }
      characters += line.length
      queue.push(line)
      if (!writing) void schedule()
    },
    flush: () =>
      settled >= appended
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiters = [...waiters, { until: appended, resolve }]
          }),
    async close() {
      while (writing) await writing
      hasEnded = true
      settle(Number.POSITIVE_INFINITY)
      await file?.close().catch(() => {}) // All data is written already.
      file = undefined
    },
  }
}

async function lastByte(file: FileHandle, size: number): Promise<number | undefined> {
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer[0]
}

/** The complete lines that fit into `room` bytes. */
function completeLines(bytes: Buffer, room: number): Buffer {
  if (bytes.length <= room) return bytes
  return bytes.subarray(0, bytes.subarray(0, Math.max(0, room)).lastIndexOf(lineFeed) + 1)
}
