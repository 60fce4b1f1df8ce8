import { type BenchBroker, type BenchRule, type BenchTrace, benchUser, type PasswordHash } from './brokers.ts'
import { connectsPerSecond, memoryPerConnection } from './connections.ts'
import { type Load, runLoad } from './load.ts'
import { processorSeconds } from './process-stats.ts'
import { type Sink, type SinkType, sinkActions, writeMany, writeWhileDown } from './sinks.ts'

export interface Measurement {
  readonly value: number
  readonly dropped: number
  /** Share of one core that the broker used, 1 is a full core. Undefined if not measured. */
  readonly processor: number | undefined
}

export interface Scenario {
  readonly name: string
  readonly unit: 'messages/s' | 'rules/s' | 'connects/s' | 'KiB'
  /** False for memory: less is better. */
  readonly moreIsBetter: boolean
  /** Whether every round needs a new broker. */
  readonly freshBroker: boolean
  /** Topics that the broker allows. All others are denied. */
  readonly allowed?: readonly string[]
  /** Clients need a password, which MQDeck hashes like this. mosquitto has its own hash. */
  readonly passwords?: PasswordHash
  /** Rules of the rule engine; only MQDeck is measured. */
  readonly rules?: readonly BenchRule[]
  /** Log traces that run meanwhile; only MQDeck is measured. */
  readonly traces?: readonly BenchTrace[]
  /** Target of the rules. Started before the broker. */
  readonly sink?: SinkType
  measure(broker: BenchBroker, times: Times, sink?: Sink): Promise<Measurement>
}

export interface Times {
  readonly warmUpMs: number
  readonly measureMs: number
}

const idleConnections = 5_000
const downMessages = 50_000
const payloadSize = 100
/** Most of them do not apply, as for any client of a large broker. */
const tenThousandRules = [...Array.from({ length: 9_999 }, (_, index) => `fleet/${index}/#`), 'bench/#']

const tracesOfOthers: readonly BenchTrace[] = [
  { name: 'client', type: 'clientid', clientid: 'somebody-else' },
  { name: 'topic', type: 'topic', topic: 'somewhere/else/#' },
  { name: 'address', type: 'ip_address', ip_address: '192.0.2.1' },
]

const sql = (topic: string, qos = 0) => `SELECT clientid, topic, payload FROM "${topic}" WHERE qos = ${qos}`
const wanting = (count: number): readonly BenchRule[] => Array.from({ length: count }, () => ({ sql: sql('bench/#') }))
/** One of them matches the messages. */
const tenThousandSql: readonly BenchRule[] = [
  ...Array.from({ length: 9_999 }, (_, index) => ({ sql: sql(`fleet/${index}/#`) })),
  { sql: sql('bench/#') },
]

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
    // More topics than the authorization cache holds: each message needs a check.
    ...throughput('1 -> 1, QoS 0, 10 000 rules, 1 000 topics', { publishers: 1, fanOut: 1, qos: 0, topics: 1_000 }),
    freshBroker: true,
    allowed: tenThousandRules,
  },
  {
    ...throughput('1 -> 1, QoS 0, others traced', { publishers: 1, fanOut: 1, qos: 0 }),
    freshBroker: true,
    traces: tracesOfOthers,
  },
  {
    ...throughput('1 -> 1, QoS 0, publisher traced', { publishers: 1, fanOut: 1, qos: 0 }),
    freshBroker: true,
    traces: [{ name: 'publisher', type: 'clientid', clientid: 'bench-pub-0' }],
  },
  ruleRuns('rules run, 1 for each message', wanting(1), 1),
  ruleRuns('rules run, 100 for each message', wanting(100), 100),
  ruleRuns('rules run, 1 of 10 000 for each message', tenThousandSql, 1),
  {
    ...throughput('1 -> rule -> 1, QoS 0', { publishers: 1, fanOut: 1, qos: 0, republished: true }),
    freshBroker: true,
    rules: [{ sql: sql('bench/#'), republishTo: 'rules/topic/0' }],
  },
  intoSink('1 -> rule -> PostgreSQL, batches of 100', 'pgsql'),
  intoSink('1 -> rule -> Redis, batches of 100', 'redis'),
  intoSink('1 -> rule -> MQTT bridge, QoS 1', 'mqtt'),
  {
    name: `memory per message (${downMessages}) while PostgreSQL is down`,
    unit: 'KiB',
    moreIsBetter: false,
    freshBroker: true,
    sink: 'pgsql',
    rules: [{ sql: sql('bench/#', 1), action: sinkActions.pgsql }],
    async measure(broker, _, sink) {
      const bytes = await writeWhileDown(broker, present(sink), { count: downMessages, payloadSize })
      return { value: bytes / 1_024, dropped: 0, processor: undefined }
    },
  },
  connects('connects'),
  connects('connects, password as sha256', 'sha256'),
  connects('connects, password as bcrypt', 'bcrypt'),
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
function throughput(
  name: string,
  load: Pick<Load, 'publishers' | 'fanOut' | 'qos' | 'topics' | 'republished'>,
): Scenario {
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

/** Each message is delivered after the matching rules have run. */
function ruleRuns(name: string, rules: readonly BenchRule[], runsPerMessage: number): Scenario {
  return {
    name,
    unit: 'rules/s',
    moreIsBetter: true,
    freshBroker: true,
    rules,
    async measure(broker, times) {
      const load = { publishers: 1, fanOut: 1, qos: 0, payloadSize, ...times } as const
      const { perSecond, dropped, processor } = await runLoad(broker, load)
      return { value: perSecond * runsPerMessage, dropped, processor }
    },
  }
}

/** From the first message until the last one is written. */
function intoSink(name: string, type: SinkType): Scenario {
  return {
    name,
    unit: 'messages/s',
    moreIsBetter: true,
    freshBroker: true,
    sink: type,
    rules: [{ sql: sql('bench/#', 1), action: sinkActions[type] }],
    async measure(broker, times, sink) {
      const used = processorMeter(broker.pid)
      const { perSecond, dropped } = await writeMany(broker, present(sink), { ...times, payloadSize })
      return { value: perSecond, dropped, processor: used() }
    },
  }
}

function present(sink: Sink | undefined): Sink {
  if (!sink) throw new Error('the scenario has no sink')
  return sink
}

function connects(name: string, passwords?: PasswordHash): Scenario {
  return {
    name,
    unit: 'connects/s',
    moreIsBetter: true,
    freshBroker: passwords !== undefined,
    ...(passwords && { passwords }),
    async measure(broker, times) {
      const used = processorMeter(broker.pid)
      const value = await connectsPerSecond(broker.port, { ...times, login: passwords && benchUser })
      return { value, dropped: 0, processor: used() }
    },
  }
}

function processorMeter(pid: number): () => number {
  const start = { at: performance.now(), used: processorSeconds(pid) }
  return () => ((processorSeconds(pid) - start.used) * 1_000) / (performance.now() - start.at)
}
