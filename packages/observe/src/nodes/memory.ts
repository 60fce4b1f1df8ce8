import { freemem, totalmem } from 'node:os'

export interface Memory {
  /** In bytes. */
  readonly total: number
  readonly used: number
}

/**
 * Memory of the machine, or of the container if it has a limit (cgroup `memory.max`), because a process is killed at
 * that limit.
 */
export function readMemory(): Memory {
  // 0 if unknown, larger than the memory of the machine if there is no limit.
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

/** Formats bytes as EMQX does: `25276502016` is `23.54G`. */
export function formatBytes(bytes: number): string {
  const unit = units.find((candidate) => bytes >= candidate.bytes)
  return unit ? `${(bytes / unit.bytes).toFixed(2)}${unit.name}` : String(bytes)
}
