import { once } from 'node:events'
import { startMosquitto, startPostgres, startRedis } from '@mqdeck/testkit'
import type { BenchBroker } from './brokers.ts'
import { restingMemory } from './connections.ts'
import { firstSize, pubackSize, publishFrames, ring } from './frames.ts'
import { openClient, subscribe } from './load.ts'

export type SinkType = 'pgsql' | 'redis' | 'mqtt'

/** A real system that an action writes to. */
export interface Sink {
  /** HOCON of its connector and its action. */
  readonly config: string
  /** Number of messages in it. */
  readonly count: () => Promise<number>
  /** Missing if no scenario stops it. */
  readonly outage?: { readonly begin: () => Promise<void>; readonly end: () => Promise<void> }
  readonly close: () => Promise<void>
}

export const sinkActions: Readonly<Record<SinkType, string>> = {
  pgsql: 'pgsql:bench',
  redis: 'redis:bench',
  mqtt: 'mqtt:bench',
}

const starts: Readonly<Record<SinkType, () => Promise<Sink>>> = {
  pgsql: startPostgresSink,
  redis: startRedisSink,
  mqtt: startBridgeSink,
}

export const startSink = (type: SinkType): Promise<Sink> => starts[type]()

/** As EMQX proposes for high throughput. Nothing expires, and the buffer holds everything. */
const resourceOptions =
  'resource_opts {batch_size = 100, batch_time = "10ms", request_ttl = infinity, max_buffer_bytes = "1GB", health_check_interval = "1s"}'

const configOf = (type: SinkType, connector: string, parameters: string, options = resourceOptions) => `
connectors {${type} {bench {${connector}}}}
actions {${type} {bench {connector = bench, parameters {${parameters}}, ${options}}}}
`

async function startPostgresSink(): Promise<Sink> {
  const server = await startPostgres()
  const { port, username, password, database } = server
  await server.run('CREATE TABLE bench (clientid TEXT, topic TEXT, payload TEXT);')
  return {
    config: configOf(
      'pgsql',
      `server = "127.0.0.1:${port}", username = "${username}", password = "${password}", database = "${database}"`,
      'sql = "INSERT INTO bench(clientid, topic, payload) VALUES (${clientid}, ${topic}, ${payload})"',
    ),
    count: async () => numberIn(await server.run('SELECT count(*) FROM bench;')),
    outage: { begin: server.kill, end: server.start },
    close: server.close,
  }
}

async function startRedisSink(): Promise<Sink> {
  const server = await startRedis()
  const place = `redis_type = single, server = "127.0.0.1:${server.ports[0]}", username = "${server.username}", password = "${server.password}"`
  return {
    config: configOf('redis', `parameters {${place}}`, 'command_template = [RPUSH, "${topic}", "${payload}"]'),
    count: async () => numberIn(await server.run('LLEN', benchTopic)),
    close: server.close,
  }
}

/** mosquitto with one subscriber. */
async function startBridgeSink(): Promise<Sink> {
  const server = await startMosquitto(['max_queued_messages 0', 'set_tcp_nodelay true'])
  const subscriber = await openClient(server.ports.tcp, 'bench-subscriber')
  await subscribe(subscriber, benchTopic, 0)
  let bytes = 0
  let size = Number.POSITIVE_INFINITY
  subscriber.on('data', (chunk: Buffer) => {
    // All messages are identical.
    if (bytes === 0) size = firstSize(chunk)
    bytes += chunk.length
  })
  return {
    config: configOf(
      'mqtt',
      `server = "127.0.0.1:${server.ports.tcp}", pool_size = 8`,
      'topic = "${topic}", payload = "${payload}", qos = 1',
      'resource_opts {request_ttl = infinity, max_buffer_bytes = "1GB", health_check_interval = "1s"}',
    ),
    count: async () => Math.floor(bytes / size),
    async close() {
      subscriber.destroy()
      await server.stop()
    },
  }
}

const numberIn = (text: string) => Number(/^\s*(\d+)\s*$/m.exec(text)?.[1] ?? Number.NaN)

const benchTopic = 'bench/topic/0'
/** Maximum number of QoS 1 PUBLISH packets without PUBACK. */
const unacknowledged = 500
/** Messages to publish before the sink is queried again. */
const portion = 20_000
/** Milliseconds without a new message in the sink after which missing ones count as dropped. */
const stallMs = 5_000

interface Writes {
  readonly warmUpMs: number
  readonly measureMs: number
  readonly payloadSize: number
}

/** Messages per second that arrive in the sink. The publisher is at most two portions ahead. */
export async function writeMany(
  { port }: BenchBroker,
  sink: Sink,
  { warmUpMs, measureMs, payloadSize }: Writes,
): Promise<{ readonly perSecond: number; readonly dropped: number }> {
  const publisher = await openPublisher(port, payloadSize)
  try {
    await publisher.publish(portion)
    await arrival(sink, portion)
    const warm = performance.now() + warmUpMs
    let sent = portion
    const some = async () => {
      await publisher.publish(portion)
      sent += portion
      await arrival(sink, sent - 2 * portion)
    }
    while (performance.now() < warm) await some()
    await arrival(sink, sent)
    const before = sent
    const start = performance.now()
    while (performance.now() < start + measureMs) await some()
    const arrived = await arrival(sink, sent)
    const seconds = (performance.now() - start) / 1_000
    return { perSecond: (arrived - before) / seconds, dropped: sent - arrived }
  } finally {
    publisher.close()
  }
}

/** Bytes of resident memory per message that waits for the sink. All messages arrive after it is back. */
export async function writeWhileDown(
  { port, pid }: BenchBroker,
  sink: Sink,
  { count, payloadSize }: { readonly count: number; readonly payloadSize: number },
): Promise<number> {
  const { outage } = sink
  if (!outage) throw new Error('this sink is always there')
  const publisher = await openPublisher(port, payloadSize)
  try {
    // Warm-up: memory that the first messages load and compile does not count.
    await publisher.publish(portion)
    await arrival(sink, portion)
    await outage.begin()
    const before = await restingMemory(pid)
    await publisher.publish(count)
    const bytes = ((await restingMemory(pid)) - before) / count
    await outage.end()
    const missing = portion + count - (await arrival(sink, portion + count))
    if (missing > 0) throw new Error(`${missing} messages never came`)
    return bytes
  } finally {
    publisher.close()
  }
}

/** Resolves to the number of messages in the sink when it has enough, or when no more arrive. */
async function arrival(sink: Sink, wanted: number): Promise<number> {
  let last = -1
  let lastChange = performance.now()
  for (;;) {
    const now = await sink.count()
    if (now >= wanted || performance.now() - lastChange > stallMs) return now
    if (now !== last) {
      last = now
      lastChange = performance.now()
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Publishes with QoS 1: the broker is responsible for a message after its PUBACK. */
async function openPublisher(port: number, payloadSize: number) {
  const socket = await openClient(port, 'bench-sink')
  const { bytes, size } = publishFrames([benchTopic], Buffer.alloc(payloadSize, 'x'), 1)
  let sent = 0
  let ackBytes = 0
  socket.on('data', (chunk) => {
    ackBytes += chunk.length
  })
  const acknowledged = () => Math.floor(ackBytes / pubackSize)
  return {
    async publish(count: number) {
      const end = sent + count
      while (acknowledged() < end) {
        const position = sent % ring
        const some = Math.min(unacknowledged - (sent - acknowledged()), end - sent, ring - position)
        if (some > 0) socket.write(bytes.subarray(position * size, (position + some) * size))
        sent += Math.max(some, 0)
        if (acknowledged() < end) await once(socket, 'data')
      }
    },
    close: () => socket.destroy(),
  }
}
