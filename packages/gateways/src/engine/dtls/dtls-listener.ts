import { ListenerError, readTlsMaterial, type TlsMaterial } from '@mqdeck/broker'
import type { Channel, ChannelHandler } from '../../port.ts'
import type { ListenerPorts } from '../listener-channel.ts'
import { type GatewayListener, type GatewayListenerSettings, gatewayListenerId } from '../listener-settings.ts'
import { createUdpListener } from '../udp-listener.ts'
import { DtlsConnection, isClientHello, lastError } from './connection.ts'
import { createDtlsContext, inDtlsOptions, withCookiesOf } from './context.ts'
import { dtlsCapability, openSsl, type Pointer } from './openssl.ts'

const timeoutCheckMs = 250

/**
 * A DTLS listener: a UDP listener whose channels carry DTLS. An address is only kept after it has returned a cookie, so that answers to
 * forged addresses are small and cost no memory.
 */
export function createDtlsListener(initial: GatewayListenerSettings, ports: ListenerPorts): GatewayListener {
  const { gateway, clock, log } = ports
  const id = gatewayListenerId(gateway, initial)
  const peers = new Map<Channel, DtlsPeer>()
  let settings = initial
  let material: TlsMaterial | undefined
  let context: Pointer = null
  let spare: DtlsConnection | undefined
  let stopTimer = () => {}

  const use = (next: Pointer) => {
    const ssl = openSsl()
    spare?.free()
    spare = undefined
    if (context !== null) ssl.freeContext(context)
    context = next
  }

  const prepare = async (next: GatewayListenerSettings) => {
    const capability = dtlsCapability()
    if (!capability.available) throw new ListenerError(id, 'type', 'not_available', capability.reason ?? '')
    const { dtls_options } = next
    if (!dtls_options) throw new ListenerError(id, 'dtls_options', 'certificate', 'certificate and key are required')
    try {
      const texts = await readTlsMaterial(id, dtls_options)
      return { texts, made: createDtlsContext(id, dtls_options, texts) }
    } catch (error) {
      throw inDtlsOptions(error)
    }
  }

  /** Answers a ClientHello. Returns the connection of a client that has proved its address. */
  const listen = (datagram: Uint8Array, raw: Channel): DtlsConnection | undefined => {
    spare ??= new DtlsConnection(context)
    const connection = spare
    const isKnown = withCookiesOf(`${raw.host} ${raw.port}`, () => connection.listen(datagram))
    for (const answer of connection.take()) raw.send(answer)
    if (!isKnown) return undefined
    spare = undefined
    if (udp.admit()) return connection
    connection.free()
    return undefined
  }

  const udp = createUdpListener(initial, {
    ...ports,
    // An address that has not returned the cookie may be forged, and does not use up the connection rate.
    admitsLater: true,
    accept: (raw) => {
      const peer = new DtlsPeer(raw, {
        listen,
        accept: ports.accept,
        forget: () => peers.delete(raw),
        handshakeTimeout: () => settings.dtls_options?.handshake_timeout ?? 15_000,
        now: clock.now,
        onFailure: (reason) =>
          log.debug({ listener: id, peername: `${raw.host}:${raw.port}`, reason }, 'dtls_handshake_failed'),
      })
      peers.set(raw, peer)
      return peer
    },
    isUsed: (raw) => {
      const channel = peers.get(raw)?.channel
      return channel !== undefined && ports.isUsed(channel)
    },
  })

  const start = async () => {
    if (udp.view().running) return
    const { texts, made } = await prepare(settings)
    use(made)
    material = texts
    await udp.start()
    stopTimer = clock.every(timeoutCheckMs, () => {
      for (const peer of [...peers.values()]) peer.check(clock.now())
    })
  }

  return {
    view: () => ({ ...udp.view(), settings }),
    start,
    stop: async () => {
      stopTimer()
      await udp.stop()
      if (context !== null) use(null)
    },
    update: async (next) => {
      const isRunning = udp.view().running
      const prepared = isRunning ? await prepare(next) : undefined
      try {
        await udp.update(next)
      } catch (error) {
        if (prepared) openSsl().freeContext(prepared.made)
        throw error
      }
      settings = next
      if (!prepared) return
      use(prepared.made)
      material = prepared.texts
    },
    reload: async () => {
      if (!udp.view().running) return false
      const { texts, made } = await prepare(settings)
      if (material && JSON.stringify(material) === JSON.stringify(texts)) {
        openSsl().freeContext(made)
        return false
      }
      use(made)
      material = texts
      return true
    },
    tick: (now) => udp.tick(now),
  }
}

interface PeerPorts {
  listen(datagram: Uint8Array, raw: Channel): DtlsConnection | undefined
  accept(channel: Channel): ChannelHandler
  forget(): void
  handshakeTimeout(): number
  now(): number
  onFailure(reason: string): void
}

/** The datagrams of one address: a handshake, then the channel of the protocol. */
class DtlsPeer implements ChannelHandler {
  readonly #raw: Channel
  readonly #ports: PeerPorts
  #connection: DtlsConnection | undefined
  #channel: DtlsChannel | undefined
  #handler: ChannelHandler | undefined
  #startedAt = 0

  constructor(raw: Channel, ports: PeerPorts) {
    this.#raw = raw
    this.#ports = ports
  }

  get channel(): Channel | undefined {
    return this.#channel
  }

  data(bytes: Buffer): void {
    const connection = this.#connection
    if (connection && !(this.#handler && isClientHello(bytes))) {
      connection.feed(bytes)
      this.#advance(connection)
      return
    }
    const accepted = this.#ports.listen(bytes, this.#raw)
    if (!accepted) {
      // A client has no state here before it has returned the cookie.
      if (!connection) this.#raw.end('dtls_cookie')
      return
    }
    // A client that has lost its state connects again from the same address.
    if (connection) this.#finish('dtls_reconnected')
    this.#connection = accepted
    this.#startedAt = this.#ports.now()
    this.#advance(accepted)
  }

  closed(reason: string): void {
    this.#ports.forget()
    this.#finish(reason)
  }

  /** Repeats unanswered messages of the handshake, and ends a handshake that takes too long. */
  check(now: number): void {
    const connection = this.#connection
    if (!connection || this.#handler) return
    connection.checkTimeout()
    this.flush(connection)
    if (now - this.#startedAt >= this.#ports.handshakeTimeout()) this.#fail('timeout')
  }

  flush(connection: DtlsConnection): void {
    if (connection.isFree) return
    for (const datagram of connection.take()) this.#raw.send(datagram)
  }

  #advance(connection: DtlsConnection): void {
    if (!this.#handler) {
      const progress = connection.handshake()
      const reason = progress === 'failed' ? lastError() : progress
      this.flush(connection)
      if (progress === 'waiting') return
      if (progress !== 'done') {
        this.#fail(reason)
        return
      }
      this.#channel = new DtlsChannel(this.#raw, connection, this)
      this.#handler = this.#ports.accept(this.#channel)
    }
    this.#deliver(connection)
  }

  #deliver(connection: DtlsConnection): void {
    while (!connection.isFree) {
      const content = connection.read()
      this.flush(connection)
      if (typeof content === 'string') {
        if (content === 'closed' || content === 'failed')
          this.#raw.end(content === 'closed' ? 'dtls_closed' : 'dtls_error')
        return
      }
      this.#handler?.data(content)
    }
  }

  #fail(reason: string): void {
    this.#ports.onFailure(reason)
    this.#raw.end('dtls_handshake_failed')
  }

  #finish(reason: string): void {
    const connection = this.#connection
    const handler = this.#handler
    this.#connection = undefined
    this.#handler = undefined
    this.#channel?.finish()
    this.#channel = undefined
    try {
      handler?.closed(reason)
    } finally {
      connection?.free()
    }
  }
}

/** A channel whose datagrams are encrypted. */
class DtlsChannel implements Channel {
  readonly transport = 'dtls'
  readonly isDatagram = true
  readonly certificate: Channel['certificate']
  readonly #raw: Channel
  readonly #connection: DtlsConnection
  readonly #peer: DtlsPeer
  #hasEnded = false

  constructor(raw: Channel, connection: DtlsConnection, peer: DtlsPeer) {
    this.#raw = raw
    this.#connection = connection
    this.#peer = peer
    const parts = connection.certificate?.subject.split('\n')
    this.certificate = parts && {
      commonName: parts.find((part) => part.startsWith('CN='))?.slice('CN='.length),
      subject: parts.join(','),
    }
  }

  get listener(): string {
    return this.#raw.listener
  }

  get host(): string {
    return this.#raw.host
  }

  get port(): number {
    return this.#raw.port
  }

  get localHost(): string | undefined {
    return this.#raw.localHost
  }

  get localPort(): number {
    return this.#raw.localPort
  }

  /** Counts encrypted datagrams. */
  get traffic(): Channel['traffic'] {
    return this.#raw.traffic
  }

  get pendingBytes(): number {
    return this.#raw.pendingBytes
  }

  send(bytes: Uint8Array): void {
    if (this.#hasEnded || bytes.length === 0) return
    this.#connection.write(bytes)
    this.#peer.flush(this.#connection)
  }

  pause(): void {
    this.#raw.pause()
  }

  resume(): void {
    this.#raw.resume()
  }

  end(reason: string): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#connection.shutdown()
    this.#peer.flush(this.#connection)
    this.#raw.end(reason)
  }

  /** The connection has ended: further datagrams are not sent. */
  finish(): void {
    this.#hasEnded = true
  }
}
