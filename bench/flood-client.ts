import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { connectFrame, packetIdOffset, pubackSize, publishFrames, ring, subackSize, subscribeFrame } from './frames.ts'

/**
 * The process of all publishers of a flood, or of all its subscribers. Started by `floods.ts` with an order as its
 * argument. Replies to every message with the current counts.
 */
export interface FloodOrder {
  readonly role: 'publishers' | 'subscribers'
  readonly transport: FloodTransport
  readonly port: number
  readonly clients: number
  readonly qos: 0 | 1
}

export type FloodTransport = 'tcp' | 'tls' | 'ws'

/** `stop` ends publishing. */
export type FloodQuestion = 'count' | 'stop'

export interface FloodCounts {
  /** Time of the count, including `performance.timeOrigin`. */
  readonly at: number
  /** Messages that publishers have written, or subscribers have received. */
  readonly messages: number
  /** PUBACKs that publishers have received. */
  readonly acknowledged: number
}

const topic = 'bench/topic/0'
const payloadSize = 16
/** Maximum number of QoS 1 PUBLISH packets per publisher without PUBACK. */
const window = 100
/** PUBLISH packets of QoS 0 per write. */
const batch = 512

/** A connection of any transport, with MQTT bytes in and out. */
interface Client {
  readonly socket: Socket
  /** Bytes as sent over this transport. */
  frame(bytes: Buffer): Buffer
  onBytes(listener: (bytes: Buffer) => void): void
}

let running = true
const counts = { messages: 0, acknowledged: 0 }

async function run(order: FloodOrder): Promise<void> {
  const clients = await Promise.all(Array.from({ length: order.clients }, (_, index) => open(order, index)))
  if (order.role === 'subscribers') await Promise.all(clients.map((client) => listen(client, order.qos)))
  process.on('message', (question: FloodQuestion) => {
    if (question === 'stop') running = false
    report()
  })
  process.on('disconnect', () => process.exit())
  report()
  if (order.role === 'publishers') for (const client of clients) publish(client, order.qos)
}

const report = () => process.send?.({ at: performance.timeOrigin + performance.now(), ...counts } satisfies FloodCounts)

function publish(client: Client, qos: 0 | 1): void {
  const frames = publishFrames([topic], Buffer.alloc(payloadSize, 'x'), qos)
  const packets = (from: number, count: number) =>
    frames.bytes.subarray(from * frames.size, (from + count) * frames.size)
  const { socket } = client
  if (qos === 0) {
    const chunk = client.frame(packets(0, batch))
    const pump = () => {
      let free = true
      while (running && free) {
        free = socket.write(chunk)
        counts.messages += batch
      }
    }
    socket.on('drain', pump)
    pump()
    return
  }
  let sent = 0
  let acknowledged = 0
  let ackBytes = 0
  const pump = () => {
    while (running) {
      const position = sent % ring
      const count = Math.min(window - (sent - acknowledged), ring - position)
      if (count <= 0) return
      sent += count
      counts.messages += count
      socket.write(client.frame(packets(position, count)))
    }
  }
  client.onBytes((bytes) => {
    ackBytes += bytes.length
    const before = acknowledged
    acknowledged = Math.floor(ackBytes / pubackSize)
    counts.acknowledged += acknowledged - before
    pump()
  })
  pump()
}

async function listen(client: Client, qos: 0 | 1): Promise<void> {
  const size = publishFrames([topic], Buffer.alloc(payloadSize), qos).size
  const idOffset = packetIdOffset(topic, size)
  let seen = -subackSize
  let highByte = 0
  const subscribed = new Promise<void>((resolve) => {
    client.onBytes((chunk) => {
      const bytes = seen < 0 ? chunk.subarray(-seen) : chunk
      if (seen < 0) {
        seen = Math.min(0, seen + chunk.length)
        if (seen === 0) resolve()
      }
      const before = Math.floor(Math.max(seen, 0) / size)
      const offset = Math.max(seen, 0) % size
      if (seen >= 0) seen += bytes.length
      const count = Math.floor(Math.max(seen, 0) / size) - before
      counts.messages += count
      if (qos === 0) return
      // A packet ID may be split between two chunks: its first byte is kept.
      const acks = Buffer.allocUnsafe((count + 1) * pubackSize)
      let length = 0
      for (let at = idOffset - offset; at < bytes.length; at += size) {
        if (at + 1 < 0) continue
        if (at >= 0) highByte = bytes[at] ?? 0
        if (at + 1 >= bytes.length) continue
        acks.writeUInt32BE(((0x40 << 24) | (2 << 16) | (highByte << 8) | (bytes[at + 1] ?? 0)) >>> 0, length)
        length += pubackSize
      }
      if (length > 0) client.socket.write(client.frame(acks.subarray(0, length)))
    })
  })
  client.socket.write(client.frame(subscribeFrame(topic, qos)))
  await subscribed
}

/** Connects and completes CONNECT. */
async function open({ role, transport, port }: FloodOrder, index: number): Promise<Client> {
  const place = { host: '127.0.0.1', port }
  const socket = transport === 'tls' ? connectTls({ ...place, rejectUnauthorized: false }) : connect(place)
  socket.setNoDelay(true)
  await once(socket, transport === 'tls' ? 'secureConnect' : 'connect')
  socket.on('close', () => {
    console.error(`The broker closed a connection of the ${role}`)
    process.exit(1)
  })
  if (transport === 'ws') await upgrade(socket)
  const client = toClient(socket, transport)
  const connack = new Promise<void>((resolve) => client.onBytes(() => resolve()))
  socket.write(client.frame(connectFrame(`flood-${role}-${index}`)))
  await connack
  return client
}

function toClient(socket: Socket, transport: FloodTransport): Client {
  let listener: (bytes: Buffer) => void = () => {}
  const heard = (bytes: Buffer) => listener(bytes)
  socket.on('data', transport === 'ws' ? unframed(heard) : heard)
  return {
    socket,
    frame: transport === 'ws' ? webSocketFrame : (bytes) => bytes,
    onBytes: (next) => {
      listener = next
    },
  }
}

async function upgrade(socket: Socket): Promise<void> {
  const key = randomBytes(16).toString('base64')
  socket.write(
    `GET /mqtt HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: mqtt\r\n\r\n`,
  )
  const [answer] = (await once(socket, 'data')) as [Buffer]
  if (!answer.toString('latin1').startsWith('HTTP/1.1 101')) throw new Error(`no WebSocket: ${answer.toString()}`)
}

/** A binary frame of a client with the mask 0, which changes nothing (RFC 6455, 5.3). */
function webSocketFrame(bytes: Buffer): Buffer {
  const isShort = bytes.length < 126
  const head = Buffer.alloc(isShort ? 6 : 8)
  head[0] = 0x82
  head[1] = 0x80 | (isShort ? bytes.length : 126)
  if (!isShort) head.writeUInt16BE(bytes.length, 2)
  return Buffer.concat([head, bytes])
}

/** Removes the frame headers of a server (RFC 6455, 5.2). */
function unframed(heard: (bytes: Buffer) => void): (chunk: Buffer) => void {
  let left = 0
  let cut: Buffer = Buffer.alloc(0)
  return (chunk) => {
    let bytes = cut.length > 0 ? Buffer.concat([cut, chunk]) : chunk
    cut = Buffer.alloc(0)
    const parts: Buffer[] = []
    while (bytes.length > 0) {
      if (left > 0) {
        parts.push(bytes.subarray(0, left))
        const taken = Math.min(left, bytes.length)
        left -= taken
        bytes = bytes.subarray(taken)
        continue
      }
      const short = (bytes[1] ?? 0) & 0x7f
      const head = short === 127 ? 10 : short === 126 ? 4 : 2
      if (bytes.length < head) {
        cut = bytes
        break
      }
      left = short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short
      bytes = bytes.subarray(head)
    }
    if (parts.length > 0) heard(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts))
  }
}

// As written by `floods.ts`.
await run(JSON.parse(process.argv[2] ?? '') as FloodOrder)
