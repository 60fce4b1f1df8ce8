import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type BenchBroker, type BrokerName, startBroker } from './brokers.ts'
import type { FloodCounts, FloodOrder, FloodQuestion, FloodTransport } from './flood-client.ts'
import { processorSeconds } from './process-stats.ts'
import { defineTable, type Table } from './table.ts'

/** 16-byte messages as fast as publishers can write them, all on one topic: every subscriber gets every message. */
interface Flood {
  readonly publishers: number
  readonly subscribers: number
  readonly qos: 0 | 1
  readonly transport: FloodTransport
}

interface FloodResult {
  /** Messages received by subscribers, per second. */
  readonly delivered: number
  /** PUBACKs per second. */
  readonly acknowledged: number
  /** Expected deliveries that never arrived. */
  readonly dropped: number
  /** Share of a core that the broker used. */
  readonly processor: number
}

interface Row {
  readonly name: string
  readonly results: ReadonlyMap<BrokerName, readonly FloodResult[]>
}

const shapes = [
  { publishers: 1, subscribers: 1 },
  { publishers: 1, subscribers: 10 },
  { publishers: 5, subscribers: 5 },
] as const
const transports = { tcp: '', tls: ', TLS', ws: ', WebSocket' } as const
const brokerNames = ['mosquitto', 'mqdeck'] as const

const warmUpMs = 1_500
/** Milliseconds of silence after which missing messages count as dropped. */
const stallMs = 1_500

export interface FloodTimes {
  readonly rounds: number
  readonly measureMs: number
  readonly nodeArguments: readonly string[]
  readonly brokers: readonly BrokerName[]
}

const all = (['tcp', 'tls', 'ws'] as const).flatMap((transport) =>
  ([0, 1] as const).flatMap((qos) =>
    shapes.map((shape) => {
      const name = `flood ${shape.publishers} -> ${shape.subscribers}, QoS ${qos}${transports[transport]}`
      return { name, flood: { ...shape, qos, transport } }
    }),
  ),
)

export const floodNames = all.map(({ name }) => name)

/** Runs the floods with these names. Both brokers take turns within every round, each time as new processes. */
export const floods = (names: readonly string[], times: FloodTimes): Table =>
  defineTable<Row>({
    name: 'floods',
    measure: async () => {
      const rows: Row[] = []
      for (const { name, flood } of all)
        if (names.includes(name)) rows.push({ name, results: await measure(name, flood, times) })
      return rows
    },
    header: headerOf(times.brokers),
    cellsOf: (row) => cellsOf(row, times.brokers),
  })

async function measure(name: string, flood: Flood, times: FloodTimes): Promise<Row['results']> {
  const results = new Map<BrokerName, FloodResult[]>()
  for (let round = 0; round < times.rounds; round += 1) {
    for (const broker of brokerNames.filter((one) => times.brokers.includes(one))) {
      process.stderr.write(`${name}, round ${round + 1} of ${times.rounds}, ${broker} ...\n`)
      const started = await startBroker(broker, { nodeArguments: times.nodeArguments })
      const result = await runFlood(started, flood, times.measureMs).finally(() => started.stop())
      results.set(broker, [...(results.get(broker) ?? []), result])
    }
  }
  return results
}

async function runFlood(broker: BenchBroker, flood: Flood, measureMs: number): Promise<FloodResult> {
  const { qos, transport } = flood
  const order = { qos, transport, port: broker.ports[transport] }
  const subscribers = await startClient({ ...order, role: 'subscribers', clients: flood.subscribers })
  const publishers = await startClient({ ...order, role: 'publishers', clients: flood.publishers })
  try {
    await sleep(warmUpMs)
    const start = await checkNow(broker, publishers, subscribers)
    await sleep(measureMs)
    const end = await checkNow(broker, publishers, subscribers)
    const sent = (await publishers.ask('stop')).messages
    const received = await settled(subscribers, sent * flood.subscribers)
    const per = (before: FloodCounts, after: FloodCounts, what: 'messages' | 'acknowledged') =>
      ((after[what] - before[what]) * 1_000) / (after.at - before.at)
    return {
      delivered: per(start.subscribers, end.subscribers, 'messages'),
      acknowledged: per(start.publishers, end.publishers, 'acknowledged'),
      dropped: sent * flood.subscribers - received,
      processor: ((end.processor - start.processor) * 1_000) / (end.at - start.at),
    }
  } finally {
    publishers.end()
    subscribers.end()
  }
}

interface FloodClient {
  ask(question: FloodQuestion): Promise<FloodCounts>
  end(): void
}

/** Resolves when its clients are connected and subscribed. */
async function startClient(order: FloodOrder): Promise<FloodClient> {
  const child = fork(fileURLToPath(new URL('./flood-client.js', import.meta.url)), [JSON.stringify(order)])
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The process of the ${order.role} has ended`)
  })
  ended.catch(() => {})
  const answer = async () => {
    const [counts] = await Promise.race([once(child, 'message'), ended])
    return counts as FloodCounts // the only message that it sends
  }
  await answer()
  return {
    ask: (question) => {
      child.send(question)
      return answer()
    },
    end: () => child.kill('SIGKILL'),
  }
}

async function checkNow(broker: BenchBroker, publishers: FloodClient, subscribers: FloodClient) {
  const [sent, received] = await Promise.all([publishers.ask('count'), subscribers.ask('count')])
  return { publishers: sent, subscribers: received, processor: processorSeconds(broker.pid), at: performance.now() }
}

/** Counts when everything has arrived, or nothing has arrived for a while. */
async function settled(subscribers: FloodClient, due: number): Promise<number> {
  let { messages } = await subscribers.ask('count')
  let lastChange = performance.now()
  while (messages < due && performance.now() - lastChange < stallMs) {
    await sleep(50)
    const now = (await subscribers.ask('count')).messages
    if (now !== messages) lastChange = performance.now()
    messages = now
  }
  return messages
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const headerOf = (brokers: readonly BrokerName[]) => [
  'scenario',
  ...brokers.flatMap((name) => [`${name} min`, 'median', 'max', 'acked/s', 'CPU', 'dropped']),
  ...(brokers.length > 1 ? ['ratio min', 'median', 'max'] : []),
]

function cellsOf({ name, results }: Row, brokers: readonly BrokerName[]): string[] {
  const cells = brokers.flatMap((broker) => {
    const each = results.get(broker) ?? []
    const dropped = each.reduce((sum, result) => sum + result.dropped, 0)
    return [
      ...spread(each.map((result) => result.delivered)).map(rounded),
      rounded(median(each.map((result) => result.acknowledged))),
      `${Math.round(median(each.map((result) => result.processor)) * 100)} %`,
      dropped.toLocaleString('en'),
    ]
  })
  const [theirs = [], ours = []] = brokerNames.map((broker) => results.get(broker) ?? [])
  const reference = median(theirs.map((result) => result.delivered))
  const ratios = spread(ours.map((result) => result.delivered / reference)).map((ratio) => ratio.toFixed(2))
  return [name, ...cells, ...(brokers.length > 1 ? ratios : [])]
}

const rounded = (value: number) => Math.round(value).toLocaleString('en')
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
/** A large difference between them means that the result varies between processes. */
const spread = (values: readonly number[]) => [Math.min(...values), median(values), Math.max(...values)]
