import { cpus } from 'node:os'

/** CPU time of all CPUs since the machine started, in milliseconds. */
export interface CpuTimes {
  readonly idle: number
  readonly total: number
}

export function readCpuTimes(): CpuTimes {
  let idle = 0
  let total = 0
  for (const { times } of cpus()) {
    idle += times.idle
    total += times.user + times.nice + times.sys + times.idle + times.irq
  }
  return { idle, total }
}
