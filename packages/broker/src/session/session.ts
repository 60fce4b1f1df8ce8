import type { ParsedFilter } from '../routing/index.ts'
import type { ClientInfo, Subscription } from '../types.ts'
import type { Zone } from '../zones.ts'
import { OutgoingMessages, type SessionPorts } from './outgoing-messages.ts'

export interface SessionSubscription {
  readonly subscription: Subscription
  readonly parsed: ParsedFilter
  /** The key of its record on disk; 0 if it has none. */
  readonly record: number
}

/** Shared empty maps for most sessions; their own is created on first use. */
const noSubscriptions: ReadonlyMap<string, SessionSubscription> = new Map()
const noTimes: ReadonlyMap<number, number> = new Map()

/**
 * The session of a client (MQTT 5, 4.1): subscriptions, and queue and inflight messages of both directions. It outlives the
 * connection if its expiry interval is not 0.
 */
export class Session extends OutgoingMessages {
  createdAt: number
  /** Seconds; 0 ends with the connection, 0xffffffff never. */
  expiryInterval = 0
  connectedAt: number
  /** The effective keep alive in seconds. */
  keepalive = 0
  disconnectedAt: number | undefined
  /** Whether another username has resumed it, and may not receive all of it (see reauthorize.ts). Survives a restart. */
  isUnchecked = false

  #subscriptions: Map<string, SessionSubscription> | undefined
  #awaitingRel: Map<number, number> | undefined

  constructor(info: ClientInfo, zone: Zone, ports: SessionPorts) {
    super(info, zone, ports)
    this.createdAt = ports.clock.now()
    this.connectedAt = this.createdAt
  }

  get clientId(): string {
    return this.info.clientId
  }

  get subscriptions(): ReadonlyMap<string, SessionSubscription> {
    return this.#subscriptions ?? noSubscriptions
  }

  /** Packet ids of received QoS 2 messages without PUBREL, with the time they were received. */
  get awaitingRel(): ReadonlyMap<number, number> {
    return this.#awaitingRel ?? noTimes
  }

  /** Adds a subscription or replaces the one with the same name. */
  addSubscription(held: SessionSubscription): void {
    this.#subscriptions ??= new Map()
    this.#subscriptions.set(held.parsed.name, held)
  }

  removeSubscription(name: string): void {
    this.#subscriptions?.delete(name)
  }

  /** Whether the session is connected and not behind. Such members of a shared subscription are preferred. */
  get available(): boolean {
    return this.link !== undefined && !this.link.congested && this.mqueue.length === 0
  }

  /** Registers a received QoS 2 message, whose id now waits for PUBREL. Returns true if that is written to disk. */
  receiveQos2(packetId: number): boolean {
    this.restoreAwaitingRel(packetId, this.ports.clock.now())
    this.records?.saveAwaitingRel(packetId)
    return this.records !== undefined
  }

  /** Handles PUBREL or its timeout. Returns false if the id is unknown. */
  releaseQos2(packetId: number): boolean {
    if (!this.#awaitingRel?.delete(packetId)) return false
    this.records?.removeAwaitingRel(packetId)
    return true
  }

  /** Resends messages that were not acknowledged within `retry_interval`; expires ids without PUBREL. */
  tick(): void {
    this.retry()
    if (this.awaitingRel.size > 0) this.#expireAwaitingRel()
  }

  restoreAwaitingRel(packetId: number, at: number): void {
    this.#awaitingRel ??= new Map()
    this.#awaitingRel.set(packetId, at)
  }

  #expireAwaitingRel(): void {
    const { clock, metrics } = this.ports
    const due = clock.now() - this.zone.mqtt.await_rel_timeout
    for (const [packetId, at] of this.awaitingRel) {
      if (at > due) return
      this.releaseQos2(packetId)
      metrics['messages.dropped'] += 1
      metrics['messages.dropped.await_pubrel_timeout'] += 1
      this.traffic.recvMsgDropped += 1
      this.traffic.recvMsgDroppedAwaitPubrelTimeout += 1
    }
  }
}
