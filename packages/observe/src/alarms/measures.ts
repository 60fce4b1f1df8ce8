import { readdir } from 'node:fs/promises'
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { readCpuTimes } from '../nodes/cpu.ts'
import { readMemory } from '../nodes/memory.ts'
import { createSystem } from '../nodes/system.ts'

/** Used and total amount in the same unit. */
export interface Usage {
  readonly used: number
  readonly total: number
}

/** A continuous measurement of pauses. */
export interface PauseMonitor {
  /** Longest pause since the last call in milliseconds. */
  longest(): number
  stop(): void
}

/** Measurements of the machine and of this process. */
export interface Measures {
  /** Memory of the machine in bytes, or of the container if it has a limit. */
  memory(): Usage
  /** Time of all CPUs since the last call, or since creation. */
  cpu(): Usage
  /** File descriptors. `total` is 0 if there is no limit. */
  openFiles(): Promise<Usage>
  /** JavaScript heap in bytes, and the limit of V8. */
  heap(): Usage
  /** Measures how long the event loop is blocked. */
  watchEventLoop(): PauseMonitor
  /** Measures garbage collections. */
  watchGc(): PauseMonitor
}

export function createMeasures(): Measures {
  const { maxFds, activeResources } = createSystem()
  let before = readCpu()
  return {
    memory: readMemory,
    cpu() {
      const now = readCpu()
      const since = { used: now.used - before.used, total: now.total - before.total }
      before = now
      return since
    },
    async openFiles() {
      const total = maxFds()
      // Linux lists open files. Elsewhere, sockets, servers and timers are the closest measure.
      const used = await readdir('/proc/self/fd').then(
        ({ length }) => length,
        () => activeResources(),
      )
      return { used, total: total === Number.MAX_SAFE_INTEGER ? 0 : total }
    },
    heap() {
      const { used_heap_size, heap_size_limit } = getHeapStatistics()
      return { used: used_heap_size, total: heap_size_limit }
    },
    watchEventLoop,
    watchGc,
  }
}

/** Sampling interval of the event loop delay in milliseconds, which is also its error. */
const resolutionMs = 20

function watchEventLoop(): PauseMonitor {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  return {
    longest() {
      // Nanoseconds between two samples, including the interval.
      const longest = delay.max / 1e6 - resolutionMs
      delay.reset()
      return Math.max(Math.round(longest), 0)
    },
    stop: () => delay.disable(),
  }
}

function watchGc(): PauseMonitor {
  let longest = 0
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
  })
  observer.observe({ entryTypes: ['gc'] })
  return {
    longest() {
      const last = Math.round(longest)
      longest = 0
      return last
    },
    stop: () => observer.disconnect(),
  }
}

/** CPU time of all CPUs since the machine started, in milliseconds. */
function readCpu(): Usage {
  const { idle, total } = readCpuTimes()
  return { used: total - idle, total }
}
