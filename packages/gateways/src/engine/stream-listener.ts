import { createStreamListener, type Listener, type ListenerContext, type Transport } from '@mqdeck/broker'
import { type ListenerPlain, listenerStructs, toListener } from '@mqdeck/contract'
import type { Channel } from '../port.ts'
import { ListenerChannel, type ListenerPorts } from './listener-channel.ts'
import { type GatewayListener, type GatewayListenerSettings, gatewayListenerId } from './listener-settings.ts'

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
    onLimitsChange: () => {},
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
  if (type !== 'tcp' && type !== 'ssl') throw new TypeError(`${type} is not a stream`)
  const wire = { bind: 0, ...(type === 'ssl' && { ssl_options: {} }) }
  const complete = listenerStructs[type].schema.parse(wire)
  const base = toListener(type, name, complete as never) // the struct of the type parsed it
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return { ...base, ...given, type, name, messages_rate: undefined, bytes_rate: undefined } as ListenerPlain<
    'tcp' | 'ssl'
  >
}

/** The channel of one TCP or TLS connection. */
class StreamChannel extends ListenerChannel {
  readonly isDatagram = false
  readonly transport: 'tcp' | 'ssl'
  readonly certificate: Channel['certificate']
  readonly #transport: Transport
  readonly #onClosed: () => void

  constructor(
    transport: Transport,
    { settings, port: localPort }: ListenerContext,
    listener: string,
    ports: ListenerPorts,
    onClosed: () => void,
  ) {
    const { host, port, localHost, certificate } = transport.peer
    super({ listener, host, port, localHost, localPort }, ports)
    this.transport = settings.type === 'ssl' ? 'ssl' : 'tcp'
    this.certificate = certificate && { commonName: certificate.commonName, subject: certificate.subject }
    this.#transport = transport
    this.#onClosed = onClosed
  }

  start(): void {
    this.#transport.listen({
      data: (bytes) => this.receive(bytes),
      drain: () => this.drain(),
      closed: () => {
        this.#onClosed()
        this.end('tcp_closed')
      },
    })
    this.accept()
  }

  get pendingBytes(): number {
    return this.#transport.pendingBytes
  }

  pause(): void {
    this.#transport.pause()
  }

  resume(): void {
    this.#transport.resume()
  }

  protected write(bytes: Uint8Array): void {
    this.#transport.write(bytes)
  }

  protected close(): void {
    this.#transport.resume()
    this.#transport.end()
  }
}
