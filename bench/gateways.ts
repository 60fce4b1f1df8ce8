import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { isRecord } from '@mqdeck/contract'
import { restingMemory } from './connections.ts'
import type { GatewayPortNumbers } from './gateway-broker.ts'
import { type MeasuredProtocol, measuredProtocols, type Pair } from './gateway-clients.ts'
import { processorSeconds } from './process-stats.ts'
import { defineTable } from './table.ts'

export interface Rate {
  readonly perSecond: number
  /** Share of a core that the broker used. */
  readonly processor: number
  /** Messages that did not arrive: datagrams may be lost. */
  readonly lost: number
}

interface GatewayRow {
  readonly protocol: string
  readonly qos0: Rate
  readonly qos1: Rate
  /** KiB of resident memory. */
  readonly memoryPerClient: number
}

export const pairs = 50
/** Messages of QoS 0 that a publisher is ahead of its subscriber. Below the buffer of a UDP socket. */
const ahead = 4
const idleClients = 2_000
const times = { warmUpMs: 1_000, measureMs: 3_000 }
/** Silence after which a message counts as lost. */
const stallMs = 500

export const rateCells = ({ perSecond, processor }: Rate) => [
  Math.round(perSecond).toLocaleString('en'),
  `${Math.round(processor * 100)} %`,
]

export const gateways = defineTable<GatewayRow>({
  name: 'gateways',
  measure: async () => {
    const rows: GatewayRow[] = []
    for (const protocol of measuredProtocols) rows.push(await measureProtocol(protocol))
    return rows
  },
  header: [`${pairs} -> ${pairs}`, 'QoS 0/s', 'CPU', 'QoS 1/s', 'CPU', 'lost', `KiB per idle client (${idleClients})`],
  cellsOf: ({ protocol, qos0, qos1, memoryPerClient }) => [
    protocol,
    ...rateCells(qos0),
    ...rateCells(qos1),
    String(qos0.lost + qos1.lost),
    memoryPerClient.toFixed(1),
  ],
})

async function measureProtocol(protocol: MeasuredProtocol): Promise<GatewayRow> {
  process.stderr.write(`gateways, ${protocol.name} ...\n`)
  const qos0 = await withBroker((pid, ports) => rateOf(protocol, ports[protocol.port], pid, 0))
  const qos1 = await withBroker((pid, ports) => rateOf(protocol, ports[protocol.port], pid, 1))
  const bytes = await withBroker((pid, ports) => memoryOf(protocol, ports[protocol.port], pid))
  return { protocol: protocol.name, qos0, qos1, memoryPerClient: bytes / 1_024 }
}

const withBroker = <T>(measure: (pid: number, ports: GatewayPortNumbers) => Promise<T>): Promise<T> =>
  withProcess('gateway-broker.js', {}, (pid, ports) => measure(pid, ports as GatewayPortNumbers)) // printed by gateway-broker.ts

/** Runs a program of this folder, which prints its ports on the first line. */
export async function withProcess<T>(
  file: string,
  env: Readonly<Record<string, string>>,
  measure: (pid: number, ports: Readonly<Record<string, unknown>>) => Promise<T>,
): Promise<T> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  try {
    const [line] = await Promise.race([
      once(createInterface(child.stdout), 'line'),
      once(child, 'exit').then(() => {
        throw new Error(`${file} did not start`)
      }),
    ])
    const ports: unknown = JSON.parse(line)
    if (!isRecord(ports)) throw new Error(`no ports: ${line}`)
    return await measure(child.pid ?? 0, ports)
  } finally {
    await stop(child)
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL') // it stores nothing
  await ended
}

/** Each of the publishers has a subscriber, and waits for each acknowledgement of QoS 1. */
export async function rateOf(protocol: MeasuredProtocol, port: number, pid: number, qos: 0 | 1): Promise<Rate> {
  const lanes = await Promise.all(Array.from({ length: pairs }, (_, index) => openLane(protocol, port, index, qos)))
  const received = () => lanes.reduce((total, lane) => total + lane.received(), 0)
  for (const lane of lanes) lane.start()
  await sleep(times.warmUpMs)
  const reading = () => ({ at: performance.now(), received: received(), processor: processorSeconds(pid) })
  const start = reading()
  await sleep(times.measureMs)
  const end = reading()
  for (const lane of lanes) lane.stop()
  await sleep(stallMs)
  const seconds = (end.at - start.at) / 1_000
  const rate = {
    perSecond: (end.received - start.received) / seconds,
    processor: (end.processor - start.processor) / seconds,
    lost: lanes.reduce((total, lane) => total + lane.lost(), 0),
  }
  for (const lane of lanes) lane.close()
  return rate
}

async function openLane(protocol: MeasuredProtocol, port: number, index: number, qos: 0 | 1) {
  const counts = { sent: 0, received: 0, acknowledged: 0, lost: 0 }
  let isRunning = false
  let pair: Pair | undefined
  let lastChange = performance.now()
  const pump = () => {
    lastChange = performance.now()
    while (isRunning && hasRoom()) {
      counts.sent += 1
      pair?.publish()
    }
  }
  const hasRoom = () => {
    if (counts.sent - counts.received - counts.lost >= ahead) return false
    return qos === 0 || counts.sent === counts.acknowledged
  }
  pair = await protocol.openPair(port, index, qos, {
    onMessage: () => {
      counts.received += 1
      pump()
    },
    onAcknowledged: () => {
      counts.acknowledged += 1
      if (qos === 1) pump()
    },
  })
  const watch = setInterval(() => {
    if (!isRunning || performance.now() - lastChange < stallMs) return
    counts.lost = counts.sent - counts.received
    counts.acknowledged = counts.sent
    pump()
  }, stallMs)
  return {
    start: () => {
      isRunning = true
      pump()
    },
    stop: () => {
      isRunning = false
    },
    received: () => counts.received,
    lost: () => counts.sent - counts.received,
    close: () => {
      clearInterval(watch)
      pair?.close()
    },
  }
}

/** Bytes of resident memory per idle client, after some that load and compile what all need. */
async function memoryOf(protocol: MeasuredProtocol, port: number, pid: number): Promise<number> {
  const warmUp = 200
  const closes: (() => void)[] = []
  const open = async (first: number, count: number) => {
    for (let start = first; start < first + count; start += 50) {
      const indexes = Array.from({ length: Math.min(50, first + count - start) }, (_, index) => start + index)
      closes.push(...(await Promise.all(indexes.map((index) => protocol.openIdle(port, index)))))
    }
  }
  await open(0, warmUp)
  const before = await restingMemory(pid)
  await open(warmUp, idleClients)
  const bytes = (await restingMemory(pid)) - before
  for (const close of closes) close()
  return bytes / idleClients
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
