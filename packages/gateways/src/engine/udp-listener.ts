import { createSocket, type Socket } from 'node:dgram'
import { isIPv4 } from 'node:net'
import { bindError, createAccessCheck, createTokenBucket, type TokenBucket, withoutMapping } from '@mqdeck/broker'
import { type ChannelPlace, ListenerChannel, type ListenerPorts } from './listener-channel.ts'
import { type GatewayListener, type GatewayListenerSettings, gatewayListenerId } from './listener-settings.ts'

/** Received datagrams that wait for their turn. Further ones are dropped. */
const maxWaiting = 5000

export interface UdpListenerPorts extends ListenerPorts {
  /** Whether `admit` is called for each client; otherwise, each new address counts as one. */
  readonly admitsLater?: boolean
}

export interface UdpListener extends GatewayListener {
  /** Counts a new client. Returns false if it exceeds the connection rate. */
  admit(): boolean
}

/** A UDP listener: each address is a channel until it has been silent for the idle timeout. */
export function createUdpListener(initial: GatewayListenerSettings, ports: UdpListenerPorts): UdpListener {
  const { clock, gateway, log, turn } = ports
  const peers = new Map<string, UdpChannel>()
  let settings = initial
  let socket: Socket | undefined
  let boundPort = 0
  let boundHost: string | undefined
  let isDualStack = false
  let isAllowed = createAccessCheck(settings.access_rules)
  let rate: TokenBucket | undefined
  let waiting = 0
  let healthCheck: Buffer | undefined
  let unsent = 0
  let onSent: (() => void) | undefined
  const id = () => gatewayListenerId(gateway, settings)

  const apply = (next: GatewayListenerSettings) => {
    settings = next
    isAllowed = createAccessCheck(next.access_rules)
    const { request } = next.health_check ?? {}
    healthCheck = request ? Buffer.from(request) : undefined
    rate = next.max_conn_rate && createTokenBucket(next.max_conn_rate, clock.now())
  }

  const admit = () => rate?.take(clock.now()) ?? true

  const receive = (bytes: Buffer, host: string, port: number) => {
    if (healthCheck?.equals(bytes)) {
      if (isAllowed(host)) sendTo(Buffer.from(settings.health_check?.reply ?? ''), host, port)
      return
    }
    const key = `${host} ${port}`
    const known = peers.get(key)
    if (known) return known.receive(bytes)
    if (!isAllowed(host) || peers.size >= settings.max_connections) return
    if (!ports.admitsLater && !admit()) return
    const place = { listener: id(), host, port, localHost: boundHost, localPort: boundPort }
    const channel = new UdpChannel(place, ports, {
      send: (datagram) => sendTo(datagram, host, port),
      forget: () => peers.delete(key),
    })
    peers.set(key, channel)
    channel.start(bytes)
  }

  const sendTo = (bytes: Uint8Array, host: string, port: number) => {
    // An error of one datagram, such as an unreachable host, is not an error of the listener.
    if (!socket) return
    unsent += 1
    // The IPv6 socket of a listener on all addresses sends to IPv4 by mapped addresses.
    const address = isIPv4(host) && isDualStack ? `::ffff:${host}` : host
    socket.send(bytes, port, address, () => {
      unsent -= 1
      if (unsent === 0) onSent?.()
    })
  }

  const open = async (): Promise<void> => {
    const { host, port } = settings.bind
    const { recbuf, sndbuf } = settings.udp_options ?? {}
    const made = createSocket({
      type: host === undefined || host.includes(':') ? 'udp6' : 'udp4',
      reuseAddr: false,
      ...(recbuf && { recvBufferSize: recbuf }),
      ...(sndbuf && { sendBufferSize: sndbuf }),
    })
    made.on('message', (bytes, from) => {
      if (waiting >= maxWaiting) return
      waiting += 1
      // Thousands of datagrams may arrive at the same time.
      turn.soon(() => {
        waiting -= 1
        if (socket === made) receive(bytes, withoutMapping(from.address), from.port)
      })
    })
    await new Promise<void>((resolve, reject) => {
      made.once('error', reject)
      made.bind({ port, exclusive: true, ...(host !== undefined && { address: host }) }, () => {
        made.off('error', reject)
        made.on('error', (error) => log.warn({ listener: id(), reason: error.message }, 'udp_socket_error'))
        made.setBroadcast(true)
        resolve()
      })
    }).catch((error: unknown) => {
      made.close()
      throw bindError(id(), `${host ?? '*'}:${port}`, error)
    })
    socket = made
    const { address, port: usedPort, family } = made.address()
    boundPort = usedPort
    // Node does not report the destination of a datagram, which a listener on all addresses does not know otherwise.
    boundHost = address === '::' || address === '0.0.0.0' ? undefined : withoutMapping(address)
    isDualStack = family === 'IPv6'
  }

  const close = async () => {
    const closing = socket
    for (const channel of [...peers.values()]) {
      if (turn.spend()) await turn.next()
      channel.end('server_shutting_down')
    }
    // The socket drops datagrams that it has not sent yet.
    if (unsent > 0)
      await new Promise<void>((resolve) => {
        onSent = resolve
      })
    socket = undefined
    boundPort = 0
    if (closing) await new Promise<void>((resolve) => closing.close(() => resolve()))
  }

  apply(initial)
  return {
    view: () => ({ id: id(), settings, running: socket !== undefined, boundPort, currentConnections: peers.size }),
    start: async () => {
      if (!socket) await open()
    },
    stop: close,
    update: async (next) => {
      const before = settings
      const isSamePlace =
        next.bind.host === before.bind.host &&
        next.bind.port === before.bind.port &&
        next.udp_options?.recbuf === before.udp_options?.recbuf &&
        next.udp_options?.sndbuf === before.udp_options?.sndbuf
      apply(next)
      if (!socket || isSamePlace) return
      await close()
      try {
        await open()
      } catch (error) {
        apply(before)
        await open()
        throw error
      }
    },
    admit,
    send: sendTo,
    tick: (now) => {
      for (const channel of peers.values()) channel.endIfIdle(now)
    },
  }
}

interface PeerPorts {
  send(bytes: Uint8Array): void
  forget(): void
}

/** The datagrams of one address. */
class UdpChannel extends ListenerChannel {
  readonly isDatagram = true
  readonly transport = 'udp'
  readonly certificate = undefined
  readonly pendingBytes = 0
  readonly #peer: PeerPorts
  readonly #rate: TokenBucket
  #isPaused = false

  constructor(place: ChannelPlace, ports: ListenerPorts, peer: PeerPorts) {
    super(place, ports)
    this.#peer = peer
    this.#rate = createTokenBucket({ amount: ports.datagramRate, per: 1000 }, ports.clock.now())
  }

  start(first: Buffer): void {
    this.accept()
    this.receive(first)
  }

  override receive(bytes: Buffer): void {
    if (!this.#isPaused && this.#rate.take(this.ports.clock.now())) super.receive(bytes)
  }

  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    this.#isPaused = false
  }

  protected write(bytes: Uint8Array): void {
    this.#peer.send(bytes)
  }

  protected close(): void {
    this.#peer.forget()
  }
}
