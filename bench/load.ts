import { connect, type Socket } from 'node:net'
import {
  connackSize,
  connectFrame,
  type Login,
  packetIdOffset,
  pubackSize,
  publishFrames,
  ring,
  subackSize,
  subscribeFrame,
} from './frames.ts'
import { processorSeconds } from './process-stats.ts'

export interface Load {
  readonly publishers: number
  /** Subscribers of each publisher's topic. With `fanOut` 10, every message is delivered ten times. */
  readonly fanOut: number
  readonly qos: 0 | 1
  readonly payloadSize: number
  /** Topics of each publisher in turn. Default: one. */
  readonly topics?: number
  /** Messages are published to `bench/...` and expected on `rules/...`, because rules republish them. */
  readonly republished?: true
  readonly warmUpMs: number
  readonly measureMs: number
}

export interface LoadResult {
  /** Deliveries to subscribers per second. */
  readonly perSecond: number
  /** Expected deliveries that never arrived. */
  readonly dropped: number
  /** Share of a core that the broker used meanwhile. */
  readonly processor: number
}

/**
 * Maximum number of QoS 0 PUBLISH packets by which a publisher is ahead of its slowest subscriber. Keeps overload out
 * of the measurement.
 */
const windowQos0 = 4_000
/** The same for QoS 1: below the 1 000 messages of a message queue with EMQX's default settings. */
const windowQos1 = 900
/** Maximum number of QoS 1 PUBLISH packets without PUBACK. */
const unacknowledgedQos1 = 500
/** Maximum packets per write. */
const batch = 200
/** Milliseconds of silence after which missing messages count as dropped. */
const stallMs = 1_000

/** Publishes as fast as the broker keeps up, and counts deliveries. */
export async function runLoad({ port, pid }: { port: number; pid: number }, load: Load): Promise<LoadResult> {
  const lanes = await Promise.all(Array.from({ length: load.publishers }, (_, index) => openLane(port, index, load)))
  const received = () => sum(lanes.map((lane) => lane.received()))
  const sent = () => sum(lanes.map((lane) => lane.sent()))
  for (const lane of lanes) lane.start()
  await sleep(load.warmUpMs)
  const checkNow = () => ({ at: performance.now(), received: received(), processor: processorSeconds(pid) })
  const start = checkNow()
  await sleep(load.measureMs)
  const end = checkNow()
  for (const lane of lanes) lane.stop()
  const missing = () => sent() * load.fanOut - received()
  await settle(received, () => missing() <= 0)
  const dropped = missing()
  for (const lane of lanes) lane.close()
  const seconds = (end.at - start.at) / 1_000
  return {
    perSecond: (end.received - start.received) / seconds,
    dropped,
    processor: (end.processor - start.processor) / seconds,
  }
}

interface Lane {
  start(): void
  stop(): void
  close(): void
  sent(): number
  received(): number
}

/** One publisher and its subscribers on a topic of their own. */
async function openLane(port: number, index: number, load: Load): Promise<Lane> {
  const { fanOut, qos, payloadSize, topics = 1, republished } = load
  const own = `bench/topic/${index}`
  // Same length as the other topic, so that packets have the same size.
  const expected = republished ? `rules/topic/${index}` : own
  const names = Array.from({ length: topics }, (_, each) => (topics === 1 ? own : `${own}/${each + 10_000}`))
  const topic = names[0] ?? own
  const frames = publishFrames(names, Buffer.alloc(payloadSize, 'x'), qos)
  const idOffset = packetIdOffset(topic, frames.size)
  let sent = 0
  let acknowledged = 0
  let running = false
  let blocked = false
  const counts: number[] = Array.from({ length: fanOut }, () => 0)

  const subscribers = await Promise.all(
    counts.map(async (_, position) => {
      const socket = await openClient(port, `bench-sub-${index}-${position}`)
      await subscribe(socket, topics === 1 ? expected : `${expected}/#`, qos)
      const count = createCounter(socket, frames.size, qos === 1 ? idOffset : undefined)
      socket.on('data', (bytes) => {
        counts[position] = (counts[position] ?? 0) + count(bytes)
        pump()
      })
      return socket
    }),
  )
  const publisher = await openClient(port, `bench-pub-${index}`)
  let ackBytes = 0
  publisher.on('data', (bytes) => {
    ackBytes += bytes.length
    acknowledged = Math.floor(ackBytes / pubackSize)
    pump()
  })
  publisher.on('drain', () => {
    blocked = false
    pump()
  })

  const room = () => {
    const ahead = sent - Math.min(...counts)
    return qos === 0 ? windowQos0 - ahead : Math.min(unacknowledgedQos1 - (sent - acknowledged), windowQos1 - ahead)
  }
  function pump() {
    while (running && !blocked) {
      const position = sent % ring
      // Waits for room for half a batch, because many small writes would measure system calls.
      const free = room()
      if (free < batch / 2) return
      const count = Math.min(free, batch, ring - position)
      sent += count
      blocked = !publisher.write(frames.bytes.subarray(position * frames.size, (position + count) * frames.size))
    }
  }

  return {
    start() {
      running = true
      pump()
    },
    stop() {
      running = false
    },
    close() {
      for (const socket of [publisher, ...subscribers]) socket.destroy()
    },
    sent: () => sent,
    received: () => sum(counts),
  }
}

/**
 * Counts packets of one size in a stream. With `idOffset`, acknowledges every packet with PUBACK, one write per chunk.
 */
function createCounter(socket: Socket, size: number, idOffset: number | undefined): (bytes: Buffer) => number {
  let bytesSeen = 0
  let highByte = 0
  return (bytes) => {
    const before = Math.floor(bytesSeen / size)
    const offset = bytesSeen % size
    bytesSeen += bytes.length
    const count = Math.floor(bytesSeen / size) - before
    if (idOffset === undefined) return count
    // A packet ID may be split between two chunks: its first byte is kept.
    const acks: number[] = []
    for (let at = idOffset - offset; at < bytes.length; at += size) {
      if (at + 1 < 0) continue
      if (at >= 0) highByte = bytes[at] ?? 0
      if (at + 1 < bytes.length) acks.push(0x40, 2, highByte, bytes[at + 1] ?? 0)
    }
    if (acks.length > 0) socket.write(Buffer.from(acks))
    return count
  }
}

/** Opens a connection and completes CONNECT. Rejects if the broker refuses it. */
export async function openClient(
  port: number,
  clientId: string,
  localAddress?: string,
  login?: Login,
): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, ...(localAddress !== undefined && { localAddress }) })
  socket.setNoDelay(true)
  socket.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve())
    socket.once('close', () => reject(new Error(`The broker on port ${port} closed the connection of ${clientId}`)))
  })
  const connack = await request(socket, connectFrame(clientId, login), connackSize)
  if (connack[3] !== 0) throw new Error(`The broker refused ${clientId} with ${connack[3]}`)
  return socket
}

export async function subscribe(socket: Socket, topic: string, qos: 0 | 1): Promise<void> {
  await request(socket, subscribeFrame(topic, qos), subackSize)
}

/** Sends a packet and waits for a response of this many bytes. */
function request(socket: Socket, frame: Buffer, answerSize: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let answer: Buffer = Buffer.alloc(0)
    const closed = () => reject(new Error('The broker closed the connection'))
    const read = (bytes: Buffer) => {
      answer = Buffer.concat([answer, bytes])
      if (answer.length < answerSize) return
      socket.off('data', read)
      socket.off('close', closed)
      resolve(answer)
    }
    socket.on('data', read)
    socket.once('close', closed)
    socket.write(frame)
  })
}

async function settle(progress: () => number, done: () => boolean): Promise<void> {
  let last = progress()
  let lastChange = performance.now()
  while (!done() && performance.now() - lastChange < stallMs) {
    await sleep(20)
    const now = progress()
    if (now === last) continue
    last = now
    lastChange = performance.now()
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
