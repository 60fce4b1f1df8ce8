import {
  generate,
  type IConnackPacket,
  type IConnectPacket,
  type IPublishPacket,
  type ISubackPacket,
  type ISubscribePacket,
  type ISubscription,
  type IUnsubackPacket,
  type Packet,
  type PacketCmd,
  parser,
} from 'mqtt-packet'
import { waitTimeoutMs, withDeadline } from './deadline.ts'
import { createFrameSplitter } from './frames.ts'
import { createInbox } from './inbox.ts'
import { type Endpoint, openTransport, type Transport } from './transport.ts'

type PacketOf<C extends PacketCmd> = Extract<Packet, { cmd: C }>

export interface PublishOptions {
  readonly qos?: 0 | 1 | 2
  readonly retain?: boolean
  readonly dup?: boolean
  readonly properties?: NonNullable<IPublishPacket['properties']>
}

export interface SubscribeOptions {
  readonly qos?: 0 | 1 | 2
  readonly nl?: boolean
  readonly rap?: boolean
  readonly rh?: 0 | 1 | 2
  readonly properties?: NonNullable<ISubscribePacket['properties']>
}

/**
 * A passive MQTT client: it sends only what the test sends, acknowledges nothing, and keeps all packets. Packets can be
 * taken in any order. Packets that were not taken stay in `unread`.
 */
export interface RawClient {
  readonly version: 3 | 4 | 5
  readonly clientId: string
  /** CONNACK of the broker. Throws if there was none. */
  connack(): IConnackPacket
  send(packet: Packet): void
  sendBytes(bytes: Uint8Array | string): void
  /** Takes the oldest packet of this type, and waits for it if necessary. */
  next<C extends PacketCmd>(cmd: C, fits?: (packet: PacketOf<C>) => boolean, ms?: number): Promise<PacketOf<C>>
  /** Takes the oldest packet of one of these types. */
  nextOf<C extends PacketCmd>(...cmds: readonly C[]): Promise<PacketOf<C>>
  /** All received packets in order. */
  readonly received: readonly Packet[]
  readonly unread: readonly Packet[]
  /** Drops packets that were not taken and their bytes, for tests that receive more than fits into memory. */
  discard(): void
  /** The bytes of a received packet. */
  bytesOf(packet: Packet): Buffer
  /** Sends PINGREQ and waits for PINGRESP: everything that the broker sent before has arrived then. */
  ping(): Promise<void>
  subscribe(filters: string | readonly (string | ISubscription)[], options?: SubscribeOptions): Promise<ISubackPacket>
  unsubscribe(...filters: string[]): Promise<IUnsubackPacket>
  /** Publishes and completes the handshake of the QoS. Returns the reason code of PUBACK or PUBREC, 0 for QoS 0. */
  publish(topic: string, payload: string | Buffer, options?: PublishOptions): Promise<number>
  /** Takes the next PUBLISH and acknowledges it according to its QoS. */
  receive(fits?: (packet: IPublishPacket) => boolean, ms?: number): Promise<IPublishPacket>
  acknowledge(packet: IPublishPacket): Promise<void>
  nextPacketId(): number
  /** Sends DISCONNECT and waits until the connection is closed. */
  disconnect(properties?: NonNullable<PacketOf<'disconnect'>['properties']>, reasonCode?: number): Promise<void>
  /** Closes the connection without DISCONNECT. */
  destroy(): Promise<void>
  waitForClose(ms?: number): Promise<void>
  readonly transport: Transport
}

export type ConnectOptions = Partial<Omit<IConnectPacket, 'cmd' | 'protocolVersion'>> & {
  readonly version?: 3 | 4 | 5
}

let serial = 0

/** A unique client ID, topic or group. */
export function uniqueName(prefix = 'test'): string {
  serial += 1
  return `${prefix}-${process.pid}-${Date.now().toString(36)}-${serial}`
}

/** Opens the connection, sends CONNECT and waits for CONNACK with any reason code. */
export async function connectRaw(endpoint: Endpoint, options: ConnectOptions = {}): Promise<RawClient> {
  const { version = 5, clientId = uniqueName('client'), ...rest } = options
  const client = await openRaw(endpoint, version, clientId)
  client.send({
    cmd: 'connect',
    protocolId: version === 3 ? 'MQIsdp' : 'MQTT',
    protocolVersion: version,
    clientId,
    clean: true,
    keepalive: 0,
    ...rest,
  })
  await client.next('connack')
  const [first] = client.received
  // [MQTT-3.2.0-1]: foreign clients refuse anything else. AUTH may come before it [MQTT-4.12.0-2].
  if (first?.cmd !== 'connack' && first?.cmd !== 'auth') throw new Error(`${first?.cmd} came before CONNACK`)
  return client
}

/** Only opens the connection. `version` is the protocol version of packets. */
export async function openRaw(endpoint: Endpoint, version: 3 | 4 | 5 = 5, clientId = ''): Promise<RawClient> {
  const frames = new Map<Packet, Buffer>()
  const inbox = createInbox<Packet>(showPacket)
  let connack: IConnackPacket | undefined
  const split = createFrameSplitter((frame) => {
    const packet = parseFrame(frame, version)
    frames.set(packet, frame)
    if (isOf(packet, 'connack')) connack ??= packet
    inbox.push(packet)
  })
  let markClosed = () => {}
  const closed = new Promise<void>((resolve) => {
    markClosed = resolve
  })
  const transport = await openTransport(endpoint, {
    data: split,
    closed: () => {
      inbox.close('the connection was closed')
      markClosed()
    },
  })
  let lastId = 0

  const send = (packet: Packet) => transport.write(generate(packet, { protocolVersion: version }))
  const next: RawClient['next'] = (cmd, fits = () => true, ms = waitTimeoutMs) =>
    inbox.take((packet): packet is PacketOf<typeof cmd> => isOf(packet, cmd) && fits(packet), cmd, ms)
  const nextOf = <C extends PacketCmd>(...cmds: readonly C[]) =>
    inbox.take((packet): packet is PacketOf<C> => cmds.some((cmd) => isOf(packet, cmd)), cmds.join(' or '))
  const answerTo = (id: number) => (packet: { messageId?: number }) => packet.messageId === id
  const nextPacketId = () => {
    lastId = (lastId % 65_535) + 1
    return lastId
  }
  const waitForClose = (ms = waitTimeoutMs) =>
    withDeadline(
      closed,
      () => `Waited for the broker to close the connection; unread:\n  ${inbox.unread.map(showPacket).join('\n  ')}`,
      ms,
    )
  const acknowledge = async ({ qos, messageId = 0 }: IPublishPacket) => {
    if (qos === 1) send({ cmd: 'puback', messageId, reasonCode: 0 })
    if (qos !== 2) return
    send({ cmd: 'pubrec', messageId, reasonCode: 0 })
    await next('pubrel', answerTo(messageId))
    send({ cmd: 'pubcomp', messageId, reasonCode: 0 })
  }

  return {
    version,
    clientId,
    transport,
    received: inbox.all,
    unread: inbox.unread,
    send,
    next,
    nextOf,
    acknowledge,
    nextPacketId,
    waitForClose,
    sendBytes: (bytes) => transport.write(typeof bytes === 'string' ? Buffer.from(bytes, 'hex') : bytes),
    discard() {
      inbox.clear()
      frames.clear()
    },
    bytesOf: (packet) => frames.get(packet) ?? Buffer.alloc(0),
    connack() {
      if (!connack) throw new Error('There was no CONNACK')
      return connack
    },
    async ping() {
      send({ cmd: 'pingreq' })
      await next('pingresp')
    },
    async subscribe(filters, { properties, ...options } = {}) {
      const messageId = nextPacketId()
      const list = typeof filters === 'string' ? [filters] : filters
      const subscriptions = list.map((filter) =>
        typeof filter === 'string' ? { qos: 0 as const, ...options, topic: filter } : filter,
      )
      send({ cmd: 'subscribe', messageId, subscriptions, ...(properties && { properties }) })
      return next('suback', answerTo(messageId))
    },
    async unsubscribe(...unsubscriptions) {
      const messageId = nextPacketId()
      send({ cmd: 'unsubscribe', messageId, unsubscriptions })
      return next('unsuback', answerTo(messageId))
    },
    async publish(topic, payload, { qos = 0, retain = false, dup = false, properties } = {}) {
      const messageId = qos === 0 ? undefined : nextPacketId()
      const identified = messageId === undefined ? {} : { messageId }
      send({ cmd: 'publish', topic, payload, qos, retain, dup, ...identified, ...(properties && { properties }) })
      if (messageId === undefined) return 0
      if (qos === 1) return (await next('puback', answerTo(messageId))).reasonCode ?? 0
      const { reasonCode = 0 } = await next('pubrec', answerTo(messageId))
      if (reasonCode >= 0x80) return reasonCode
      send({ cmd: 'pubrel', messageId, reasonCode: 0 })
      await next('pubcomp', answerTo(messageId))
      return reasonCode
    },
    async receive(fits, ms) {
      const packet = await next('publish', fits, ms)
      await acknowledge(packet)
      return packet
    },
    async disconnect(properties, reasonCode = 0) {
      send({ cmd: 'disconnect', reasonCode, ...(properties && { properties }) })
      transport.end()
      await waitForClose()
    },
    async destroy() {
      transport.destroy()
      await waitForClose()
    },
  }
}

const isOf = <C extends PacketCmd>(packet: Packet, cmd: C): packet is PacketOf<C> => packet.cmd === cmd

function parseFrame(frame: Buffer, version: number): Packet {
  const parsed: Packet[] = []
  const errors: Error[] = []
  const decoder = parser({ protocolVersion: version })
  decoder.on('packet', (packet) => parsed.push(packet))
  decoder.on('error', (error: Error) => errors.push(error))
  decoder.parse(frame)
  const [packet] = parsed
  if (packet) return packet
  throw new Error(`The broker sent ${frame.toString('hex')}: ${errors[0]?.message ?? 'not one whole packet'}`)
}

function showPacket(packet: Packet): string {
  return JSON.stringify(packet, (_, value: unknown) =>
    isBufferJson(value) ? Buffer.from(value.data).toString('latin1').slice(0, 60) : value,
  ).slice(0, 400)
}

const isBufferJson = (value: unknown): value is { data: number[] } =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer'
