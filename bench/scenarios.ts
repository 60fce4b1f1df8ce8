import type { BenchBroker } from './brokers.ts'
import { connectsPerSecond, memoryPerConnection } from './connections.ts'
import { type Load, runLoad } from './load.ts'
import { processorSeconds } from './process-stats.ts'

export interface Measurement {
  readonly value: number
  readonly dropped: number
  /** Share of one core that the broker used, 1 is all of it; undefined where it says nothing. */
  readonly processor: number | undefined
}

export interface Scenario {
  readonly name: string
  readonly unit: 'messages/s' | 'connects/s' | 'KiB'
  /** False for memory, of which less is better. */
  readonly moreIsBetter: boolean
  /** Whether every round needs a broker that has done nothing before. */
  readonly freshBroker: boolean
  /** Topics that the broker allows, and no others. */
  readonly allowed?: readonly string[]
  measure(broker: BenchBroker, times: Times): Promise<Measurement>
}

export interface Times {
  readonly warmUpMs: number
  readonly measureMs: number
}

const idleConnections = 5_000
const payloadSize = 100
/** Most of them about something else, as for any client of a large broker. */
const tenThousandRules = [...Array.from({ length: 9_999 }, (_, index) => `fleet/${index}/#`), 'bench/#']

export const scenarios: readonly Scenario[] = [
  throughput('1 -> 1, QoS 0', { publishers: 1, fanOut: 1, qos: 0 }),
  throughput('1 -> 10, QoS 0', { publishers: 1, fanOut: 10, qos: 0 }),
  throughput('5 -> 5, QoS 0', { publishers: 5, fanOut: 1, qos: 0 }),
  throughput('1 -> 1, QoS 1', { publishers: 1, fanOut: 1, qos: 1 }),
  throughput('1 -> 10, QoS 1', { publishers: 1, fanOut: 10, qos: 1 }),
  throughput('5 -> 5, QoS 1', { publishers: 5, fanOut: 1, qos: 1 }),
  {
    ...throughput('1 -> 1, QoS 0, 10 000 rules', { publishers: 1, fanOut: 1, qos: 0 }),
    freshBroker: true,
    allowed: tenThousandRules,
  },
  {
    // More topics than decisions that are remembered: each message is a question.
    ...throughput('1 -> 1, QoS 0, 10 000 rules, 1 000 topics', { publishers: 1, fanOut: 1, qos: 0, topics: 1_000 }),
    freshBroker: true,
    allowed: tenThousandRules,
  },
  {
    name: 'connects',
    unit: 'connects/s',
    moreIsBetter: true,
    freshBroker: false,
    async measure(broker, { warmUpMs, measureMs }) {
      const used = processorMeter(broker.pid)
      const value = await connectsPerSecond(broker.port, warmUpMs, measureMs)
      return { value, dropped: 0, processor: used() }
    },
  },
  {
    name: `memory per idle connection (${idleConnections})`,
    unit: 'KiB',
    moreIsBetter: false,
    freshBroker: true,
    async measure(broker) {
      const bytes = await memoryPerConnection(broker, idleConnections)
      return { value: bytes / 1_024, dropped: 0, processor: undefined }
    },
  },
]

/** Counts deliveries, not publishes: 1 -> 10 counts every message ten times. */
function throughput(name: string, load: Pick<Load, 'publishers' | 'fanOut' | 'qos' | 'topics'>): Scenario {
  return {
    name,
    unit: 'messages/s',
    moreIsBetter: true,
    freshBroker: false,
    async measure(broker, times) {
      const { perSecond, dropped, processor } = await runLoad(broker, { ...load, ...times, payloadSize })
      return { value: perSecond, dropped, processor }
    },
  }
}

function processorMeter(pid: number): () => number {
  const start = { at: performance.now(), used: processorSeconds(pid) }
  return () => ((processorSeconds(pid) - start.used) * 1_000) / (performance.now() - start.at)
}
