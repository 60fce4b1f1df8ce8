import { loadavg } from 'node:os'
import { type CpuTimes, readCpuTimes } from './cpu.ts'
import { type Memory, readMemory } from './memory.ts'

/** What the machine says of itself and of this process. */
export interface System {
  memory(): Memory
  /** Average number of waiting processes over 1, 5 and 15 minutes; zeros on Windows. */
  load(): readonly number[]
  cpu(): CpuTimes
  /** How many files and sockets this process may open. */
  maxFds(): number
  /** Handles and requests that Node works on: sockets, servers, timers. */
  activeResources(): number
  /** `20.19.0/11.3.244.8`: of Node and of V8, where EMQX has those of OTP and of its virtual machine. */
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

/** The part of Node's diagnostic report that is read here: https://nodejs.org/api/report.html */
interface Report {
  readonly userLimits?: { readonly open_files?: { readonly soft: number | 'unlimited' } }
}

// Cannot change once Node has started, and takes 10 ms to ask.
let knownMaxFds: number | undefined
const maxFds = (): number => {
  knownMaxFds ??= readMaxFds()
  return knownMaxFds
}

/** 0 where there are no such limits (Windows). */
function readMaxFds(): number {
  const { userLimits } = process.report.getReport() as Report // untyped in Node's declarations
  const soft = userLimits?.open_files?.soft ?? 0
  return soft === 'unlimited' ? Number.MAX_SAFE_INTEGER : soft
}
