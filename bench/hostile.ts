import { connect as connectTcp, type Socket } from 'node:net'
import { freePorts } from '@mqdeck/testkit'
import { generate, type Packet } from 'mqtt-packet'
import { type ApiCall, signIn, startBroker } from './brokers.ts'
import { disconnectFrame, firstSize, subscribeFrame } from './frames.ts'
import { openClient } from './load.ts'
import { defineTable } from './table.ts'

/** One action of a client or caller, and how long it blocked the broker. */
interface HoldRow {
  readonly action: string
  /** Milliseconds until it was finished. */
  readonly took: number
  /** Longest time for which the event loop of the server was blocked. */
  readonly hold: Hold
}

interface Hold {
  /** Wall clock milliseconds. */
  readonly elapsed: number
  /** Milliseconds of CPU time, which is reliable even on a busy machine. */
  readonly processor: number
}

export const hostile = defineTable<HoldRow>({
  name: 'hostile',
  measure,
  header: ['action', 'took', 'longest block', 'CPU time'],
  cellsOf: ({ action, took, hold: { elapsed, processor } }) => [
    action,
    `${Math.round(took)} ms`,
    `${elapsed.toFixed(1)} ms`,
    `${processor.toFixed(1)} ms`,
  ],
})

const retainedMessages = 1_000_000
const filters = 100_000
/** Below the open-file limit of most machines. Each connection is also a socket of the generator. */
const clients = 15_000
const manyFilters = Array.from({ length: filters }, (_, index) => `f/${index}`)

async function measure(): Promise<readonly HoldRow[]> {
  const [probePort = 0] = await freePorts(1)
  const broker = await startBroker('mqdeck', {
    nodeArguments: ['--import', `data:text/javascript,${encodeURIComponent(probe(probePort))}`],
    rules: [],
    config: 'retainer { delivery_rate = infinity }\n',
  })
  try {
    const api = await signIn(broker.dashboardPort)
    const rows: HoldRow[] = []
    const run = async (action: string, work: () => Promise<unknown>) => {
      process.stderr.write(`${action} ...\n`)
      await maxHold(probePort)
      const start = performance.now()
      await work()
      const took = performance.now() - start
      const hold = await maxHold(probePort)
      process.stderr.write(
        `  ${Math.round(took)} ms, blocked ${hold.elapsed.toFixed(1)} ms, CPU time ${hold.processor.toFixed(1)} ms\n`,
      )
      rows.push({ action, took, hold })
    }
    await run('nothing', () => new Promise((resolve) => setTimeout(resolve, 2000)))
    await withFilters(broker.port, api, run)
    await withClients(broker.port, api, run)
    await withRetained(broker.port, api, run)
    return rows
  } finally {
    await broker.stop()
  }
}

type Run = (action: string, work: () => Promise<unknown>) => Promise<void>

async function withFilters(port: number, api: ApiCall, run: Run): Promise<void> {
  const subscribeAll = generate({
    cmd: 'subscribe',
    messageId: 1,
    subscriptions: manyFilters.map((topic) => ({ topic, qos: 0 })),
  })
  const unsubscribeAll = generate({ cmd: 'unsubscribe', messageId: 2, unsubscriptions: manyFilters })
  const first = await openClient(port, 'filters-1')
  await run('SUBSCRIBE with 100 000 filters', () => ask(first, subscribeAll))
  await run('list of 100 000 subscriptions through the API', () => text(api('GET', '/clients/filters-1/subscriptions')))
  await run('UNSUBSCRIBE with 100 000 filters', () => ask(first, unsubscribeAll))
  await ask(first, subscribeAll)
  await run('disconnect of a client with 100 000 subscriptions', () => {
    first.destroy()
    return waitUntilNearZero(api, 'topics.count')
  })
  await ask(await openClient(port, 'filters-2'), subscribeAll)
  await run('kick of a client with 100 000 subscriptions', async () => {
    await text(api('DELETE', '/clients/filters-2'))
    await waitUntilNearZero(api, 'topics.count')
  })
  const group = await openClient(port, 'groups')
  const shared = Array.from({ length: 50_000 }, (_, index) => ({ topic: `$share/g${index}/s`, qos: 0 }) as const)
  await ask(group, generate({ cmd: 'subscribe', messageId: 1, subscriptions: shared }))
  await run('one message to 50 000 shared groups', async () => {
    await ask(await openClient(port, 'publisher'), publish({ topic: 's', payload: 'x', qos: 1, messageId: 1 }))
  })
  group.destroy()
  await waitUntilNearZero(api, 'topics.count')
}

async function withClients(port: number, api: ApiCall, run: Run): Promise<void> {
  const sockets: Socket[] = []
  const open: Socket[] = []
  const will = { topic: 'wills', payload: Buffer.from('gone'), qos: 0, retain: false } as const
  const connect = (index: number) =>
    generate({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clientId: `c${index}`,
      clean: true,
      keepalive: 0,
      will,
    })
  await run('15 000 simultaneous connects', async () => {
    const answers = Array.from({ length: clients }, (_, index) => {
      const socket = connectTcp({ host: '127.0.0.1', port, localAddress: `127.0.${1 + (index % 4)}.1` })
      socket.on('error', () => {})
      sockets.push(socket)
      return ask(socket, connect(index))
    })
    // A listener with a full backlog may reject some.
    const done = await Promise.allSettled(answers)
    open.push(...sockets.filter((_, index) => done[index]?.status === 'fulfilled'))
  })
  process.stderr.write(`  ${open.length} of them are connected\n`)
  await run('15 000 simultaneous subscribes', () =>
    Promise.all(open.map((socket) => ask(socket, subscribeFrame('fan', 0)))),
  )
  const publisher = await openClient(port, 'publisher')
  await run('one message to 15 000 subscribers', async () => {
    const answers = open.map((socket) => ask(socket, Buffer.alloc(0)))
    publisher.write(publish({ topic: 'fan', payload: 'x', qos: 0 }))
    await Promise.all(answers)
  })
  await run('simultaneous disconnect of 15 000 clients with a will', () => {
    for (const socket of open) socket.resetAndDestroy()
    return waitUntilNearZero(api, 'subscriptions.count')
  })
  publisher.destroy()
}

async function withRetained(port: number, api: ApiCall, run: Run): Promise<void> {
  const publisher = await openClient(port, 'publisher')
  const messages = Array.from({ length: retainedMessages }, (_, index) => `r/${index % 1000}/${index}`)
  await run('1 000 000 retained messages', async () => {
    for (let start = 0; start < messages.length; start += 1000) {
      const frames = messages
        .slice(start, start + 1000)
        .map((topic) => publish({ topic, payload: 'x', qos: 0, retain: true }))
      if (!publisher.write(Buffer.concat(frames))) await new Promise((resolve) => publisher.once('drain', resolve))
    }
    await ask(publisher, generate({ cmd: 'pingreq' }))
  })
  await run('subscribing to them and disconnecting', async () => {
    const leaver = await openClient(port, 'leaver')
    leaver.write(subscribeFrame('#', 1))
    leaver.end(disconnectFrame)
    await new Promise((resolve) => leaver.once('close', resolve))
    await ask(publisher, generate({ cmd: 'pingreq' }))
  })
  await run('subscribing to them and reading', async () => {
    const reader = await openClient(port, 'reader')
    // 1 byte of payload, 4 of headers, and the topic; SUBACK has 5 bytes.
    let missing = messages.reduce((sum, topic) => sum + topic.length + 5, 5)
    await new Promise<void>((resolve, reject) => {
      reader.on('data', (chunk: Buffer) => {
        missing -= chunk.length
        if (missing <= 0) resolve()
      })
      reader.once('close', () => reject(new Error(`${missing} bytes were not delivered`)))
      reader.write(subscribeFrame('#', 0))
    })
    reader.destroy()
  })
  await run('deletion of all retained messages', () => text(api('DELETE', '/mqtt/retainer/messages')))
  publisher.destroy()
}

const publish = (
  packet: Pick<Packet & { cmd: 'publish' }, 'topic' | 'payload' | 'qos'> & { messageId?: number; retain?: boolean },
) => generate({ cmd: 'publish', retain: false, dup: false, ...packet })

/** Sends a packet and waits for the first response packet. */
function ask(socket: Socket, frame: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    let seen = 0
    let size = 0
    const read = (bytes: Buffer) => {
      if (size === 0) size = longSize(bytes)
      seen += bytes.length
      if (seen < size) return
      socket.off('data', read)
      socket.off('close', closed)
      resolve()
    }
    const closed = () => reject(new Error('the broker closed the connection'))
    socket.on('data', read)
    socket.once('close', closed)
    if (frame.length > 0) socket.write(frame)
  })
}

/** Size of the packet that starts here. */
function longSize(bytes: Buffer): number {
  if ((bytes[2] ?? 0) < 128) return firstSize(bytes)
  const [, a = 0, b = 0, c = 0] = bytes
  return 4 + (a & 127) + (b & 127) * 128 + (c & 127) * 16_384
}

async function text(response: Promise<Response>): Promise<string> {
  const answer = await response
  if (!answer.ok) throw new Error(`the API answered ${answer.status}`)
  return answer.text()
}

/** Waits until a metric in `/stats` is close to zero. Other connections keep it slightly above. */
async function waitUntilNearZero(api: ApiCall, figure: string): Promise<void> {
  for (;;) {
    const [stats] = JSON.parse(await text(api('GET', '/stats'))) as readonly Record<string, number>[]
    if ((stats?.[figure] ?? 0) < 100) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Runs inside the server process: responds to each connection with the longest blocked times since the last one. */
const probe = (port: number) => `
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { performance } from 'node:perf_hooks'
if (process.argv[1]?.endsWith('main.js')) {
  // Nanoseconds that the main thread has been on a processor.
  const used = () => Number(readFileSync('/proc/self/task/' + process.pid + '/schedstat', 'utf8').split(' ')[0]) / 1e6
  let last = [performance.now(), used()]
  let longest = [0, 0]
  const look = () => {
    const now = [performance.now(), used()]
    longest = longest.map((most, index) => Math.max(most, now[index] - last[index]))
    last = now
  }
  setInterval(look, 1).unref()
  createServer((socket) => {
    socket.on('error', () => {})
    // After a turn: a hold that lasts counts as well.
    setTimeout(() => {
      socket.end(JSON.stringify(longest))
      longest = [0, 0]
    }, 50)
  }).listen(${port}, '127.0.0.1').unref()
}
`

function maxHold(port: number): Promise<Hold> {
  return new Promise((resolve, reject) => {
    let answer = ''
    connectTcp({ host: '127.0.0.1', port })
      .on('data', (bytes) => {
        answer += bytes.toString()
      })
      .on('error', reject)
      .on('close', () => {
        const [elapsed = 0, processor = 0] = JSON.parse(answer) as readonly number[]
        resolve({ elapsed, processor })
      })
  })
}
