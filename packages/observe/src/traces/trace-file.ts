import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A file that lines are added to: in the background, in their order, with bounded memory and size. */
export interface TraceFile {
  /** Never waits and never throws. A line for which there is no room in memory is dropped, and counted in a line of its own. */
  append(line: string): void
  /** Resolves when what was appended before is written, or never will be. */
  flush(): Promise<void>
  /** Writes what is left. */
  close(): Promise<void>
}

export interface TraceFileOptions {
  readonly path: string
  /** Bytes; the line that would make the file longer is not written, and nothing after it. */
  readonly maxSize: number
  /** Characters that may wait for the disk. */
  readonly maxWaiting: number
  /** The line that tells how many are missing. */
  readonly droppedLine: (count: number) => string
  /** Once: nothing more is written. */
  readonly ended: (reason: TraceFileEnd) => void
}

export type TraceFileEnd = { readonly full: true } | { readonly error: unknown }

const lineFeed = 0x0a

export function openTraceFile({ path, maxSize, maxWaiting, droppedLine, ended }: TraceFileOptions): TraceFile {
  let waiting: string[] = []
  let characters = 0
  let dropped = 0
  let size = 0
  let file: FileHandle | undefined
  let hasEnded = false
  let writing: Promise<void> | undefined
  /** Lines that were appended, and how many of them have been dealt with. */
  let appended = 0
  let settled = 0
  let waiters: readonly { readonly until: number; readonly resolve: () => void }[] = []

  async function start(): Promise<void> {
    await mkdir(dirname(path), { recursive: true })
    // Readable for its last byte.
    file = await open(path, 'a+')
    size = (await file.stat()).size
    // The process before was killed in the middle of a line.
    if (size > 0 && (await lastByte(file, size)) !== lineFeed) waiting.unshift('\n')
  }

  /** Only one at a time: what comes meanwhile is gathered for the next. */
  async function write(): Promise<void> {
    // Lines of one turn of the event loop go together.
    await new Promise((resolve) => setImmediate(resolve))
    try {
      if (!file) await start()
      while (waiting.length > 0 || dropped > 0) {
        const upTo = appended
        const bytes = take()
        const part = fitting(bytes, maxSize - size)
        if (part.length > 0) await file?.appendFile(part)
        size += part.length
        if (part.length < bytes.length) return end({ full: true })
        settle(upTo)
      }
    } catch (error) {
      end({ error })
    }
  }

  function take(): Buffer {
    const missing = dropped > 0 ? droppedLine(dropped) : ''
    const bytes = Buffer.from(waiting.join('') + missing)
    waiting = []
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
    waiting = []
    settle(Number.POSITIVE_INFINITY)
    ended(reason)
  }

  function schedule(): Promise<void> {
    writing ??= write().finally(() => {
      writing = undefined
      // What came after the last look.
      if (!hasEnded && waiting.length > 0) void schedule()
    })
    return writing
  }

  return {
    append(line) {
      if (hasEnded) return
      appended += 1
      if (characters + line.length > maxWaiting) {
        dropped += 1
        return
      }
      characters += line.length
      waiting.push(line)
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
      await file?.close().catch(() => {}) // What was written is written.
      file = undefined
    },
  }
}

async function lastByte(file: FileHandle, size: number): Promise<number | undefined> {
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer[0]
}

/** As many whole lines as there is room for. */
function fitting(bytes: Buffer, room: number): Buffer {
  if (bytes.length <= room) return bytes
  return bytes.subarray(0, bytes.subarray(0, Math.max(0, room)).lastIndexOf(lineFeed) + 1)
}
