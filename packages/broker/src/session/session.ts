import { type Clock, Fifo, type Log } from '@mqdeck/kit'
import type { HookRegistry } from '../create-hooks.ts'
import type { FlowControl } from '../flow-control.ts'
import type { DeliveryDropReason } from '../hooks.ts'
import type { Metrics } from '../metrics.ts'
import type { ParsedFilter } from '../routing/index.ts'
import type { ClientInfo, ClientTraffic, Message, Qos, Subscription, SubscriptionOptions } from '../types.ts'
import type { Zone } from '../zones.ts'
import type { HeldBytes } from './held-bytes.ts'
import { type Acknowledged, Inflight } from './inflight.ts'
import { Mqueue } from './mqueue.ts'
import type { QueuedMessage, QueuedMessages } from './queued-message.ts'
import type { SessionRecords } from './records.ts'
import type { SessionLink } from './session-link.ts'
import { createTraffic } from './traffic.ts'

export interface SessionEnvironment {
  readonly metrics: Metrics
  readonly hooks: HookRegistry
  readonly flow: FlowControl
  readonly held: HeldBytes
  readonly queuedMessages: QueuedMessages
  readonly clock: Clock
  readonly log: Log
}

export interface SessionSubscription {
  readonly subscription: Subscription
  readonly parsed: ParsedFilter
  /** The key of its record on disk; 0 if it has none. */
  readonly record: number
}

/** Half of the default `max_mqueue_len`; longer queues have no benefit while the client reads. */
const longestHighWatermark = 500

/** Shared empty maps for most sessions; their own is created on first use. */
const noSubscriptions: ReadonlyMap<string, SessionSubscription> = new Map()
const noTimes: ReadonlyMap<number, number> = new Map()

/** The retained messages for a new subscription, pulled as the client takes them. */
export interface RetainedFeed {
  /** Undefined at the end. `later` if the next message is delayed: `Session.pump` is then called again. */
  next(): Message | 'later' | undefined
  readonly options: SubscriptionOptions
}

/**
 * The session of a client (MQTT 5, 4.1): subscriptions, queue and inflight messages of both directions. It outlives the
 * connection if its expiry interval is not 0.
 */
export class Session {
  createdAt: number
  /** The counters of the present or last connection. */
  traffic: ClientTraffic = createTraffic()
  readonly mqueue: Mqueue
  info: ClientInfo
  /** The zone of the listener of the present or last connection. */
  zone: Zone
  link: SessionLink | undefined
  /** Seconds; 0 ends with the connection, 0xffffffff never. */
  expiryInterval = 0
  connectedAt: number
  /** The effective keep alive in seconds. */
  keepalive = 0
  disconnectedAt: number | undefined
  /** Whether a publisher waits for this session, so that `FlowControl.caughtUp` must be called. */
  isAwaited = false
  /** The session has ended; it may still be in the router and on disk for some turns of the event loop. */
  hasEnded = false
  /** Writes the session to disk; undefined if it ends with its connection. */
  records: SessionRecords | undefined

  readonly #environment: SessionEnvironment
  #subscriptions: Map<string, SessionSubscription> | undefined
  readonly #inflight = new Inflight()
  #awaitingRel: Map<number, number> | undefined
  #feeds: Fifo<RetainedFeed> | undefined
  /** Approximate size of the queue and the inflight window in memory. */
  #bytes = 0

  constructor(info: ClientInfo, zone: Zone, environment: SessionEnvironment) {
    this.info = info
    this.zone = zone
    this.#environment = environment
    this.mqueue = new Mqueue(this)
    this.createdAt = environment.clock.now()
    this.connectedAt = this.createdAt
  }

  get clientId(): string {
    return this.info.clientId
  }

  get subscriptions(): ReadonlyMap<string, SessionSubscription> {
    return this.#subscriptions ?? noSubscriptions
  }

  /** Sent and not yet acknowledged, in the order of sending. */
  get inflight(): ReadonlyMap<number, QueuedMessage> {
    return this.#inflight.entries
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

  /** Routes one message to the client by one of its subscriptions. */
  deliver(message: Message, options: SubscriptionOptions, sharedName: string | undefined): void {
    if (options.nl === 1 && message.from.clientId === this.info.clientId) {
      this.drop(message, 'no_local')
      return
    }
    // [MQTT-3.3.1-12] and [MQTT-3.3.1-13]: the retain flag is kept or cleared.
    this.#accept(message, this.#qosOf(message, options), options.rap === 1 && message.retain, options, sharedName)
  }

  /** Delivers retained messages after a subscription, no faster than the client takes them [MQTT-3.3.1-8]. */
  feed(feed: RetainedFeed): void {
    this.#feeds ??= new Fifo()
    this.#feeds.push(feed)
    this.pump()
  }

  /** A connection starts: inflight messages are sent again, then queued ones. */
  attach(link: SessionLink): void {
    this.link = link
    this.#inflight.restart()
  }

  /** The connection has ended. Unsent retained messages are discarded, as in EMQX. */
  detach(): void {
    this.link = undefined
    if (this.isAwaited) this.#environment.flow.caughtUp(this)
    this.#inflight.stop()
    this.#feeds = undefined
  }

  /** Ends the session: nothing more is delivered to it. Returns the messages that the client has not acknowledged. */
  end(): QueuedMessage[] {
    this.detach()
    const entries = [...this.inflight.values(), ...this.mqueue.entries()]
    for (const queued of entries) this.#subtractBytes(queued)
    this.hasEnded = true
    return entries
  }

  /** Sends what the client and its socket have room for. */
  pump(): void {
    const { link } = this
    if (!link) return
    while (!link.congested && this.#sendOne(link)) {}
    if (this.isAwaited && !link.isFilling && this.#hasCaughtUp) this.#environment.flow.caughtUp(this)
  }

  /** PUBACK. Returns the acknowledged message, or why there is none. */
  puback(packetId: number): Acknowledged {
    return this.#finish(this.#inflight.waitingFor('puback', packetId))
  }

  /** PUBREC. With `failed`, the client refused the message, which ends the delivery (MQTT 5, 4.3.3). */
  pubrec(packetId: number, failed: boolean): Acknowledged {
    const queued = this.#inflight.waitingFor('pubrec', packetId)
    if (failed || typeof queued === 'string') return this.#finish(queued)
    queued.phase = 'pubrel'
    queued.sentAt = this.#environment.clock.now()
    this.records?.saveMessage(queued)
    return queued
  }

  pubcomp(packetId: number): Acknowledged {
    return this.#finish(this.#inflight.waitingFor('pubcomp', packetId))
  }

  /** Registers a received QoS 2 message, whose id now waits for PUBREL. */
  receiveQos2(packetId: number): void {
    this.restoreAwaitingRel(packetId, this.#environment.clock.now())
    this.records?.saveAwaitingRel(packetId)
  }

  /** Handles PUBREL or its timeout. Returns false if the id is unknown. */
  releaseQos2(packetId: number): boolean {
    if (!this.#awaitingRel?.delete(packetId)) return false
    this.records?.removeAwaitingRel(packetId)
    return true
  }

  /** Resends messages that were not acknowledged within `retry_interval`; expires ids without PUBREL. */
  tick(): void {
    if (this.#inflight.size > 0 && this.link) this.#retry(this.link)
    if (this.awaitingRel.size > 0) this.#expireAwaitingRel()
  }

  /** Applies changed queue settings. */
  requeue(): void {
    if (this.mqueue.length > 0) for (const queued of this.mqueue.rearrange()) this.#dropQueued(queued)
    this.pump()
  }

  /** Drops the oldest queued message because a memory limit is exceeded. */
  dropOldest(): void {
    const queued = this.mqueue.dropOldest()
    if (queued) this.#dropQueued(queued)
  }

  /** Removes a message that could not be written to disk, unless it was sent. */
  retract(queued: QueuedMessage): void {
    if (this.mqueue.remove(queued)) {
      this.#subtractBytes(queued)
      return
    }
    if (queued.qos === 2 && queued.phase === 'publish' && this.#inflight.has(queued)) {
      this.#complete(queued)
      this.pump()
    }
  }

  /** Restores a message from disk to the queue or the inflight window. */
  restore(queued: QueuedMessage): void {
    this.#addBytes(queued)
    const dropped = queued.packetId > 0 ? this.#inflight.add(queued) : this.mqueue.push(queued)
    if (dropped) this.#dropQueued(dropped)
  }

  restoreAwaitingRel(packetId: number, at: number): void {
    this.#awaitingRel ??= new Map()
    this.#awaitingRel.set(packetId, at)
  }

  drop(message: Message, reason: DeliveryDropReason): void {
    const { metrics, hooks } = this.#environment
    metrics['delivery.dropped'] += 1
    metrics[`delivery.dropped.${reason}`] += 1
    this.traffic.sendMsgDropped += 1
    if (reason === 'expired') this.traffic.sendMsgDroppedExpired += 1
    else if (reason === 'queue_full') this.traffic.sendMsgDroppedQueueFull += 1
    else if (reason === 'too_large') this.traffic.sendMsgDroppedTooLarge += 1
    if (hooks.has('delivery.dropped')) hooks.run('delivery.dropped', this.info, message, reason)
  }

  /** Queue length from which publishers have to wait. */
  get #highWatermark(): number {
    const { max_mqueue_len } = this.zone.mqtt
    return max_mqueue_len > 0 ? Math.min(max_mqueue_len / 2, longestHighWatermark) : longestHighWatermark
  }

  get #hasCaughtUp(): boolean {
    return this.mqueue.length <= this.#highWatermark / 2 && this.#bytes <= this.#environment.held.limits.session / 4
  }

  #logQueueFull({ topic }: Message): void {
    const { log } = this.#environment
    if (!log.isEnabled('warn')) return
    const { clientId, username } = this.info
    const queue = { max_len: this.zone.mqtt.max_mqueue_len, len: this.mqueue.length }
    log.warn({ clientid: clientId, username, topic, ...queue }, 'dropped_msg_due_to_mqueue_is_full')
  }

  #qosOf(message: Message, options: SubscriptionOptions): Qos {
    const higher = message.qos > options.qos
    // [MQTT-3.8.4-8]: the lower of the two, unless `upgrade_qos` is set.
    return higher === this.zone.mqtt.upgrade_qos ? message.qos : options.qos
  }

  #accept(
    message: Message,
    qos: Qos,
    retain: boolean,
    options: SubscriptionOptions,
    sharedName: string | undefined,
  ): void {
    const { link } = this
    const free = link !== undefined && !link.congested
    if (qos === 0 && free && this.mqueue.qos0 === 0) {
      link.publishQos0(message, retain, options.subscriptionId)
      if (link.isFilling) this.#environment.flow.behind(this)
      return
    }
    const sendable = qos > 0 && free && this.mqueue.length === 0 && this.#hasRoom(link)
    const { clock, queuedMessages } = this.#environment
    // A message that is sent immediately is soon released; a queued one must not keep the chunk it was received in.
    const kept = sendable && !this.records ? message : queuedMessages.own(message)
    const queued = queuedMessages.create(kept, qos, retain, options.subscriptionId, sharedName, clock.now())
    this.#addBytes(queued)
    if (sendable && this.#send(queued, link)) return
    this.#enqueue(queued)
  }

  #deliverRetained(message: Message, options: SubscriptionOptions): void {
    // [MQTT-3.8.3-3] holds for retained messages too.
    if (options.nl === 1 && message.from.clientId === this.info.clientId) this.drop(message, 'no_local')
    else this.#accept(message, this.#qosOf(message, options), true, options, undefined)
  }

  #enqueue(queued: QueuedMessage): void {
    const { flow, held } = this.#environment
    const isLong = this.mqueue.length >= this.#highWatermark || this.#bytes > held.limits.session / 2
    if (isLong && this.link && !this.link.isHeldUp) flow.behind(this)
    const dropped = this.mqueue.push(queued)
    if (dropped) this.#dropQueued(dropped)
    if (dropped !== queued && queued.qos > 0) this.records?.saveMessage(queued)
    while (this.#bytes > held.limits.session && this.mqueue.length > 0) this.dropOldest()
  }

  #addBytes(queued: QueuedMessage): void {
    if (this.hasEnded) return
    this.#bytes += queued.bytes
    this.#environment.held.add(queued)
  }

  #subtractBytes(queued: QueuedMessage): void {
    if (this.hasEnded) return
    this.#bytes -= queued.bytes
    this.#environment.held.remove(queued)
  }

  /** Handles a message that was dropped from the queue. */
  #dropQueued(queued: QueuedMessage): void {
    this.#subtractBytes(queued)
    const unwanted = queued.qos === 0 && !this.zone.mqtt.mqueue_store_qos0
    this.drop(queued.message, unwanted ? 'qos0_msg' : 'queue_full')
    if (!unwanted) this.#logQueueFull(queued.message)
    this.records?.removeMessage(queued)
  }

  /** Sends inflight messages first, then the queue, then retained messages. Returns false if nothing could be sent. */
  #sendOne(link: SessionLink): boolean {
    const again = this.#inflight.peekReplay()
    if (again) return this.#replayOne(again, link)
    const first = this.mqueue.peek()
    if (!first) return this.#feedOne()
    if (this.#hasWaitedTooLong(first)) {
      this.mqueue.shift()
      this.#subtractBytes(first)
      this.drop(first.message, 'expired')
      this.records?.removeMessage(first)
      return true
    }
    if (first.qos > 0 && !this.#hasRoom(link)) return false
    if (first.qos === 0) {
      this.mqueue.shift()
      this.#subtractBytes(first)
      link.publishQos0(first.message, first.retain, first.subscriptionId, first.insertedAt)
      return true
    }
    const packetId = this.#inflight.nextPacketId()
    if (packetId === undefined) return false
    this.mqueue.shift()
    this.#sendAs(packetId, first, link)
    return true
  }

  /** `message_expiry_interval` applies to queued messages without their own expiry, as in EMQX. */
  #hasWaitedTooLong({ message, insertedAt }: QueuedMessage): boolean {
    const { message_expiry_interval } = this.zone.mqtt
    if (message_expiry_interval === Number.POSITIVE_INFINITY) return false
    if (message.expiresAt !== Number.POSITIVE_INFINITY) return false
    return this.#environment.clock.now() - insertedAt >= message_expiry_interval
  }

  #replayOne(queued: QueuedMessage, link: SessionLink): boolean {
    if (!this.#hasRoom(link)) return false
    this.#inflight.replayed()
    this.#inflight.count(queued)
    this.#resend(queued, link)
    return true
  }

  #resend(queued: QueuedMessage, link: SessionLink): void {
    queued.sentAt = this.#environment.clock.now()
    queued.beganAt ||= queued.sentAt
    if (queued.phase === 'pubrel') link.pubrel(queued.packetId)
    else if (!link.publish(queued, true)) this.#complete(queued)
  }

  #retry(link: SessionLink): void {
    const due = this.#environment.clock.now() - this.zone.mqtt.retry_interval
    for (const queued of [...this.inflight.values()]) {
      if (queued.sentAt > 0 && queued.sentAt <= due) this.#resend(queued, link)
    }
  }

  #expireAwaitingRel(): void {
    const { clock, metrics } = this.#environment
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

  #feedOne(): boolean {
    const feed = this.#feeds?.peek()
    if (!feed) return false
    const message = feed.next()
    if (message === 'later') return false
    if (message) this.#deliverRetained(message, feed.options)
    else this.#feeds?.shift()
    return true
  }

  #hasRoom(link: SessionLink): boolean {
    const { outstanding } = this.#inflight
    return outstanding < link.receiveMaximum && outstanding < this.zone.mqtt.max_inflight
  }

  #send(queued: QueuedMessage, link: SessionLink): boolean {
    const packetId = this.#inflight.nextPacketId()
    if (packetId === undefined) return false
    this.#sendAs(packetId, queued, link)
    return true
  }

  #sendAs(packetId: number, queued: QueuedMessage, link: SessionLink): void {
    queued.packetId = packetId
    queued.phase = 'publish'
    queued.sentAt = this.#environment.clock.now()
    queued.beganAt = queued.sentAt
    this.#inflight.add(queued)
    this.#inflight.count(queued)
    this.records?.saveMessage(queued)
    if (!link.publish(queued, false)) this.#complete(queued)
  }

  #finish(queued: Acknowledged): Acknowledged {
    if (typeof queued !== 'string') this.#complete(queued)
    return queued
  }

  #complete(queued: QueuedMessage): void {
    this.#inflight.remove(queued)
    this.#subtractBytes(queued)
    this.records?.removeMessage(queued)
  }
}
