import { freemem, totalmem } from 'node:os'

export interface Memory {
  /** Bytes. */
  readonly total: number
  readonly used: number
}

/**
 * Memory of the machine, or of the container when that has a limit (cgroup `memory.max`): what counts is what is left before
 * somebody is killed.
 */
export function readMemory(): Memory {
  // 0 when unknown, above the machine's memory when there is no limit.
  const limit = process.constrainedMemory()
  const total = limit > 0 && limit < totalmem() ? limit : totalmem()
  const available = total === limit ? process.availableMemory() : freemem()
  return { total, used: Math.max(total - available, 0) }
}

const units = [
  { name: 'G', bytes: 2 ** 30 },
  { name: 'M', bytes: 2 ** 20 },
  { name: 'K', bytes: 2 ** 10 },
] as const

/** `25276502016` is `23.54G`, in EMQX's words. */
export function formatBytes(bytes: number): string {
  const unit = units.find((candidate) => bytes >= candidate.bytes)
  return unit ? `${(bytes / unit.bytes).toFixed(2)}${unit.name}` : String(bytes)
}
