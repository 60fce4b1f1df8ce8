import { closeSync, fstatSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { requireLog } from '../log-path.ts'
import type { LogParts } from './log-parts.ts'

export interface RotationLimits {
  /** Bytes of one part; Infinity: there is only one. */
  readonly size: number
  /** How many parts are kept. */
  readonly count: number
}

/** The file that is written just now. What it does to the disk may throw. */
export interface CurrentPart {
  /** Opened when it is not. */
  descriptor(): number
  /** Bytes in it. */
  size(): number
  /** Tells that so many bytes more are in it. */
  grow(bytes: number): void
  /** Goes on with the next part when so many bytes do not fit. */
  makeRoom(bytes: number, limits: RotationLimits): void
  /** Whether it is still what its name leads to, at the size it should have. */
  isInPlace(): boolean
  /** Opens what the name leads to now, which may be a new file. */
  reopen(): void
  release(): void
}

/** @throws when it cannot be opened */
export function openCurrentPart(parts: LogParts): CurrentPart {
  let fd: number | undefined
  let size = 0
  open()
  return { descriptor: () => fd ?? reopen(), size: () => size, grow, makeRoom, isInPlace, reopen, release }

  function open(): number {
    const file = parts.fileOf(parts.current())
    requireLog(file)
    const opened = openSync(file, 'a', 0o600)
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
    // Emptied or made anew: what was in it is gone, and positions must not come twice.
    if (size < expected) parts.restart(expected)
    return opened
  }

  function release(): void {
    const closing = fd
    fd = undefined
    if (closing !== undefined) closeSync(closing)
  }
}
