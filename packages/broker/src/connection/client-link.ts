import { type EncodedPublish, headWithPacketId, withPacketId } from '../packets/index.ts'
import type { DisconnectReason } from '../reasons.ts'
import type { QueuedMessage } from '../session/queued-message.ts'
import type { SessionLink } from '../session/session-link.ts'
import type { Message, Qos } from '../types.ts'
import type { Connection } from './connection.ts'
import { reportDelivery } from './delivery-completed.ts'
import { toClientTopic } from './mountpoint.ts'
import { encodeFor } from './publish-encoder.ts'
import { createOutboundAliases, type OutboundAliases } from './topic-aliases.ts'

/** The limits that the client set in CONNECT. */
export interface ClientLimits {
  readonly receiveMaximum: number
  readonly topicAliasMaximum: number
}

/** Payloads of this size or more are not copied for every QoS 1 and 2 receiver, but written separately. */
const largePayloadBytes = 8 * 1024

/** Sends a session's messages over its connection. */
export class ClientLink implements SessionLink {
  readonly receiveMaximum: number
  readonly connection: Connection
  readonly #aliases: OutboundAliases | undefined
  readonly #mountpoint: string | undefined

  constructor(connection: Connection, limits: ClientLimits, mountpoint: string | undefined) {
    this.connection = connection
    this.receiveMaximum = limits.receiveMaximum
    this.#aliases = limits.topicAliasMaximum > 0 ? createOutboundAliases(limits.topicAliasMaximum) : undefined
    this.#mountpoint = mountpoint
  }

  get congested(): boolean {
    return this.connection.outbox.congested
  }

  get isFilling(): boolean {
    return this.connection.outbox.isFilling
  }

  get isHeldUp(): boolean {
    return this.connection.isReadBlocked
  }

  get pendingBytes(): number {
    return this.connection.outbox.bytes
  }

  setKeepalive(seconds: number): void {
    this.connection.watch.startKeepalive(seconds)
  }

  close(reason: DisconnectReason, code: number): void {
    this.connection.close(reason, code)
  }

  publishQos0(message: Message, retain: boolean, subscriptionId: number | undefined, queuedAt?: number): void {
    const encoded = this.#encode(message, 0, retain, subscriptionId, this.#aliases)
    if (!encoded) return
    this.connection.outbox.push(encoded.buffer, encoded.start, encoded.start + encoded.length)
    this.#reportSent(message, 0, retain, false, 0)
    const { ports, established } = this.connection
    if (established) reportDelivery(ports, established.session, message, queuedAt)
  }

  publish(queued: QueuedMessage, dup: boolean): boolean {
    const { message, qos, retain, subscriptionId, packetId } = queued
    // A QoS 2 packet id must be on disk before the client gets it, or the message could be delivered twice.
    const waits = qos === 2 && queued.record > 0 && !dup
    // A deferred packet may be overtaken by a packet that relies on the alias, so it is sent without an alias.
    const encoded = this.#encode(message, qos, retain, subscriptionId, waits ? undefined : this.#aliases)
    if (!encoded) return false
    const send = () => {
      this.#push(encoded, packetId, dup)
      this.#reportSent(message, qos, retain, dup, packetId)
    }
    const { outbox, ports } = this.connection
    if (waits) outbox.defer(ports.journal.commit(), send, () => {})
    else send()
    return true
  }

  pubrel(packetId: number): void {
    this.connection.sendAck('pubrel', packetId, 0)
  }

  /** Undefined if the message has expired or is too large for this connection. */
  #encode(
    message: Message,
    qos: Qos,
    retain: boolean,
    subscriptionId: number | undefined,
    aliases: OutboundAliases | undefined,
  ): EncodedPublish | undefined {
    const { ports, version } = this.connection
    const now = message.expiresAt === Number.POSITIVE_INFINITY ? 0 : ports.clock.now()
    if (now > 0 && message.expiresAt <= now) {
      this.connection.established?.session.drop(message, 'expired')
      return undefined
    }
    const own = subscriptionId !== undefined || aliases !== undefined || this.#mountpoint !== undefined
    const encoded = own
      ? this.#encodeOwn(message, qos, retain, subscriptionId, aliases, now)
      : ports.encoder.encode(message, version, qos, retain, now)
    // [MQTT-3.1.2-24], [MQTT-3.1.2-25]: not sent, and treated as if it had been delivered.
    if (encoded.length > this.connection.maximumPacketSize) {
      this.connection.established?.session.drop(message, 'too_large')
      return undefined
    }
    if (aliases) aliases.learn(toClientTopic(this.#mountpoint, message.topic))
    return encoded
  }

  #encodeOwn(
    message: Message,
    qos: Qos,
    retain: boolean,
    subscriptionId: number | undefined,
    aliases: OutboundAliases | undefined,
    now: number,
  ): EncodedPublish {
    const topic = toClientTopic(this.#mountpoint, message.topic)
    const { version, ports } = this.connection
    if (version !== 5) return ports.encoder.encode({ ...message, topic }, version, qos, retain, now)
    const alias = aliases?.find(topic)
    return encodeFor(
      message,
      alias?.known ? '' : topic,
      qos,
      retain,
      {
        ...(subscriptionId !== undefined && { subscriptionIdentifiers: [subscriptionId] }),
        ...(alias && { topicAlias: alias.alias }),
      },
      now,
    )
  }

  #push(encoded: EncodedPublish, packetId: number, dup: boolean): void {
    const { outbox } = this.connection
    if (encoded.length - encoded.headLength < largePayloadBytes || this.connection.transport.writeEach) {
      outbox.push(withPacketId(encoded, packetId, dup))
      return
    }
    outbox.push(headWithPacketId(encoded, packetId, dup))
    outbox.push(encoded.buffer, encoded.start + encoded.headLength, encoded.start + encoded.length)
  }

  #reportSent(message: Message, qos: Qos, retain: boolean, dup: boolean, packetId: number): void {
    const { ports, established } = this.connection
    ports.tap.onSendPublish(this.connection, message, qos, retain, dup, packetId)
    if (established && ports.hooks.has('message.delivered'))
      ports.hooks.run('message.delivered', established.session.info, message, qos)
  }
}
