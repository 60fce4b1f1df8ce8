import { statSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { openRegularFile } from '@mqdeck/kit'
import type { LogPart, LogParts } from './log-parts.ts'

export interface LogRange {
  /**
   * Position to read from, in bytes ever written. Default: the start when reading forward, the end when reading
   * backward.
   */
  readonly position?: number | undefined
  /** Maximum bytes, at most a megabyte. */
  readonly bytes: number
  /** `forward` (default): after `position`. `backward`: before it. */
  readonly direction?: 'forward' | 'backward' | undefined
}

/** Complete lines of one part of a log. */
export interface LogSlice {
  /** File that contains them. */
  readonly file: string
  readonly bytes: Buffer
  /** Position of the first line, for reading on backward. */
  readonly start: number
  /** Position after the last line, for reading on forward, also after rotations. */
  readonly position: number
  /** The oldest available position, and the position after the last byte. */
  readonly first: number
  readonly end: number
  /** Bytes between the requested position and `start` that rotation has removed. */
  readonly skipped: number
  /** No complete line follows yet. */
  readonly end_of_file: boolean
}

const maxBytes = 1024 * 1024
const lineFeed = 0x0a

/** Reads lines around a position. A line longer than `bytes` is split between characters. */
export async function readLog(parts: LogParts, { position, bytes, direction }: LogRange): Promise<LogSlice> {
  const length = Math.max(1, Math.min(bytes, maxBytes))
  const list = extents(parts)
  const first = list[0]?.start ?? 0
  const end = list.at(-1)?.end ?? 0
  // Beyond the end: the position belongs to another log, so everything in this one is new.
  const asked = position === undefined || position > end ? undefined : position
  const slice =
    direction === 'backward'
      ? await readBackward(parts, list, Math.max(asked ?? end, first), length)
      : await readForward(parts, list, Math.max(asked ?? first, first), length)
  // The part was removed while it was opened: there is a new oldest part.
  if (!slice) return readLog(parts, { position, bytes, direction })
  return { ...slice, first, end, skipped: asked === undefined ? 0 : Math.max(0, first - asked) }
}

interface Extent extends LogPart {
  readonly end: number
}

type Found = Omit<LogSlice, 'first' | 'end' | 'skipped'>

function extents(parts: LogParts): readonly Extent[] {
  const list = parts.all()
  return list.map((part, at) => {
    const next = list[at + 1]
    const end = next?.start ?? part.start + (statSync(parts.fileOf(part), { throwIfNoEntry: false })?.size ?? 0)
    return { number: part.number, start: part.start, end }
  })
}

async function readForward(
  parts: LogParts,
  list: readonly Extent[],
  from: number,
  length: number,
): Promise<Found | undefined> {
  const part = list.find(({ end }) => from < end) ?? list.at(-1)
  if (!part) throw new Error('A log always has a part')
  const start = Math.max(from, part.start)
  const read = await readPart(parts, part, start, Math.min(length, part.end - start))
  if (!read) return undefined
  const isLast = part === list.at(-1)
  const reachesEnd = start + read.length >= part.end
  // The last line of the last part may still be incomplete.
  const bytes = isLast || !reachesEnd ? wholeLines(read, isLast && reachesEnd) : read
  // A part may be shorter than recorded if someone truncated it.
  const position = read.length === 0 && !isLast ? part.end : start + bytes.length
  return { file: parts.fileOf(part), bytes, start, position, end_of_file: isLast && reachesEnd }
}

async function readBackward(
  parts: LogParts,
  list: readonly Extent[],
  until: number,
  length: number,
): Promise<Found | undefined> {
  const part = list.findLast(({ start }) => start < until) ?? list[0]
  if (!part) throw new Error('A log always has a part')
  const isEnd = until >= part.end
  const stop = Math.min(until, part.end)
  const from = Math.max(part.start, stop - length)
  const read = await readPart(parts, part, from, stop - from)
  if (!read) return undefined
  const tail = isEnd && part === list.at(-1) ? wholeLines(read, true) : read
  const skip = from > part.start ? startOfLine(tail) : 0
  const position = from + tail.length
  return {
    file: parts.fileOf(part),
    bytes: tail.subarray(skip),
    start: from + skip,
    position,
    end_of_file: isEnd && part === list.at(-1),
  }
}

/** Undefined if the part no longer exists. */
async function readPart(parts: LogParts, part: LogPart, start: number, length: number): Promise<Buffer | undefined> {
  if (length === 0) return Buffer.alloc(0)
  const file = await openRegularFile(parts.fileOf(part)).catch(() => undefined)
  try {
    // The name may belong to a newer part by now.
    const isKept = parts.all().some((kept) => kept.number === part.number && kept.start === part.start)
    if (!isKept) return undefined
    return file ? await readFully(file, start - part.start, length) : Buffer.alloc(0)
  } finally {
    await file?.close()
  }
}

async function readFully(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length)
  let read = 0
  while (read < length) {
    const { bytesRead } = await file.read(buffer, read, length - read, from + read)
    if (bytesRead === 0) break
    read += bytesRead
  }
  return buffer.subarray(0, read)
}

/**
 * Up to the last line feed. Without one, up to the last complete character, or nothing if the line is still being
 * written.
 */
function wholeLines(bytes: Buffer, isUnfinished: boolean): Buffer {
  const end = bytes.lastIndexOf(lineFeed)
  if (end >= 0) return bytes.subarray(0, end + 1)
  return isUnfinished ? bytes.subarray(0, 0) : bytes.subarray(0, endOfCharacters(bytes))
}

/** After the first line feed that is followed by data, or at the first complete character. */
function startOfLine(bytes: Buffer): number {
  const feed = bytes.indexOf(lineFeed)
  if (feed >= 0 && feed < bytes.length - 1) return feed + 1
  const start = bytes.findIndex((byte) => !isContinuation(byte))
  return start < 0 ? 0 : start
}

const isContinuation = (byte: number) => (byte & 0xc0) === 0x80

function endOfCharacters(bytes: Buffer): number {
  for (let at = bytes.length - 1; at >= Math.max(0, bytes.length - 4); at -= 1) {
    const byte = bytes[at] ?? 0
    if (isContinuation(byte)) continue
    const size = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
    return at + size <= bytes.length || at === 0 ? bytes.length : at
  }
  return bytes.length
}
