import { createSocket, type Socket as Datagrams } from 'node:dgram'
import { once } from 'node:events'
import { connect as connectTcp, type Socket } from 'node:net'
import { generate } from 'mqtt-packet'
import { connackSize, connectFrame, packetIdOffset, pubackSize, subackSize, subscribeFrame } from './frames.ts'
import type { GatewayPortNumbers } from './gateway-broker.ts'

/** A client that publishes to its topic and receives what is published there. */
export interface Pair {
  /** Sends one message. */
  publish(): void
  close(): void
}

export interface Counts {
  /** A message has arrived. */
  onMessage(): void
  /** A message of QoS 1 was acknowledged. */
  onAcknowledged(): void
}

/** Clients of a protocol for the measurements. */
export interface MeasuredProtocol {
  readonly name: string
  readonly port: keyof GatewayPortNumbers
  /** Connects a publisher and a subscriber of a topic of their own. */
  openPair(port: number, index: number, qos: 0 | 1, counts: Counts): Promise<Pair>
  /** Connects a client that does nothing. */
  openIdle(port: number, index: number): Promise<() => void>
}

const payload = Buffer.alloc(100, 'x')
/** Topics have the same length, so that packets have the same size. */
const topicOf = (index: number) => `bench/${100 + index}`

const mqtt: MeasuredProtocol = {
  name: 'MQTT 3.1.1',
  port: 'mqtt',
  async openPair(port, index, qos, counts) {
    const [publisher, subscriber] = await Promise.all([openMqtt(port, `pub-${index}`), openMqtt(port, `sub-${index}`)])
    await requestBytes(subscriber, subscribeFrame(topicOf(index), qos), subackSize)
    const publish = { cmd: 'publish', topic: topicOf(index), payload, retain: false, dup: false } as const
    const frame = generate({ ...publish, qos, ...(qos === 1 && { messageId: 1 }) }, { protocolVersion: 4 })
    eachPart(subscriber, frame.length, (part) => {
      counts.onMessage()
      if (qos === 0) return
      const id = packetIdOffset(topicOf(index), frame.length)
      subscriber.write(Buffer.from([0x40, 2, part[id] ?? 0, part[id + 1] ?? 0]))
    })
    eachPart(publisher, pubackSize, () => counts.onAcknowledged())
    return { publish: () => publisher.write(frame), close: () => destroy(publisher, subscriber) }
  },
  async openIdle(port, index) {
    const socket = await openMqtt(port, `idle-${index}`)
    return () => socket.destroy()
  },
}

async function openMqtt(port: number, clientId: string): Promise<Socket> {
  const socket = await openTcp(port)
  await requestBytes(socket, connectFrame(clientId), connackSize)
  return socket
}

const stomp: MeasuredProtocol = {
  name: 'STOMP',
  port: 'stomp',
  async openPair(port, index, qos, counts) {
    const [publisher, subscriber] = await Promise.all([openStomp(port), openStomp(port)])
    const ack = qos === 0 ? 'auto' : 'client-individual'
    const destination = `destination:${topicOf(index)}`
    const receipt = 'RECEIPT\n'
    subscriber.write(`SUBSCRIBE\nid:0\n${destination}\nack:${ack}\nreceipt:s\n\n\0`)
    await nextFrame(subscriber, receipt)
    eachFrame(subscriber, (frame) => {
      if (!frame.startsWith('MESSAGE\n')) return
      counts.onMessage()
      if (qos === 1) subscriber.write(`ACK\nid:${/\nack:(.*)\n/.exec(frame)?.[1]}\n\n\0`)
    })
    eachFrame(publisher, (frame) => {
      if (frame.startsWith(receipt)) counts.onAcknowledged()
    })
    const confirm = qos === 0 ? '' : 'receipt:p\n'
    const frame = `SEND\n${destination}\nqos:${qos}\n${confirm}content-length:${payload.length}\n\n${payload}\0`
    return { publish: () => publisher.write(frame), close: () => destroy(publisher, subscriber) }
  },
  async openIdle(port) {
    const socket = await openStomp(port)
    return () => socket.destroy()
  },
}

async function openStomp(port: number): Promise<Socket> {
  const socket = await openTcp(port)
  socket.write('CONNECT\naccept-version:1.2\nhost:bench\nheart-beat:0,0\n\n\0')
  await nextFrame(socket, 'CONNECTED\n')
  return socket
}

const mqttSn: MeasuredProtocol = {
  name: 'MQTT-SN',
  port: 'mqttsn',
  async openPair(port, index, qos, counts) {
    const [publisher, subscriber] = await Promise.all([openSn(port, `pub-${index}`), openSn(port, `sub-${index}`)])
    const flags = qos << 5
    const topic = Buffer.from(topicOf(index))
    await ask(publisher, datagram(0x0a, [0, 0, 0, 1], topic))
    await ask(subscriber, datagram(0x12, [flags, 0, 1], topic))
    // The first identifier of each client is 1025.
    const frame = datagram(0x0c, [flags, 4, 1, 0, qos], payload)
    subscriber.on('message', (bytes) => {
      if (bytes[1] !== 0x0c) return
      counts.onMessage()
      if (qos === 1) subscriber.send(datagram(0x0d, [4, 1, bytes[5] ?? 0, bytes[6] ?? 0, 0]))
    })
    publisher.on('message', () => counts.onAcknowledged())
    return {
      publish: () => publisher.send(frame),
      close: () => {
        publisher.close()
        subscriber.close()
      },
    }
  },
  async openIdle(port, index) {
    const socket = await openSn(port, `idle-${index}`)
    return () => void socket.close()
  },
}

/** CONNECT with CleanSession and without keep alive. */
async function openSn(port: number, clientId: string): Promise<Datagrams> {
  const socket = createSocket('udp4')
  socket.connect(port, '127.0.0.1')
  await once(socket, 'connect')
  await ask(socket, datagram(0x04, [0x04, 1, 0, 0], Buffer.from(clientId)))
  return socket
}

/** Sends a datagram until it is answered, because datagrams may be lost. */
async function ask(socket: Datagrams, bytes: Buffer): Promise<void> {
  const answer = once(socket, 'message')
  socket.send(bytes)
  const again = setInterval(() => socket.send(bytes), 500)
  await answer.finally(() => clearInterval(again))
}

const datagram = (type: number, fields: readonly number[], rest: Buffer = Buffer.alloc(0)) =>
  Buffer.concat([Buffer.from([2 + fields.length + rest.length, type, ...fields]), rest])

/** In connection mode: requests have the token of the connection instead of credentials. */
const coap: MeasuredProtocol = {
  name: 'CoAP',
  port: 'coap',
  async openPair(port, index, qos, counts) {
    const [publisher, subscriber] = await Promise.all([openCoap(port, `pub-${index}`), openCoap(port, `sub-${index}`)])
    const path = ['ps', ...topicOf(index).split('/')].map((text): CoapOption => [11, text])
    await ask(subscriber.socket, coapRequest(0x40, 0x01, 2, [[6, ''], ...path, ...subscriber.query]))
    subscriber.socket.on('message', (bytes) => {
      if (bytes[1] !== coapContent) return
      counts.onMessage()
      // A confirmable notification.
      if (((bytes[0] ?? 0) & 0x30) === 0) subscriber.socket.send(Buffer.from([0x60, 0, bytes[2] ?? 0, bytes[3] ?? 0]))
    })
    publisher.socket.on('message', () => counts.onAcknowledged())
    const type = qos === 0 ? 0x50 : 0x40
    const request = Buffer.concat([
      coapRequest(type, 0x02, 2, [...path, ...publisher.query]),
      Buffer.from([0xff]),
      payload,
    ])
    let id = 2
    return {
      publish: () => {
        id = (id + 1) & 0xffff
        const datagram = Buffer.from(request)
        datagram.writeUInt16BE(id, 2)
        publisher.socket.send(datagram)
      },
      close: () => {
        publisher.socket.close()
        subscriber.socket.close()
      },
    }
  },
  async openIdle(port, index) {
    const { socket } = await openCoap(port, `idle-${index}`)
    return () => void socket.close()
  },
}

/** Number and text. */
type CoapOption = readonly [number: number, text: string]
const coapContent = 0x45

async function openCoap(port: number, clientId: string) {
  const socket = createSocket('udp4')
  socket.connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const client: CoapOption = [15, `clientid=${clientId}`]
  const request = coapRequest(0x40, 0x02, 1, [[11, 'mqtt'], [11, 'connection'], client])
  const answer = once(socket, 'message')
  await ask(socket, request)
  const [bytes]: Buffer[] = await answer
  const token: CoapOption = [15, `token=${bytes?.subarray(5)}`]
  return { socket, query: [client, token] }
}

/** Options in ascending order of their numbers, without a token of CoAP. */
function coapRequest(type: number, code: number, id: number, options: readonly CoapOption[]): Buffer {
  const parts = [Buffer.from([type, code, id >> 8, id & 0xff])]
  let previous = 0
  for (const [number, text] of options) {
    const head = ((number - previous) << 4) | Math.min(text.length, 13)
    parts.push(Buffer.from(text.length < 13 ? [head] : [head, text.length - 13]), Buffer.from(text))
    previous = number
  }
  return Buffer.concat(parts)
}

async function openTcp(port: number): Promise<Socket> {
  const socket = connectTcp({ host: '127.0.0.1', port, noDelay: true })
  await once(socket, 'connect')
  socket.on('error', () => {})
  return socket
}

async function requestBytes(socket: Socket, frame: Buffer, size: number): Promise<void> {
  socket.write(frame)
  let seen = 0
  while (seen < size) {
    const [bytes] = await once(socket, 'data')
    seen += bytes.length
  }
}

/** Divides a stream into parts of one size. */
function eachPart(socket: Socket, size: number, handle: (part: Buffer) => void): void {
  let rest: Buffer = Buffer.alloc(0)
  socket.on('data', (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes])
    let at = 0
    for (; at + size <= rest.length; at += size) handle(rest.subarray(at, at + size))
    rest = rest.subarray(at)
  })
}

/** Frames of STOMP without NUL in their body. */
function eachFrame(socket: Socket, handle: (frame: string) => void): void {
  let rest = ''
  socket.on('data', (bytes: Buffer) => {
    const frames = (rest + bytes.toString('latin1')).split('\0')
    rest = frames.pop() ?? ''
    for (const frame of frames) handle(frame.trimStart())
  })
}

async function nextFrame(socket: Socket, start: string): Promise<void> {
  let text = ''
  while (!text.includes('\0')) text += (await once(socket, 'data'))[0]
  if (!text.trimStart().startsWith(start)) throw new Error(`expected ${start.trim()}, but got: ${text}`)
}

const destroy = (...sockets: readonly Socket[]) => {
  for (const socket of sockets) socket.destroy()
}

export const measuredProtocols: readonly MeasuredProtocol[] = [mqtt, stomp, mqttSn, coap]
