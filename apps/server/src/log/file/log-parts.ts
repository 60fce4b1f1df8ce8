import { closeSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { NamedFileError, openRegularFileSync } from '@mqdeck/kit'
import { requireLog } from '../log-path.ts'

/** One file of a log. */
export interface LogPart {
  /** 3 for `emqx.log.3`. 0 for the only file of a log that does not rotate. */
  readonly number: number
  /** Position of its start in the whole log: bytes ever written before it. */
  readonly start: number
}

/** The files of a log with their start positions, oldest first. */
export interface LogParts {
  readonly all: () => readonly LogPart[]
  /** The file that is being written. */
  readonly current: () => LogPart
  fileOf(part: LogPart): string
  /** Makes the next part the current one and removes the oldest parts above `count`. */
  rotate(currentSize: number, count: number): void
  /** The file of the current part was replaced: it continues after the `lost` bytes. */
  restart(lost: number): void
}

/**
 * A rotating log has the files `<base>.1` to `<base>.N`, as in EMQX. A log without rotation has the file `base`. The
 * order of the files is stored in `<base>.idx`. Without it, or with EMQX's index, the modification times are used.
 * @throws if one of these files is not a log
 */
export function openLogParts(base: string, rotates: boolean): LogParts {
  const index = `${base}.idx`
  const fileOf = ({ number }: LogPart) => (number === 0 ? base : `${base}.${number}`)
  let parts: LogPart[] = rotates ? restore() : [{ number: 0, start: 0 }]
  for (const part of parts) requireLog(fileOf(part))
  if (rotates) save()

  return { all: () => parts, current, fileOf, rotate, restart }

  function current(): LogPart {
    const last = parts.at(-1)
    if (!last) throw new Error('A log always has a part')
    return last
  }

  function rotate(currentSize: number, count: number): void {
    const { number, start } = current()
    const removed = parts.splice(0, Math.max(0, parts.length - Math.max(0, count - 1)))
    for (const part of removed) rmSync(fileOf(part), { force: true })
    const next = { number: freeNumber(number, count), start: start + currentSize }
    rmSync(fileOf(next), { force: true }) // of an older log
    // If a crash happens before the index is written, the old order remains, and the removed files are missing in it.
    parts.push(next)
    save()
  }

  function freeNumber(last: number, count: number): number {
    const used = new Set(parts.map(({ number }) => number))
    let number = last
    do number = number >= count ? 1 : number + 1
    while (used.has(number))
    return number
  }

  function restart(lost: number): void {
    const { number, start } = current()
    parts = [...parts.slice(0, -1), { number, start: start + lost }]
    if (rotates) save()
  }

  function save(): void {
    rmSync(`${index}.new`, { force: true }) // of a crash, or something that must not be opened
    writeFileSync(`${index}.new`, JSON.stringify(parts), { flag: 'wx', mode: 0o600 })
    renameSync(`${index}.new`, index)
  }

  function restore(): LogPart[] {
    const kept = readIndex(index).filter((part, at, list) => isWhole(part, list[at + 1]))
    if (kept.length > 0) return kept
    return fromFiles()
  }

  /** A part that is followed by another one contains exactly the bytes between the two positions. */
  function isWhole(part: LogPart, next: LogPart | undefined): boolean {
    const size = statSync(fileOf(part), { throwIfNoEntry: false })?.size
    return next ? size === next.start - part.start : size !== undefined
  }

  function fromFiles(): LogPart[] {
    const found = numbersOf(base)
      .map((number) => ({ number, ...timeAndSize(fileOf({ number, start: 0 })) }))
      .sort((a, b) => a.modified - b.modified)
    let start = 0
    const list = found.map(({ number, size }) => {
      const part = { number, start }
      start += size
      return part
    })
    return list.length > 0 ? list : [{ number: 1, start: 0 }]
  }
}

function readIndex(file: string): readonly LogPart[] {
  const text = readIfPresent(file)
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.every(isPart) ? list : []
  } catch {
    return [] // missing, or EMQX's
  }
}

/** Empty if it cannot be read. @throws if it is not a regular file */
function readIfPresent(file: string): string {
  let descriptor: number | undefined
  try {
    descriptor = openRegularFileSync(file)
    return readFileSync(descriptor, 'utf8')
  } catch (error) {
    if (error instanceof NamedFileError) throw error
    return ''
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

const isPart = (value: unknown): value is LogPart =>
  typeof value === 'object' &&
  value !== null &&
  'number' in value &&
  'start' in value &&
  Number.isSafeInteger(value.number) &&
  Number(value.number) > 0 &&
  Number.isSafeInteger(value.start) &&
  Number(value.start) >= 0

function numbersOf(base: string): readonly number[] {
  const prefix = `${basename(base)}.`
  return readdirSync(dirname(base))
    .filter((name) => name.startsWith(prefix) && /^[1-9]\d{0,2}$/.test(name.slice(prefix.length)))
    .filter((name) => statSync(join(dirname(base), name), { throwIfNoEntry: false })?.isFile())
    .map((name) => Number(name.slice(prefix.length)))
}

function timeAndSize(file: string): { modified: number; size: number } {
  const { mtimeMs, size } = statSync(file)
  return { modified: mtimeMs, size }
}
