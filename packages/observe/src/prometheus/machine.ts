import { type CpuTimes, readCpuTimes } from '../nodes/cpu.ts'
import { readMemory } from '../nodes/memory.ts'
import { type Family, gauge } from './exposition.ts'

/** CPU usage in percent and memory in bytes. */
export interface Machine {
  readonly cpuUse: number
  readonly cpuIdle: number
  readonly totalMemory: number
  readonly usedMemory: number
}

/** Measures CPU usage since the previous call, and for the first call since the machine was started. */
export function createMachine(readTimes: () => CpuTimes = readCpuTimes): () => Machine {
  let last: CpuTimes = { idle: 0, total: 0 }
  let idlePercent = 100

  const measure = () => {
    const now = readTimes()
    const elapsed = now.total - last.total
    if (elapsed > 0) idlePercent = Math.min(100, (100 * (now.idle - last.idle)) / elapsed)
    last = now
  }

  return () => {
    measure()
    const { total, used } = readMemory()
    const idle = Math.round(idlePercent * 100) / 100
    return { cpuUse: Math.round((100 - idle) * 100) / 100, cpuIdle: idle, totalMemory: total, usedMemory: used }
  }
}

/** EMQX's metrics of the machine, without those of Erlang schedulers and mailboxes. */
export const machineFamilies = ({ cpuUse, cpuIdle, totalMemory, usedMemory }: Machine): readonly Family[] => [
  gauge('emqx_vm_cpu_use', cpuUse),
  gauge('emqx_vm_cpu_idle', cpuIdle),
  gauge('emqx_vm_total_memory', totalMemory),
  gauge('emqx_vm_used_memory', usedMemory),
]
