import {
  closeSync,
  linkSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { hasCode } from '@mqdeck/contract'

/** The folder is used by a running process. */
export class LockedError extends Error {
  override readonly name = 'LockedError'
}

/**
 * Locks the folder for this process. Returns a function that releases the lock. A lock whose process has ended (`kill
 * -9`, power failure) is taken over. The lock contains process ID and start time, because process IDs are reused.
 * @throws {LockedError} while its process is running
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'mqdeck.lock')
  const content = identity(process.pid)
  if (!create(file, content)) {
    const owner = readOwner(file)
    if (owner !== undefined && isAlive(owner)) {
      throw new LockedError(`the data folder ${folder} is in use by another MQDeck (process ${owner.split(' ')[0]})`)
    }
    const isTaken = owner === '' && isNew(file)
    if (!isTaken) removeStale(file, owner)
    if (isTaken || !create(file, content)) {
      throw new LockedError(`the data folder ${folder} is being opened by another MQDeck`)
    }
  }
  return () => {
    if (readOwner(file) === content) rmSync(file, { force: true })
  }
}

/** Whether a running process has locked the folder. */
export function isLocked(folder: string): boolean {
  const owner = readOwner(join(folder, 'mqdeck.lock'))
  return owner !== undefined && isAlive(owner)
}

/** Two processes may find the same stale lock. The second one must not remove the new lock of the first. */
function removeStale(file: string, owner: string | undefined): void {
  if (owner === undefined) return
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
    if (readOwner(aside) !== owner) linkSync(aside, file)
  } catch {
    return // another process was faster; creating the lock fails then
  } finally {
    rmSync(aside, { force: true })
  }
}

function create(file: string, content: string): boolean {
  const descriptor = openNew(file)
  if (descriptor === undefined) return false
  try {
    writeSync(descriptor, content)
    return true
  } catch (error) {
    rmSync(file, { force: true })
    if (!hasCode(error, 'ENOSPC')) throw error
    symlinkSync(content, file) // needs no space, so that existing data is served on a full disk
    return true
  } finally {
    closeSync(descriptor)
  }
}

function openNew(file: string): number | undefined {
  try {
    return openSync(file, 'wx', 0o600)
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return undefined
    throw error
  }
}

/** An empty lock is being written, unless its process was killed at that moment. */
function isNew(file: string): boolean {
  return Math.abs(Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0)) < 5000
}

function readOwner(file: string): string | undefined {
  for (const read of [() => readlinkSync(file), () => readFileSync(file, 'utf8')]) {
    try {
      return read()
    } catch {
      // Not this kind of file, or removed meanwhile because its process has just ended.
    }
  }
  return undefined
}

/** `pid start-time`. Without the time if there is no /proc. */
const identity = (pid: number) => `${pid} ${startTime(pid)}`

function isAlive(owner: string): boolean {
  const pid = Number(owner.split(' ')[0])
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!hasCode(error, 'EPERM')) return false
  }
  return identity(pid) === owner
}

function startTime(pid: number): string {
  try {
    // The name (field 2) may contain spaces and parentheses. The start time is field 22.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

/** The data folder cannot be used. The message contains the reason and what to do. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError'
}
