import type { ConnectDetails } from '../hooks.ts'
import type { ListenerContext } from '../listeners/settings.ts'
import { type Transport, textFrame } from '../listeners/transport.ts'
import {
  type AckType,
  encodeAck,
  encodePacket,
  noProperties,
  type Packet,
  ReasonError,
  reasonCode,
} from '../packets/index.ts'
import type { Environment, JournalPort, PublishPort, QueuePort, SessionPort, WirePort, ZonePort } from '../ports.ts'
import type { DisconnectReason } from '../reasons.ts'
import type { OutgoingMessages } from '../session/outgoing-messages.ts'
import type { Session } from '../session/session.ts'
import { createTraffic } from '../session/traffic.ts'
import { publisherOf } from '../session/wills.ts'
import type { ClientInfo, ProtocolVersion, Publisher } from '../types.ts'
import type { Zone } from '../zones.ts'
import type { AuthExchange } from './auth.ts'
import type { ClientLink } from './client-link.ts'
import { handlePacket } from './handle-packet.ts'
import { Inbound, maxReadAheadBytes } from './inbound.ts'
import { Outbox } from './outbox.ts'
import { logIdentity } from './packet-tap.ts'
import type { InboundAliases } from './topic-aliases.ts'
import { Watch } from './watch.ts'

/** Cost of a packet in addition to its deliveries (`Turn.isOver`). */
const packetCost = 4

/** Connections reach the router and the retained messages only through sessions and `publish`. */
export type ConnectionPorts = Environment & ZonePort & SessionPort & JournalPort & QueuePort & WirePort & PublishPort

/** The result of CONNECT. */
export interface Established {
  readonly session: Session
  readonly link: ClientLink
  readonly aliases: InboundAliases
  /** The info of this connection; the session may have that of a newer one. */
  readonly info: ClientInfo
  /** Without the password, which is no longer needed. */
  readonly details: ConnectDetails
}

/**
 * One network connection. It reads packets in order, one at a time, and passes each to the handler of its type. If a handler
 * returns a promise, the next packet waits for it.
 */
export class Connection {
  state: 'new' | 'authenticating' | 'connected' | 'closed' = 'new'
  version: ProtocolVersion = 4
  /** Maximum size of a packet that the client accepts, in bytes. */
  maximumPacketSize = Number.POSITIVE_INFINITY
  established: Established | undefined
  /** The client data from CONNECT, before authentication. */
  claimedInfo: ClientInfo | undefined
  /** The AUTH exchange in progress, before CONNACK or for a re-authentication. */
  authExchange: AuthExchange | undefined
  readonly traffic = createTraffic()
  readonly outbox: Outbox
  readonly ports: ConnectionPorts
  readonly zone: Zone
  readonly transport: Transport
  readonly listener: ListenerContext
  readonly #inbound: Inbound
  #publisher: Publisher | undefined
  #busy = false
  /** Busy only because the time of this turn is used up. */
  #isWaitingForTurn = false
  /** Set when the connection has ended but packets received before are still handled. */
  #endReason: DisconnectReason | undefined
  #paused = false
  /** Ends the pause of a client that exceeded its rate limit; undefined while it is not paused. */
  #endThrottle: (() => void) | undefined
  readonly watch: Watch
  /** Ends the wait for slow subscribers; undefined while the client may publish. */
  #endFlowWait: (() => void) | undefined

  /** `onClosed` is called when the transport is closed. */
  constructor(
    ports: ConnectionPorts,
    transport: Transport,
    listener: ListenerContext,
    onClosed: (connection: Connection) => void,
  ) {
    this.ports = ports
    this.transport = transport
    this.listener = listener
    const { zones, clock, turn } = ports
    this.zone = zones.of(listener.settings.zone)
    this.#inbound = new Inbound(this.zone.framing)
    this.outbox = new Outbox(
      transport,
      ports,
      this.traffic,
      highWatermarkOf(listener),
      () => this.#onWritable(),
      () => this.#onLateCommit(),
    )
    this.watch = new Watch(clock.now())
    this.applyLimits()
    transport.listen({
      data: (chunk) => this.#receive(chunk),
      drain: () => {
        this.outbox.onDrain()
        this.#onWritable()
      },
      // Thousands may close at the same time.
      closed: (error) =>
        turn.soon(() => {
          this.#onTransportClosed(error === textFrame ? 'protocol_error' : 'tcp_closed')
          onClosed(this)
        }),
    })
  }

  /** Applies changed limits of the listener. */
  applyLimits(): void {
    const { messages_rate, bytes_rate } = this.listener.settings
    this.#inbound.limit(messages_rate, bytes_rate, this.ports.clock.now())
    this.#endThrottle?.()
  }

  /** Whether the client is paused by the rate limit of its listener. */
  get isThrottled(): boolean {
    return this.#endThrottle !== undefined
  }

  /** Whether a packet is being handled or waits for its turn. */
  get isBusy(): boolean {
    return this.#busy
  }

  /** Number of received packets not yet handled, counted up to `max`. */
  countWaiting(max: number): number {
    return this.#inbound.countWaiting(max)
  }

  /** The publisher of the client's messages; created on first use. */
  publisher(established: Established): Publisher {
    this.#publisher ??= publisherOf(established)
    return this.#publisher
  }

  /** PUBLISH is sent by `ClientLink`. A packet that is too large for the client ends the connection [MQTT-3.1.2-24]. */
  send(packet: Packet): void {
    const bytes = encodePacket(packet, this.version)
    if (bytes.length > this.maximumPacketSize) {
      if (packet.type !== 'disconnect') this.close('packet_too_large', reasonCode.packetTooLarge)
      return
    }
    this.ports.tap.onSend(this, packet)
    this.outbox.pushControl(bytes)
  }

  sendAck(type: AckType, packetId: number, code: number): void {
    this.ports.tap.onSendAck(this, type, packetId, code)
    this.outbox.pushAck(encodeAck(type, packetId, this.version, code))
  }

  /**
   * Ends the connection, once. With a code, an MQTT 5 client gets DISCONNECT; earlier versions do not have it.
   * `reason` decides what happens to session and will.
   */
  close(reason: DisconnectReason, code?: number): void {
    if (this.state === 'closed') return
    if (code !== undefined && this.version === 5 && this.state === 'connected')
      this.send({ type: 'disconnect', reasonCode: code, properties: noProperties })
    this.state = 'closed'
    this.#endThrottle?.()
    this.#endFlowWait?.()
    this.outbox.flush()
    this.outbox.close()
    this.transport.end()
    if (!this.established) return
    const { session, link, details } = this.established
    this.ports.sessions.detach(session, link, reason, details.userProperties)
  }

  /** Ends the connection after a client error or broker error. */
  fail(error: unknown): void {
    if (error instanceof ReasonError) {
      this.ports.log.debug({ ...logIdentity(this), reason: error.message }, 'connection_closed')
      if (this.state !== 'connected') this.#refuse(error)
      this.close(error.reason, error.reasonCode)
      return
    }
    this.ports.log.error({ ...logIdentity(this), error }, 'connection_crashed')
    this.close('unspecified_error', reasonCode.unspecifiedError)
  }

  /** Refuses an invalid CONNECT. MQTT 5 clients get the reason, earlier ones only for an unknown version [MQTT-3.1.2-2]. */
  #refuse(error: ReasonError): void {
    this.version = this.#inbound.version ?? 4
    const unknownVersion = error.reasonCode === reasonCode.unsupportedProtocolVersion
    if (!unknownVersion && this.#inbound.version !== 5) return
    this.send({ type: 'connack', sessionPresent: false, reasonCode: error.reasonCode, properties: noProperties })
  }

  #receive(chunk: Buffer): void {
    if (this.state === 'closed') return
    this.ports.metrics['bytes.received'] += chunk.length
    this.traffic.recvOct += chunk.length
    this.traffic.recvCnt += 1
    const now = this.ports.clock.now()
    this.watch.onActivity(now)
    this.#inbound.push(chunk, now)
    if (!this.#busy) {
      if (this.ports.turn.isOver(packetCost)) this.#waitForTurn()
      else this.#process()
    } else if (this.#inbound.buffered > maxReadAheadBytes) this.#pause()
  }

  #process(): void {
    const { turn } = this.ports
    try {
      for (let handled = 1; this.state !== 'closed'; handled += 1) {
        if (this.outbox.isOverfull && !this.#endReason) {
          this.#pause()
          return
        }
        // One chunk may contain thousands of packets, each for thousands of subscribers, and thousands of clients may send.
        if (handled > 1 && turn.isOver(packetCost)) {
          this.#waitForTurn()
          return
        }
        if (!this.#endReason && this.#throttle()) return
        const packet = this.#next()
        if (!packet) break
        const waiting = this.ports.tap.onReceive(this, packet, handlePacket)
        if (waiting) {
          this.#busy = true
          waiting.then(
            () => this.#continueProcessing(),
            (error: unknown) => this.#failProcessing(error),
          )
          return
        }
      }
    } catch (error) {
      this.fail(error)
    }
    if (this.#endReason) this.close(this.#endReason)
    else if (this.#paused && !this.isReadBlocked) this.#resume()
  }

  /** The next packet. While the client waits for subscribers, only acknowledgements. */
  #next(): Packet | undefined {
    if (!this.#endFlowWait) return this.#inbound.next()
    const packet = this.#inbound.nextAcknowledgement()
    if (packet || !this.isReadBlocked) return packet
    this.#pause()
    const { session } = this.established ?? {}
    if (session?.isAwaited) this.ports.flow.onCatchUp(session)
    return undefined
  }

  /** Whether the client waits for subscribers and has sent so much that the broker stops reading, even acknowledgements. */
  get isReadBlocked(): boolean {
    return this.#endFlowWait !== undefined && this.#inbound.isFull
  }

  /** Counts a PUBLISH for the rate limit of the listener. */
  countPublish(): void {
    if (this.#inbound.isLimited) this.#inbound.countPublish(this.ports.clock.now())
  }

  /** The client's next message waits until this slow subscriber has caught up. */
  waitFor(session: OutgoingMessages): void {
    const { flow, turn, clock } = this.ports
    if (this.#endFlowWait || this.#endReason || this.state === 'closed') return
    this.#endFlowWait = flow.wait(session, () => {
      this.#endFlowWait = undefined
      this.watch.onActivity(clock.now())
      turn.schedule(() => {
        if (!this.#busy) this.#process()
      })
    })
  }

  /** The client has disconnected. Packets received before are handled first, unless a hook is pending. */
  #onTransportClosed(reason: DisconnectReason): void {
    if (this.#busy && !this.#isWaitingForTurn) {
      this.close(reason)
      return
    }
    this.#endReason = reason
    this.#endFlowWait?.()
    this.#endFlowWait = undefined
    if (!this.#busy) this.#process()
  }

  /** The time of this turn is used up by this client or others: continues in a later turn. */
  #waitForTurn(): void {
    this.#busy = true
    this.#isWaitingForTurn = true
    void this.ports.turn.next().then(() => this.#continueProcessing())
  }

  #continueProcessing(): void {
    this.#busy = false
    this.#isWaitingForTurn = false
    this.#process()
  }

  /** Pauses a client that exceeds its rate limit. Its packets stay in the framer, its bytes in the socket. */
  #throttle(): boolean {
    if (!this.#inbound.isLimited) return false
    const { clock, log } = this.ports
    const ms = this.#inbound.wait(clock.now())
    if (ms === 0) return false
    log.warn({ ...logIdentity(this), listener: this.listener.id, paused_ms: ms }, 'socket_receive_paused_by_rate_limit')
    this.#busy = true
    this.#pause()
    const endThrottle = () => {
      cancel()
      this.#endThrottle = undefined
      this.watch.onActivity(clock.now())
      this.#continueProcessing()
    }
    const cancel = clock.after(ms, endThrottle)
    this.#endThrottle = endThrottle
    return true
  }

  #failProcessing(error: unknown): void {
    this.#busy = false
    this.fail(error)
  }

  #pause(): void {
    this.#paused = true
    this.transport.pause()
  }

  #resume(): void {
    this.#paused = false
    this.transport.resume()
  }

  /** The client sends its packets again when it reconnects, which is safer than an answer that may be wrong. */
  #onLateCommit(): void {
    if (this.state === 'closed') return
    this.ports.log.warn(logIdentity(this), 'client_closed_because_disk_does_not_answer')
    this.close('unspecified_error', reasonCode.serverBusy)
  }

  #onWritable(): void {
    this.established?.session.pump()
    if (this.#paused && !this.#busy) this.#process()
  }
}

/** QUIC listeners have no setting for it. */
const defaultHighWatermark = 1024 * 1024
const highWatermarkOf = ({ settings }: ListenerContext) =>
  settings.type === 'quic' ? defaultHighWatermark : settings.tcp_options.high_watermark
