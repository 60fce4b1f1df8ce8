import type { Clock } from '@mqdeck/kit'
import type { StatsSource } from '../sources.ts'
import { formatBytes } from './memory.ts'
import { createSystem, type System } from './system.ts'

/** One entry of `GET /nodes`. */
export interface NodeInfo {
  readonly node: string
  readonly node_status: 'running' | 'stopped'
  readonly role: 'core' | 'replicant'
  readonly version: string
  readonly edition: 'Opensource' | 'Enterprise'
  /** In milliseconds. */
  readonly uptime: number
  readonly connections: number
  readonly live_connections: number
  readonly cluster_sessions: number
  readonly load1: number
  readonly load5: number
  readonly load15: number
  /** CPU usage of all CPUs in percent over the previous interval. EMQX does not have this field. */
  readonly os_cpu_load: number
  readonly max_fds: number
  /** `23.54G` */
  readonly memory_total: string
  /** `781.21M` */
  readonly memory_used: string
  /** EMQX counts Erlang processes, about one per socket. Here: the limit of open files. */
  readonly process_available: number
  /** Here: active sockets, servers and timers of Node. */
  readonly process_used: number
  /** Here: versions of Node and V8. */
  readonly otp_release: string
  readonly sys_path: string
  readonly log_path: string
}

export interface NodeFacts {
  /** `mqdeck@127.0.0.1` */
  readonly node: string
  readonly version: string
  readonly edition: NodeInfo['edition']
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** Directory of the program. */
  readonly sysPath: string
  /** Directory of the log files. As in EMQX, a sentence if there are no log files. */
  readonly logPath: string
}

export interface NodeInfoOptions {
  readonly facts: NodeFacts
  readonly clock: Clock
  /** Implemented by the broker. */
  readonly source: StatsSource
  readonly system?: System
}

/** Returns the entry of `GET /nodes` for this node. */
export function createNodeInfo({ facts, clock, source, system = createSystem() }: NodeInfoOptions): () => NodeInfo {
  const cpuLoad = createCpuLoad(clock, system)
  return () => {
    const { connections, liveConnections, sessions } = source.stats()
    const { total, used } = system.memory()
    const [load1 = 0, load5 = 0, load15 = 0] = system.load().map(toHundredths)
    return {
      node: facts.node,
      node_status: 'running',
      role: 'core',
      version: facts.version,
      edition: facts.edition,
      uptime: clock.now() - facts.startedAt,
      connections,
      live_connections: liveConnections,
      cluster_sessions: sessions,
      load1,
      load5,
      load15,
      os_cpu_load: cpuLoad(),
      max_fds: system.maxFds(),
      memory_total: formatBytes(total),
      memory_used: formatBytes(used),
      process_available: system.maxFds(),
      process_used: system.activeResources(),
      otp_release: system.runtime,
      sys_path: facts.sysPath,
      log_path: facts.logPath,
    }
  }
}

/** Minimum period for the CPU load in milliseconds. Shorter periods return the previous value. */
const minPeriodMs = 5000

/** CPU load in percent since the previous measurement, or since creation. */
function createCpuLoad(clock: Clock, system: System): () => number {
  let before = { time: clock.now(), cpu: system.cpu() }
  let load: number | undefined
  return () => {
    const now = { time: clock.now(), cpu: system.cpu() }
    if (load !== undefined && Math.abs(now.time - before.time) < minPeriodMs) return load
    const total = now.cpu.total - before.cpu.total
    load = total > 0 ? toHundredths(100 * (1 - (now.cpu.idle - before.cpu.idle) / total)) : 0
    before = now
    return load
  }
}

const toHundredths = (value: number) => Math.round(value * 100) / 100
