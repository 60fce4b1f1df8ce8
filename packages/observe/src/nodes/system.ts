import { loadavg } from 'node:os'
import { type CpuTimes, readCpuTimes } from './cpu.ts'
import { type Memory, readMemory } from './memory.ts'

/** Measurements of the machine and of this process. */
export interface System {
  memory(): Memory
  /** Load averages over 1, 5 and 15 minutes. Zeros on Windows. */
  load(): readonly number[]
  cpu(): CpuTimes
  /** Maximum number of open files and sockets of this process. */
  maxFds(): number
  /** Number of active resources of Node: sockets, servers, timers. */
  activeResources(): number
  /** Versions of Node and V8, such as `20.19.0/11.3.244.8`. EMQX has those of OTP and its virtual machine. */
  readonly runtime: string
}

export function createSystem(): System {
  return {
    memory: readMemory,
    load: loadavg,
    cpu: readCpuTimes,
    maxFds,
    activeResources: () => process.getActiveResourcesInfo().length,
    runtime: `${process.versions.node}/${process.versions.v8}`,
  }
}

/** The used part of Node's diagnostic report: https://nodejs.org/api/report.html */
interface Report {
  readonly userLimits?: { readonly open_files?: { readonly soft: number | 'unlimited' } }
}

// Cached: it cannot change, and reading it takes 10 ms.
let knownMaxFds: number | undefined
const maxFds = (): number => {
  knownMaxFds ??= readMaxFds()
  return knownMaxFds
}

/** 0 if there are no such limits (Windows). */
function readMaxFds(): number {
  const { userLimits } = process.report.getReport() as Report // untyped in Node's declarations
  const soft = userLimits?.open_files?.soft ?? 0
  return soft === 'unlimited' ? Number.MAX_SAFE_INTEGER : soft
}
