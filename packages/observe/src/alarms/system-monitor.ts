import type { PlainValue, sysmon } from '@mqdeck/contract'
import type { Clock } from '@mqdeck/kit'
import type { AlarmPort } from './alarm.ts'
import { createMeasures, type Measures, type PauseMonitor, type Usage } from './measures.ts'

export type SystemMonitorSettings = PlainValue<typeof sysmon>

export interface SystemMonitorOptions {
  readonly settings: SystemMonitorSettings
  readonly alarms: AlarmPort
  readonly clock: Clock
  /** Called at each start. */
  readonly measure?: () => Measures
}

/** Checks the machine and this process and activates alarms. */
export interface SystemMonitor {
  start(): void
  stop(): void
  /** Applies immediately and restarts the intervals. */
  update(settings: SystemMonitorSettings): void
}

/** A check that pauses are not longer than `limit` milliseconds. */
interface PauseCheck {
  readonly name: string
  readonly limit: number
  readonly message: string
  readonly monitor: PauseMonitor
}

/** Memory has no low watermark. Its alarm is deactivated this far below the high one. */
const memoryHysteresis = 0.05

export function createSystemMonitor({
  settings,
  alarms,
  clock,
  measure = createMeasures,
}: SystemMonitorOptions): SystemMonitor {
  let current = settings
  let measures: Measures | undefined
  let pauseChecks: readonly PauseCheck[] = []
  let removers: readonly (() => void)[] = []

  const checkMemory = ({ memory }: Measures) => {
    const high = current.os.sysmem_high_watermark
    checkUsage(memory(), { high, low: Math.max(high - memoryHysteresis, 0) }, 'high_system_memory_usage', {
      details: { high_watermark: toPercent(high) },
      message: 'mem usage',
    })
  }
  const checkCpu = ({ cpu }: Measures) => {
    const { cpu_high_watermark: high, cpu_low_watermark: low } = current.os
    checkUsage(cpu(), { high, low }, 'high_cpu_usage', { details: watermarks(high, low), message: 'cpu usage' })
  }
  const checkProcess = async ({ heap, openFiles }: Measures) => {
    const { process_high_watermark: high, process_low_watermark: low } = current.vm
    const details = watermarks(high, low)
    for (const check of pauseChecks) checkPause(check)
    checkUsage(heap(), { high, low }, 'high_process_memory_usage', { details, message: 'of the heap in use' })
    const files = await openFiles()
    if (measures)
      checkUsage(files, { high, low }, 'too_many_open_files', { details, message: 'of the file descriptors in use' })
  }

  /** Activates the alarm above the high watermark and deactivates it below the low one. */
  function checkUsage(
    { used, total }: Usage,
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

  function checkPause({ name, limit, message, monitor }: PauseCheck): void {
    const longest = monitor.longest()
    if (longest > limit) alarms.activate(name, { duration: longest, threshold: limit }, `${message} ${longest} ms`)
    else alarms.deactivate(name)
  }

  /** Starts a pause check. Returns none if there is no limit. */
  function startPauseCheck(
    name: string,
    limit: number,
    message: string,
    start: () => PauseMonitor,
  ): readonly PauseCheck[] {
    if (Number.isFinite(limit)) return [{ name, limit, message, monitor: start() }]
    alarms.deactivate(name)
    return []
  }

  const stopChecks = () => {
    for (const remove of removers) remove()
    for (const { monitor } of pauseChecks) monitor.stop()
    removers = []
    pauseChecks = []
  }
  const startChecks = ({ watchEventLoop, watchGc }: Measures) => {
    stopChecks()
    const every = (ms: number, check: (measures: Measures) => unknown) =>
      Number.isFinite(ms) ? [clock.every(ms, () => measures && check(measures))] : []
    const { os, vm } = current
    if (os.mem_check_interval === Number.POSITIVE_INFINITY) alarms.deactivate('high_system_memory_usage')
    pauseChecks = [
      ...startPauseCheck('long_schedule', vm.long_schedule, 'The event loop was blocked for', watchEventLoop),
      ...startPauseCheck('long_gc', vm.long_gc, 'A garbage collection took', watchGc),
    ]
    removers = [
      ...every(os.mem_check_interval, checkMemory),
      ...every(os.cpu_check_interval, checkCpu),
      ...every(vm.process_check_interval, checkProcess),
    ]
  }

  return {
    start() {
      measures ??= measure()
      startChecks(measures)
    },
    stop() {
      stopChecks()
      measures = undefined
    },
    update(next) {
      current = next
      if (measures) startChecks(measures)
    },
  }
}

const watermarks = (high: number, low: number) => ({ high_watermark: toPercent(high), low_watermark: toPercent(low) })

const toPercent = (share: number) => Math.round(share * 10_000) / 100
