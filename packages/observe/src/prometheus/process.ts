import { type ELDHistogram, monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { PlainValue, prometheus } from '@mqdeck/contract'
import type { Family } from './exposition.ts'

/** Enabled metrics of the process, by EMQX's collector names. */
type ProcessCollectors = Pick<
  PlainValue<typeof prometheus>['collectors'],
  'vm_memory' | 'vm_statistics' | 'vm_system_info'
>

/** Sampling interval of the event loop delay. */
const resolutionMs = 10

/** Metrics of this process with the names of Prometheus client libraries, instead of EMQX's metrics of the Erlang virtual machine. */
export function createProcessMetrics(maxFds: number): (collectors: ProcessCollectors) => readonly Family[] {
  /** Only set while the statistics are enabled. */
  let delay: ELDHistogram | undefined
  const statistics = () => {
    delay ??= watchEventLoop()
    const lag = Math.max(0, delay.percentile(99) - resolutionMs * 1e6) / 1e9
    delay.reset()
    return [...times(), family('nodejs_eventloop_lag_p99_seconds', 'gauge', lagHelp, lag)]
  }
  const stopStatistics = () => {
    delay?.disable()
    delay = undefined
    return []
  }
  return (collectors) => [
    ...(collectors.vm_memory === 'enabled' ? memory() : []),
    ...(collectors.vm_statistics === 'enabled' ? statistics() : stopStatistics()),
    ...(collectors.vm_system_info === 'enabled' ? systemInfo(maxFds) : []),
  ]
}

const lagHelp = '99th percentile of the event loop delay in seconds since the last scrape.'

function watchEventLoop(): ELDHistogram {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  return delay
}

function memory(): readonly Family[] {
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage()
  return [
    family('process_resident_memory_bytes', 'gauge', 'Resident memory size in bytes.', rss),
    family('nodejs_heap_size_total_bytes', 'gauge', 'Process heap size from Node.js in bytes.', heapTotal),
    family('nodejs_heap_size_used_bytes', 'gauge', 'Process heap size used from Node.js in bytes.', heapUsed),
    family('nodejs_external_memory_bytes', 'gauge', 'Node.js external memory size in bytes.', external),
  ]
}

function times(): readonly Family[] {
  const { user, system } = process.cpuUsage()
  const { utilization } = performance.eventLoopUtilization()
  return [
    family('process_cpu_user_seconds_total', 'counter', 'User CPU time in seconds.', user / 1e6),
    family('process_cpu_system_seconds_total', 'counter', 'System CPU time in seconds.', system / 1e6),
    family('process_cpu_seconds_total', 'counter', 'User and system CPU time in seconds.', (user + system) / 1e6),
    family('nodejs_eventloop_utilization', 'gauge', 'Fraction of time that the event loop was busy.', utilization),
  ]
}

function systemInfo(maxFds: number): readonly Family[] {
  const startedAt = Math.floor(performance.timeOrigin / 1000)
  return [
    family('process_start_time_seconds', 'gauge', 'Start time of the process in seconds since the epoch.', startedAt),
    family('process_max_fds', 'gauge', 'Maximum number of open file descriptors.', maxFds),
    {
      name: 'nodejs_version_info',
      type: 'gauge',
      help: 'Node.js version.',
      samples: [{ labels: { version: process.version }, value: 1 }],
    },
  ]
}

const family = (name: string, type: Family['type'], help: string, value: number): Family => ({
  name,
  type,
  help,
  samples: [{ value }],
})
