import { Fifo } from '@mqdeck/kit'
import type { Dispatch } from '../dispatch.ts'
import type { DeliveryDropReason } from '../hooks.ts'
import type { Environment, QueuePort } from '../ports.ts'
import type { RetainedFeed } from '../retained/delivery.ts'
import type { ClientInfo, ClientTraffic, Message, Qos, SubscriptionOptions } from '../types.ts'
import type { Zone } from '../zones.ts'
import { type Acknowledged, Inflight } from './inflight.ts'
import { Mqueue } from './mqueue.ts'
import type { QueuedMessage } from './queued-message.ts'
import type { SessionRecords } from './records.ts'
import type { SessionLink } from './session-link.ts'
import { countDropped, createTraffic } from './traffic.ts'

export type SessionPorts = Environment & QueuePort

/** Half of the default `max_mqueue_len`; longer queues have no benefit while the client reads. */
const maxHighWatermark = 500

/** The half of a session that sends messages to its client: queue, inflight window and retained messages. */
export abstract class OutgoingMessages {
  info: ClientInfo
  /** The listener zone of the present or last connection. */
  zone: Zone
  link: SessionLink | undefined
  /** The counters of the present or last connection. */
  traffic: ClientTraffic = createTraffic()
  readonly mqueue: Mqueue
  /** Whether a publisher waits for this session, so that `FlowControl.onCatchUp` must be called. */
  isAwaited = false
  /** The session has ended; it may still be in the router and on disk for some turns of the event loop. */
  hasEnded = false
  /** Writes the session to disk; undefined if it ends with its connection. */
  records: SessionRecords | undefined

  protected readonly ports: SessionPorts
  readonly #inflight = new Inflight()
  #feeds: Fifo<RetainedFeed> | undefined
  /** Approximate size of the queue and the inflight window in memory. */
  #bytes = 0

  constructor(info: ClientInfo, zone: Zone, ports: SessionPorts) {
    this.info = info
    this.zone = zone
    this.ports = ports
    this.mqueue = new Mqueue(this)
  }

  /** Sent and not yet acknowledged, in the order of sending. */
  get inflight(): ReadonlyMap<number, QueuedMessage> {
    return this.#inflight.entries
  }

  /** Delivers one message to the client by one of its subscriptions. `dispatch` records the commit and the slow session that its publisher waits for. */
  deliver(message: Message, options: SubscriptionOptions, sharedName: string | undefined, dispatch?: Dispatch): void {
    if (options.nl === 1 && message.from.clientId === this.info.clientId) {
      this.drop(message, 'no_local')
      return
    }
    // [MQTT-3.3.1-12] and [MQTT-3.3.1-13]: the retain flag is kept or cleared.
    const retain = options.rap === 1 && message.retain
    this.#accept(message, this.#qosOf(message, options), retain, options, sharedName, dispatch)
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
    if (this.isAwaited) this.ports.flow.onCatchUp(this)
    this.#inflight.stop()
    this.#feeds = undefined
  }

  /** Ends the session, which receives no more messages. Returns those that the client has not acknowledged. */
  end(): QueuedMessage[] {
    this.detach()
    const entries = [...this.inflight.values(), ...this.mqueue.entries()]
    for (const queued of entries) this.#subtractBytes(queued)
    this.hasEnded = true
    return entries
  }

  /** Sends messages until the client or its socket is full. */
  pump(): void {
    const { link } = this
    if (!link) return
    while (!link.congested && this.#sendOne(link)) {}
    if (this.isAwaited && !link.isFilling && this.#hasCaughtUp) this.ports.flow.onCatchUp(this)
  }

  /** PUBACK. Returns the acknowledged message, or why there is none. */
  puback(packetId: number): Acknowledged {
    return this.#finish(this.#inflight.find('puback', packetId))
  }

  /** PUBREC. With `failed`, the client refused the message, which ends the delivery (MQTT 5, 4.3.3). */
  pubrec(packetId: number, failed: boolean): Acknowledged {
    const queued = this.#inflight.find('pubrec', packetId)
    if (failed || typeof queued === 'string') return this.#finish(queued)
    queued.phase = 'pubrel'
    queued.sentAt = this.ports.clock.now()
    this.records?.saveMessage(queued)
    return queued
  }

  pubcomp(packetId: number): Acknowledged {
    return this.#finish(this.#inflight.find('pubcomp', packetId))
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

  /** Drops a message that the client is no longer authorized to receive. */
  dropUnauthorized(queued: QueuedMessage): void {
    if (this.mqueue.remove(queued)) {
      this.#subtractBytes(queued)
      this.records?.removeMessage(queued)
    } else if (this.#inflight.has(queued)) this.#complete(queued)
    else return
    this.drop(queued.message, 'not_authorized')
  }

  /** Restores a message from disk to the queue or the inflight window. */
  restore(queued: QueuedMessage): void {
    this.#addBytes(queued)
    const dropped = queued.packetId > 0 ? this.#inflight.add(queued) : this.mqueue.push(queued)
    if (dropped) this.#dropQueued(dropped)
  }

  drop(message: Message, reason: DeliveryDropReason): void {
    const { metrics, hooks } = this.ports
    metrics['delivery.dropped'] += 1
    // EMQX has no metric for it.
    if (reason !== 'not_authorized') metrics[`delivery.dropped.${reason}`] += 1
    countDropped(this.traffic, reason)
    if (hooks.has('delivery.dropped')) hooks.run('delivery.dropped', this.info, message, reason)
  }

  /** Queue length from which publishers have to wait. */
  get #highWatermark(): number {
    const { max_mqueue_len } = this.zone.mqtt
    return max_mqueue_len > 0 ? Math.min(max_mqueue_len / 2, maxHighWatermark) : maxHighWatermark
  }

  get #hasCaughtUp(): boolean {
    return this.mqueue.length <= this.#highWatermark / 2 && this.#bytes <= this.ports.held.limits.session / 4
  }

  #logQueueFull({ topic }: Message): void {
    const { log } = this.ports
    if (!log.isEnabled('warn')) return
    const { clientId, username } = this.info
    const queue = { max_len: this.zone.mqtt.max_mqueue_len, len: this.mqueue.length }
    log.warn({ clientid: clientId, username, topic, ...queue }, 'dropped_msg_due_to_mqueue_is_full')
  }

  #qosOf(message: Message, options: SubscriptionOptions): Qos {
    // [MQTT-3.8.4-8]: the lower of the two, unless `upgrade_qos` is set.
    return message.qos > options.qos === this.zone.mqtt.upgrade_qos ? message.qos : options.qos
  }

  #accept(
    message: Message,
    qos: Qos,
    retain: boolean,
    options: SubscriptionOptions,
    sharedName: string | undefined,
    dispatch: Dispatch | undefined,
  ): void {
    const { link } = this
    const free = link !== undefined && !link.congested
    if (qos === 0 && free && this.mqueue.qos0 === 0) {
      link.publishQos0(message, retain, options.subscriptionId)
      if (link.isFilling) this.#isBehind(dispatch)
      return
    }
    const sendable = qos > 0 && free && this.mqueue.length === 0 && this.#hasRoom(link)
    const { clock, queuedMessages } = this.ports
    // A message that is sent immediately is soon released; a queued one must not keep the chunk it was received in.
    const kept = sendable && !this.records ? message : queuedMessages.own(message)
    const queued = queuedMessages.create(kept, qos, retain, options.subscriptionId, sharedName, clock.now())
    this.#addBytes(queued)
    if (!sendable || !this.#send(queued, link)) this.#enqueue(queued, dispatch)
    if (queued.record > 0) dispatch?.addWrite()
  }

  #isBehind(dispatch: Dispatch | undefined): void {
    if (dispatch && dispatch.behind !== this && !this.ports.flow.isExcluded(this)) dispatch.behind = this
  }

  #deliverRetained(message: Message, options: SubscriptionOptions): void {
    // [MQTT-3.8.3-3] holds for retained messages too.
    if (options.nl === 1 && message.from.clientId === this.info.clientId) this.drop(message, 'no_local')
    else this.#accept(message, this.#qosOf(message, options), true, options, undefined, undefined)
  }

  #enqueue(queued: QueuedMessage, dispatch: Dispatch | undefined): void {
    const { held } = this.ports
    const isLong = this.mqueue.length >= this.#highWatermark || this.#bytes > held.limits.session / 2
    if (isLong && this.link && !this.link.isHeldUp) this.#isBehind(dispatch)
    const dropped = this.mqueue.push(queued)
    if (dropped) this.#dropQueued(dropped)
    if (dropped !== queued && queued.qos > 0) this.records?.saveMessage(queued)
    while (this.#bytes > held.limits.session && this.mqueue.length > 0) this.dropOldest()
  }

  #addBytes(queued: QueuedMessage): void {
    if (this.hasEnded) return
    this.#bytes += queued.bytes
    this.ports.held.add(queued)
  }

  #subtractBytes(queued: QueuedMessage): void {
    if (this.hasEnded) return
    this.#bytes -= queued.bytes
    this.ports.held.remove(queued)
  }

  /** Handles a message that was dropped from the queue. */
  #dropQueued(queued: QueuedMessage): void {
    this.#subtractBytes(queued)
    const unwanted = queued.qos === 0 && !this.zone.mqtt.mqueue_store_qos0
    this.drop(queued.message, unwanted ? 'qos0_msg' : 'queue_full')
    if (!unwanted) this.#logQueueFull(queued.message)
    this.records?.removeMessage(queued)
  }

  /** Sends inflight messages first, then the queue, then retained messages. Returns false if no message could be sent. */
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
    const isUnlimited = message_expiry_interval === Number.POSITIVE_INFINITY
    if (isUnlimited || message.expiresAt !== Number.POSITIVE_INFINITY) return false
    return this.ports.clock.now() - insertedAt >= message_expiry_interval
  }

  #replayOne(queued: QueuedMessage, link: SessionLink): boolean {
    if (!this.#hasRoom(link)) return false
    this.#inflight.advanceReplay()
    this.#inflight.count(queued)
    this.#resend(queued, link)
    return true
  }

  #resend(queued: QueuedMessage, link: SessionLink): void {
    queued.sentAt = this.ports.clock.now()
    queued.beganAt ||= queued.sentAt
    if (queued.phase === 'pubrel') link.pubrel(queued.packetId)
    else if (!link.publish(queued, true)) this.#complete(queued)
  }

  /** Resends messages that were not acknowledged within `retry_interval`. */
  protected retry(): void {
    const { link } = this
    if (!link || this.#inflight.size === 0) return
    const due = this.ports.clock.now() - this.zone.mqtt.retry_interval
    for (const queued of [...this.inflight.values()]) {
      if (queued.sentAt > 0 && queued.sentAt <= due) this.#resend(queued, link)
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
    queued.sentAt = this.ports.clock.now()
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
