import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { generate, type IConnectPacket, type Packet, parser } from 'mqtt-packet'

export interface Endpoint {
  readonly port: number
  readonly tls?: boolean
}

export interface ClientOptions {
  readonly clientId: string
  readonly username: string
  readonly password: string
  /** Topic filters with their QoS. */
  readonly subscriptions?: readonly (readonly [filter: string, qos: 0 | 1])[]
  /** Seconds that the session is kept after a disconnect. Default: not kept. */
  readonly sessionExpiry?: number
  readonly receiveMaximum?: number
  /** Milliseconds until a message is acknowledged. */
  readonly ackDelayMs?: number
  readonly will?: { readonly topic: string; readonly payload: string }
  readonly version?: 4 | 5
}

/** A client that needs little memory and CPU, so that thousands fit in a process. */
export interface MqttClient {
  readonly clientId: string
  /** Resolves to whether the broker accepted the client, when it has subscribed. With `reconnect`, lost connections are restored. */
  connect(reconnect?: 'reconnect'): Promise<boolean>
  isConnected(): boolean
  publish(topic: string, payload: string, options?: { readonly qos?: 0 | 1; readonly retain?: boolean }): void
  subscribe(filter: string): void
  ping(): void
  /** Sends DISCONNECT and closes the connection. */
  close(): void
  /** Closes the connection without DISCONNECT. */
  drop(): void
}

/** Bytes that may wait in the socket. Above it, messages are not published. */
const maxUnsentBytes = 64 * 1024
/** Seconds. The fleet pings twice in this time. */
export const keepAlive = 120

export function createClient(endpoint: Endpoint, options: ClientOptions): MqttClient {
  const { clientId, ackDelayMs = 0, subscriptions = [], version = 5 } = options
  let socket: Socket | undefined
  let accepted = false
  let isWanted = false
  let lastId = 0
  let retry: NodeJS.Timeout | undefined

  const send = (packet: Packet) => {
    if (socket?.writable) socket.write(generate(packet, { protocolVersion: version }))
  }
  const nextId = () => {
    lastId = (lastId % 65_535) + 1
    return lastId
  }
  const subscribe = (filters: readonly (readonly [string, 0 | 1])[]) =>
    send({
      cmd: 'subscribe',
      messageId: nextId(),
      subscriptions: filters.map(([topic, qos]) => ({ topic, qos })),
    })
  const receive = (packet: Packet) => {
    if (packet.cmd !== 'publish' || packet.qos !== 1) return
    const acknowledge = () => send({ cmd: 'puback', messageId: packet.messageId ?? 0, reasonCode: 0 })
    if (ackDelayMs > 0) setTimeout(acknowledge, ackDelayMs).unref()
    else acknowledge()
  }

  function connect(reconnect?: 'reconnect'): Promise<boolean> {
    isWanted = reconnect !== undefined
    const { port, tls } = endpoint
    const opened = tls
      ? connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false })
      : connectTcp({ host: '127.0.0.1', port })
    socket = opened.setNoDelay()
    const decoder = parser({ protocolVersion: version })
    return new Promise((resolve) => {
      decoder.on('packet', (packet) => {
        if (packet.cmd === 'suback') resolve(true)
        if (packet.cmd !== 'connack') return receive(packet)
        accepted = (packet.reasonCode ?? packet.returnCode) === 0
        if (accepted && subscriptions.length > 0) subscribe(subscriptions)
        else resolve(accepted)
      })
      decoder.on('error', () => opened.destroy())
      opened.on('data', (chunk) => decoder.parse(chunk))
      opened.once(tls ? 'secureConnect' : 'connect', () => send(connectPacket(options, version)))
      // `close` follows.
      opened.on('error', () => {})
      opened.once('close', () => {
        accepted = false
        resolve(false)
        if (isWanted) retry = setTimeout(() => connect('reconnect'), 5_000 + Math.random() * 10_000)
      })
    })
  }

  const end = (close: (socket: Socket) => void) => {
    isWanted = false
    clearTimeout(retry)
    if (socket) close(socket)
  }

  return {
    clientId,
    connect,
    isConnected: () => accepted,
    publish(topic, payload, { qos = 0, retain = false } = {}) {
      if (!accepted || !socket || socket.writableLength > maxUnsentBytes) return
      send({ cmd: 'publish', topic, payload, qos, retain, dup: false, ...(qos > 0 && { messageId: nextId() }) })
    },
    subscribe: (filter) => subscribe([[filter, 0]]),
    ping: () => send({ cmd: 'pingreq' }),
    close: () =>
      end((open) => {
        send({ cmd: 'disconnect', reasonCode: 0 })
        open.end()
      }),
    drop: () => end((open) => open.destroy()),
  }
}

function connectPacket(options: ClientOptions, version: 4 | 5): IConnectPacket {
  const { clientId, username, password, sessionExpiry = 0, receiveMaximum, will } = options
  return {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: version,
    clientId,
    username,
    password: Buffer.from(password),
    clean: sessionExpiry === 0,
    keepalive: keepAlive,
    ...(will && { will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 0, retain: false } }),
    ...(version === 5 && {
      properties: {
        ...(sessionExpiry > 0 && { sessionExpiryInterval: sessionExpiry }),
        ...(receiveMaximum !== undefined && { receiveMaximum }),
      },
    }),
  }
}
