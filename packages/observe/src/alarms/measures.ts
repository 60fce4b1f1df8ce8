import { readdir } from 'node:fs/promises'
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { readCpuTimes } from '../nodes/cpu.ts'
import { readMemory } from '../nodes/memory.ts'
import { createSystem } from '../nodes/system.ts'

/** A part of a whole, as numbers of the same unit. */
export interface Part {
  readonly used: number
  readonly total: number
}

/** Something that is measured all the time. */
export interface Watch {
  /** The longest since the last call, milliseconds. */
  longest(): number
  stop(): void
}

/** What can be measured of the machine and of this process. */
export interface Measures {
  /** Bytes of the machine, or of the container when that has a limit. */
  memory(): Part
  /** Time of all processors since the last call, or since these measures were made. */
  cpu(): Part
  /** File descriptors; `total` 0 where there is no limit. */
  openFiles(): Promise<Part>
  /** Bytes of the heap of JavaScript and of what V8 lets it grow to. */
  heap(): Part
  /** For how long the event loop did not get on. */
  watchEventLoop(): Watch
  /** How long garbage collections took. */
  watchGc(): Watch
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
      // Linux lists them; elsewhere sockets, servers and timers come closest.
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

/** How often the event loop is looked at, milliseconds; what is measured has an error of this size. */
const resolution = 20

function watchEventLoop(): Watch {
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  return {
    longest() {
      // Nanoseconds between two looks, the interval included.
      const longest = delay.max / 1e6 - resolution
      delay.reset()
      return Math.max(Math.round(longest), 0)
    },
    stop: () => delay.disable(),
  }
}

function watchGc(): Watch {
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

/** Milliseconds of all processors since the machine started. */
function readCpu(): Part {
  const { idle, total } = readCpuTimes()
  return { used: total - idle, total }
}
