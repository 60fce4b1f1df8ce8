import type { PlainValue, sysmon } from '@mqdeck/contract'
import type { Clock } from '@mqdeck/kit'
import type { AlarmPort } from './alarm.ts'
import { createMeasures, type Measures, type Part, type Watch } from './measures.ts'

export type SystemMonitorSettings = PlainValue<typeof sysmon>

export interface SystemMonitorOptions {
  readonly settings: SystemMonitorSettings
  readonly alarms: AlarmPort
  readonly clock: Clock
  /** Made at each start. */
  readonly measure?: () => Measures
}

/** Looks at the machine and at this process, and says in alarms what it finds. */
export interface SystemMonitor {
  start(): void
  stop(): void
  /** In force at once; the intervals begin anew. */
  update(settings: SystemMonitorSettings): void
}

/** A time that must not be longer than `limit`, milliseconds. */
interface TimeWatch {
  readonly name: string
  readonly limit: number
  readonly sentence: string
  readonly watched: Watch
}

/** How far below its watermark memory has to fall; there is no low watermark for it. */
const memoryRelief = 0.05

export function createSystemMonitor({
  settings,
  alarms,
  clock,
  measure = createMeasures,
}: SystemMonitorOptions): SystemMonitor {
  let current = settings
  let measures: Measures | undefined
  let watches: readonly TimeWatch[] = []
  let ends: readonly (() => void)[] = []

  const checkMemory = ({ memory }: Measures) => {
    const high = current.os.sysmem_high_watermark
    watch(memory(), { high, low: Math.max(high - memoryRelief, 0) }, 'high_system_memory_usage', {
      details: { high_watermark: toPercent(high) },
      message: 'mem usage',
    })
  }
  const checkCpu = ({ cpu }: Measures) => {
    const { cpu_high_watermark: high, cpu_low_watermark: low } = current.os
    watch(cpu(), { high, low }, 'high_cpu_usage', { details: watermarks(high, low), message: 'cpu usage' })
  }
  const checkProcess = async ({ heap, openFiles }: Measures) => {
    const { process_high_watermark: high, process_low_watermark: low } = current.vm
    const details = watermarks(high, low)
    for (const one of watches) checkTime(one)
    watch(heap(), { high, low }, 'high_process_memory_usage', { details, message: 'of the heap in use' })
    const files = await openFiles()
    if (measures)
      watch(files, { high, low }, 'too_many_open_files', { details, message: 'of the file descriptors in use' })
  }

  /** Above the high mark it is an alarm, until it falls below the low one. */
  function watch(
    { used, total }: Part,
    { high, low }: { readonly high: number; readonly low: number },
    name: string,
    { details, message }: { readonly details: Readonly<Record<string, number>>; readonly message: string },
  ): void {
    if (total <= 0) return
    const share = used / total
    const usage = toPercent(share)
    if (share > high) alarms.activate(name, { usage, ...details }, `${usage.toFixed(2)}% ${message}`)
    else if (share < low) alarms.deactivate(name)
  }

  function checkTime({ name, limit, sentence, watched }: TimeWatch): void {
    const longest = watched.longest()
    if (longest > limit) alarms.activate(name, { duration: longest, threshold: limit }, `${sentence} ${longest} ms`)
    else alarms.deactivate(name)
  }

  /** Measures it all the time; nothing when there is no limit. */
  function watchTime(name: string, limit: number, sentence: string, begin: () => Watch): readonly TimeWatch[] {
    if (Number.isFinite(limit)) return [{ name, limit, sentence, watched: begin() }]
    alarms.deactivate(name)
    return []
  }

  const stopChecks = () => {
    for (const end of ends) end()
    for (const { watched } of watches) watched.stop()
    ends = []
    watches = []
  }
  const begin = ({ watchEventLoop, watchGc }: Measures) => {
    stopChecks()
    const every = (ms: number, check: (measures: Measures) => unknown) =>
      Number.isFinite(ms) ? [clock.every(ms, () => measures && check(measures))] : []
    const { os, vm } = current
    if (os.mem_check_interval === Number.POSITIVE_INFINITY) alarms.deactivate('high_system_memory_usage')
    watches = [
      ...watchTime('long_schedule', vm.long_schedule, 'The event loop was held up for', watchEventLoop),
      ...watchTime('long_gc', vm.long_gc, 'A garbage collection took', watchGc),
    ]
    ends = [
      ...every(os.mem_check_interval, checkMemory),
      ...every(os.cpu_check_interval, checkCpu),
      ...every(vm.process_check_interval, checkProcess),
    ]
  }

  return {
    start() {
      measures ??= measure()
      begin(measures)
    },
    stop() {
      stopChecks()
      measures = undefined
    },
    update(next) {
      current = next
      if (measures) begin(measures)
    },
  }
}

const watermarks = (high: number, low: number) => ({ high_watermark: toPercent(high), low_watermark: toPercent(low) })

const toPercent = (share: number) => Math.round(share * 10_000) / 100
