import { closeSync, constants, fstatSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { openRegularFileSync } from '@mqdeck/kit'
import { requireLog } from '../log-path.ts'
import type { LogParts } from './log-parts.ts'

const { O_WRONLY, O_CREAT, O_APPEND } = constants

export interface RotationLimits {
  /** Maximum bytes of a part. Infinity: a single part. */
  readonly size: number
  /** Maximum number of parts. */
  readonly count: number
}

/** The part that is being written. All operations on the file may throw. */
export interface CurrentPart {
  /** Opens the file if necessary. */
  descriptor(): number
  /** Current size in bytes. */
  size(): number
  /** Adds to the size after a write. */
  grow(bytes: number): void
  /** Rotates to the next part if this number of bytes does not fit. */
  makeRoom(bytes: number, limits: RotationLimits): void
  /** Whether the path still leads to this file, with the expected size. */
  isInPlace(): boolean
  /** Reopens the path, which may be a new file. */
  reopen(): void
  release(): void
}

/** @throws if the file cannot be opened */
export function openCurrentPart(parts: LogParts): CurrentPart {
  let fd: number | undefined
  let size = 0
  open()
  return { descriptor: () => fd ?? reopen(), size: () => size, grow, makeRoom, isInPlace, reopen, release }

  function open(): number {
    const file = parts.fileOf(parts.current())
    requireLog(file)
    const opened = openRegularFileSync(file, O_WRONLY | O_CREAT | O_APPEND)
    fd = opened
    size = fstatSync(opened).size
    return opened
  }

  function grow(bytes: number): void {
    size += bytes
  }

  function makeRoom(bytes: number, limits: RotationLimits): void {
    if (size === 0 || size + bytes <= limits.size) return
    release()
    parts.rotate(size, limits.count)
    open()
  }

  function isInPlace(): boolean {
    if (fd === undefined) return false
    const named = statSync(parts.fileOf(parts.current()), { throwIfNoEntry: false })
    const own = fstatSync(fd)
    return named?.ino === own.ino && named.dev === own.dev && own.size >= size
  }

  function reopen(): number {
    release()
    mkdirSync(dirname(parts.fileOf(parts.current())), { recursive: true, mode: 0o700 })
    const expected = size
    const opened = open()
    // The file was truncated or replaced: its contents are lost, and positions must stay unique.
    if (size < expected) parts.restart(expected)
    return opened
  }

  function release(): void {
    const closing = fd
    fd = undefined
    if (closing !== undefined) closeSync(closing)
  }
}
