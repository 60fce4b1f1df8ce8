import { createStreamListener, type Listener, type ListenerContext, type Transport, type Turn } from '@mqdeck/broker'
import { type ListenerPlain, listenerStructs, toListener } from '@mqdeck/contract'
import type { Clock, Log } from '@mqdeck/kit'
import type { Channel, ChannelHandler } from '../port.ts'
import { type GatewayListener, type GatewayListenerSettings, gatewayListenerId } from './listener-settings.ts'

export interface ListenerPorts {
  readonly clock: Clock
  readonly log: Log
  readonly turn: Turn
  readonly gateway: string
  /** Handles a new connection, or the first datagram of an address. */
  accept(channel: Channel): ChannelHandler
  /** Datagrams that one address may send in a second, with bursts of as many; more are dropped. */
  readonly datagramRate: number
  /** Milliseconds after which a channel without a client ends. */
  idleTimeout(): number
  /** Whether a client uses the channel. */
  isUsed(channel: Channel): boolean
}

/** Where a channel ends that a protocol did not accept or that threw. */
const crashed = 'protocol_crashed'

/** A listener of tcp or ssl: access rules, TLS, PROXY protocol and limits are those of MQTT listeners. */
export function createStreamGatewayListener(initial: GatewayListenerSettings, ports: ListenerPorts): GatewayListener {
  const { gateway, clock, log, turn } = ports
  const open = new Set<StreamChannel>()
  let settings = initial
  const listener: Listener = createStreamListener(toStream(initial), {
    clock,
    log,
    turn,
    onConnection: (transport, context) => {
      const channel = new StreamChannel(transport, context, gatewayListenerId(gateway, settings), ports, () =>
        open.delete(channel),
      )
      open.add(channel)
      channel.start()
    },
    disconnectAll: async () => {
      for (const channel of [...open]) {
        if (turn.spend()) await turn.next()
        channel.end('server_shutting_down')
      }
    },
    limitsChanged: () => {},
    maxPacketSize: () => Number.POSITIVE_INFINITY,
  })
  return {
    view: () => {
      const { running, boundPort, currentConnections } = listener.view()
      return { id: gatewayListenerId(gateway, settings), settings, running, boundPort, currentConnections }
    },
    start: () => listener.start(),
    stop: () => listener.stop(),
    reload: () => listener.reload(),
    update: async (next) => {
      await listener.update(toStream(next))
      settings = next
    },
    tick: (now) => {
      listener.closeOverdueHandshakes(now)
      for (const channel of open) channel.endIfIdle(now)
    },
  }
}

/** The settings of an MQTT listener with the same transport. */
function toStream(settings: GatewayListenerSettings): ListenerPlain<'tcp' | 'ssl'> {
  const { type, name, ...rest } = settings
  if (type !== 'tcp' && type !== 'ssl') throw new TypeError(`${type} is no stream`)
  const wire = { bind: 0, ...(type === 'ssl' && { ssl_options: {} }) }
  const complete = listenerStructs[type].schema.parse(wire)
  const base = toListener(type, name, complete as never) // the struct of the type parsed it
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return { ...base, ...given, type, name, messages_rate: undefined, bytes_rate: undefined } as ListenerPlain<
    'tcp' | 'ssl'
  >
}

/** The channel of one TCP or TLS connection. */
class StreamChannel implements Channel {
  readonly isDatagram = false
  readonly transport: 'tcp' | 'ssl'
  readonly listener: string
  readonly host: string
  readonly port: number
  readonly localHost: string | undefined
  readonly localPort: number
  readonly traffic = { recvOct: 0, recvCnt: 0, sendOct: 0, sendCnt: 0 }
  readonly certificate: Channel['certificate']
  readonly #transport: Transport
  readonly #ports: ListenerPorts
  readonly #onClosed: () => void
  #handler: ChannelHandler | undefined
  #endReason: string | undefined
  #hasEnded = false
  #isKept = false
  readonly #openedAt: number

  constructor(
    transport: Transport,
    context: ListenerContext,
    listener: string,
    ports: ListenerPorts,
    onClosed: () => void,
  ) {
    const { host, port, localHost, certificate } = transport.peer
    this.transport = context.settings.type === 'ssl' ? 'ssl' : 'tcp'
    this.listener = listener
    this.host = host
    this.port = port
    this.localHost = localHost
    this.localPort = context.port
    this.certificate = certificate && { commonName: certificate.commonName, subject: certificate.subject }
    this.#transport = transport
    this.#ports = ports
    this.#onClosed = onClosed
    this.#openedAt = ports.clock.now()
  }

  start(): void {
    this.#transport.listen({
      data: (bytes) => {
        if (this.#hasEnded) return
        this.traffic.recvOct += bytes.length
        this.traffic.recvCnt += 1
        this.#guard(() => this.#handler?.data(bytes))
      },
      drain: () => this.#guard(() => this.#handler?.drained?.()),
      closed: () => {
        this.#hasEnded = true
        this.#onClosed()
        this.#close(this.#endReason ?? 'tcp_closed')
      },
    })
    this.#guard(() => {
      this.#handler = this.#ports.accept(this)
    })
  }

  get pendingBytes(): number {
    return this.#transport.pendingBytes
  }

  send(bytes: Uint8Array): void {
    if (this.#hasEnded) return
    this.traffic.sendOct += bytes.length
    this.traffic.sendCnt += 1
    this.#transport.write(bytes)
  }

  pause(): void {
    this.#transport.pause()
  }

  resume(): void {
    this.#transport.resume()
  }

  end(reason: string): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#endReason = reason
    this.#transport.resume()
    this.#transport.end()
    this.#close(reason)
  }

  keep(): void {
    this.#isKept = true
  }

  endIfIdle(now: number): void {
    if (this.#isKept) return
    if (now - this.#openedAt >= this.#ports.idleTimeout() && !this.#ports.isUsed(this)) this.end('idle_timeout')
  }

  #close(reason: string): void {
    const handler = this.#handler
    this.#handler = undefined
    try {
      handler?.closed(reason)
    } catch (error) {
      this.#report(error)
    }
  }

  /** An error of a protocol ends the channel and never the process. */
  #guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#report(error)
      this.end(crashed)
    }
  }

  #report(error: unknown): void {
    const { log, gateway } = this.#ports
    log.error(
      { gateway, listener: this.listener, peername: `${this.host}:${this.port}`, error: String(error) },
      crashed,
    )
  }
}
