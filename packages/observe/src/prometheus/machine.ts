import { type CpuTimes, readCpuTimes } from '../nodes/cpu.ts'
import { readMemory } from '../nodes/memory.ts'
import { type Family, gauge } from './exposition.ts'

/** EMQX's figures of the machine; those of Erlang's schedulers and mailboxes are not among them. */
export function createMachineFigures(readTimes: () => CpuTimes = readCpuTimes): () => readonly Family[] {
  let last: CpuTimes = { idle: 0, total: 0 }
  let idlePercent = 100

  // Since the figures were asked for the last time; the first time, since the machine was started.
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
    return [
      gauge('emqx_vm_cpu_use', Math.round((100 - idle) * 100) / 100),
      gauge('emqx_vm_cpu_idle', idle),
      gauge('emqx_vm_total_memory', total),
      gauge('emqx_vm_used_memory', used),
    ]
  }
}
