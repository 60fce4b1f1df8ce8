import { acknowledged, completed } from '../connection/acks.ts'
import { authorize } from '../connection/authorize.ts'
import { deliveryCompleted } from '../connection/delivery-completed.ts'
import { toBrokerFilter, toClientTopic, toPublishTopic } from '../connection/mountpoint.ts'
import { subscriptionRefusal } from '../connection/subscribe.ts'
import { ReasonError, reasonCode } from '../packets/index.ts'
import type { DisconnectReason } from '../reasons.ts'
import { validateTopicFilter, validateTopicName } from '../routing/index.ts'
import type { Runtime } from '../runtime.ts'
import { isSafe } from '../session/journal.ts'
import type { QueuedMessage } from '../session/queued-message.ts'
import type { Session } from '../session/session.ts'
import type { SessionLink } from '../session/session-link.ts'
import { publisherOf } from '../session/wills.ts'
import type { ClientInfo, Message, Publisher, Qos, SubscriptionOptions } from '../types.ts'
import type { SpaceClient, SpaceDelivery, SpaceHandlers, SpaceMessage } from './client-space.ts'

/** The connection of a client of a space to its session, and what the client may do in the broker. */
export class SpaceLink implements SessionLink, SpaceClient {
  readonly receiveMaximum: number
  readonly info: ClientInfo
  readonly established: { readonly session: Session }
  readonly runtime: Runtime
  readonly #handlers: SpaceHandlers
  readonly #publisher: Publisher
  readonly #ended: () => void
  #isHeld = true
  #hasEnded = false
  /** Messages are routed in the order of the calls, even if the authorization of one takes longer. */
  #routed: Promise<unknown> = Promise.resolve()

  /** Starts held: see `release`. `ended` is called once. */
  constructor(
    runtime: Runtime,
    session: Session,
    info: ClientInfo,
    receiveMaximum: number,
    handlers: SpaceHandlers,
    ended: () => void,
  ) {
    this.runtime = runtime
    this.established = { session }
    this.info = info
    this.receiveMaximum = receiveMaximum
    this.#handlers = handlers
    this.#publisher = publisherOf({ info })
    this.#ended = ended
  }

  get session(): Session {
    return this.established.session
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  get queued(): number {
    return this.session.mqueue.length
  }

  get congested(): boolean {
    return this.#isHeld || this.#handlers.isCongested()
  }

  get isFilling(): boolean {
    return this.#handlers.isCongested()
  }

  /** Nobody waits for a client that has asked for its messages to be kept. */
  get isHeldUp(): boolean {
    return this.#isHeld
  }

  get pendingBytes(): number {
    return this.#handlers.pendingBytes?.() ?? 0
  }

  setKeepalive(): void {
    // The protocol of the client has its own.
  }

  close(reason: DisconnectReason): void {
    if (this.#hasEnded) return
    this.disconnect(reason)
    this.#handlers.closed(reason)
  }

  disconnect(reason: DisconnectReason): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    if (reason === 'normal') this.runtime.sessions.discardWill(this.session)
    this.runtime.sessions.disconnected(this.session, this, reason, [])
    this.#ended()
  }

  hold(): void {
    this.#isHeld = true
  }

  release(): void {
    this.#isHeld = false
    this.pump()
  }

  pump(): void {
    if (!this.#hasEnded) this.session.pump()
  }

  setWill(will: SpaceMessage | undefined): void {
    if (this.#hasEnded) return
    const {
      retain = false,
      properties = {},
      ...rest
    } = will ?? { topic: '', payload: new Uint8Array(), qos: 0 as const }
    this.runtime.sessions.setWill(this.session, will && { ...rest, retain, properties })
  }

  publishQos0(message: Message, retain: boolean, subscriptionId: number | undefined, queuedAt?: number): void {
    if (!this.#isDeliverable(message)) return
    this.#deliver(message, 0, retain, false, subscriptionId, () => {})
    deliveryCompleted(this, message, queuedAt)
  }

  publish(queued: QueuedMessage, dup: boolean): boolean
  publish(message: SpaceMessage): Promise<number>
  publish(given: QueuedMessage | SpaceMessage, dup = false): boolean | Promise<number> {
    if ('insertedAt' in given) return this.#publishQueued(given, dup)
    const result = this.#routed.then(() => this.#route(given))
    this.#routed = result
    return result.then((outcome) => outcome.safe)
  }

  /** The protocol repeats what its client does not acknowledge. */
  #publishQueued(queued: QueuedMessage, dup: boolean): boolean {
    const { message, qos, retain, subscriptionId, packetId } = queued
    if (dup && this.#sent.has(queued)) return true
    if (!this.#isDeliverable(message)) return false
    this.#sent.add(queued)
    this.#deliver(message, qos, retain, dup, subscriptionId, () => this.#acknowledge(queued, packetId, qos))
    return true
  }

  readonly #sent = new WeakSet<QueuedMessage>()

  pubrel(packetId: number): void {
    this.#complete(packetId)
  }

  #acknowledge(queued: QueuedMessage, packetId: number, qos: Qos): void {
    // The client is gone, or has a newer connection.
    if (this.#hasEnded || this.session.inflight.get(packetId) !== queued) return
    if (qos === 2) {
      const received = this.session.pubrec(packetId, false)
      if (typeof received === 'string') return
      acknowledged(this, received)
      this.#complete(packetId)
      return
    }
    const finished = this.session.puback(packetId)
    if (typeof finished === 'string') return
    acknowledged(this, finished)
    completed(this, finished)
    this.session.pump()
  }

  #complete(packetId: number): void {
    const finished = this.session.pubcomp(packetId)
    if (typeof finished === 'string') return
    completed(this, finished)
    this.session.pump()
  }

  #isDeliverable(message: Message): boolean {
    if (message.expiresAt > this.runtime.clock.now()) return true
    this.session.drop(message, 'expired')
    return false
  }

  #deliver(
    message: Message,
    qos: Qos,
    retain: boolean,
    dup: boolean,
    subscriptionId: number | undefined,
    acknowledge: () => void,
  ): void {
    const { runtime, session, info } = this
    count(runtime, session, 'sent', qos)
    const { expiresAt, from } = message
    const messageExpiryInterval = Math.ceil((expiresAt - runtime.clock.now()) / 1000)
    const delivery: SpaceDelivery = {
      topic: toClientTopic(info.mountpoint, message.topic),
      payload: message.payload,
      qos,
      retain,
      dup,
      properties: Number.isFinite(expiresAt) ? { ...message.properties, messageExpiryInterval } : message.properties,
      subscriptionId,
      origin: { id: message.id, clientId: from.clientId, timestamp: message.timestamp },
      acknowledge,
    }
    this.#handlers.deliver(delivery)
    if (runtime.hooks.has('message.delivered')) runtime.hooks.run('message.delivered', info, message, qos)
  }

  async #route(given: SpaceMessage): Promise<{ readonly safe: number | Promise<number> }> {
    if (this.#hasEnded) return { safe: reasonCode.unspecifiedError }
    try {
      return await publishFor(this.runtime, this.info, this.#publisher, given, this.session)
    } catch (error) {
      if (error instanceof ReasonError) return { safe: error.reasonCode }
      this.runtime.log.error({ clientid: this.info.clientId, error: String(error) }, 'publish_crashed')
      return { safe: reasonCode.unspecifiedError }
    }
  }

  async subscribe(filter: string, options: SubscriptionOptions): Promise<number> {
    const { runtime, session, info } = this
    try {
      const wanted = { ...options, topic: toBrokerFilter(info.mountpoint, filter) }
      const parsed = validateTopicFilter(wanted.topic, session.zone.mqtt.max_topic_levels)
      const may = await authorize(runtime, info, 'subscribe', parsed.filter, options.qos, false)
      const refusal = may ? subscriptionRefusal(session.zone, parsed) : reasonCode.notAuthorized
      if (refusal !== reasonCode.success) return refusal
      const filters = runtime.hooks.has('client.subscribe')
        ? await runtime.hooks.runFold('client.subscribe', [wanted], [info])
        : [wanted]
      runtime.metrics['client.subscribe'] += 1
      for (const one of filters) {
        if (this.#hasEnded) return reasonCode.unspecifiedError
        const done = runtime.sessions.subscriptions.subscribe(session, one)
        if (typeof done === 'number') return done
        done.sendRetained()
      }
      return Math.min(options.qos, session.zone.mqtt.max_qos_allowed)
    } catch (error) {
      if (error instanceof ReasonError) return error.reasonCode
      throw error
    }
  }

  async unsubscribe(filter: string): Promise<number> {
    const { runtime, session, info } = this
    const topic = toBrokerFilter(info.mountpoint, filter)
    const filters = await runtime.hooks.runFold('client.unsubscribe', [topic], [info])
    runtime.metrics['client.unsubscribe'] += 1
    if (this.#hasEnded) return reasonCode.unspecifiedError
    const removed = filters.map((one) => runtime.sessions.subscriptions.unsubscribe(session, one))
    return removed.includes(true) ? reasonCode.success : reasonCode.noSubscriptionExisted
  }
}

/** Authorizes and routes a message. `safe` is the reason code, or resolves to it when the message is on disk. */
export async function publishFor(
  runtime: Runtime,
  info: ClientInfo,
  from: Publisher,
  { topic, payload, qos, retain = false, properties = {} }: SpaceMessage,
  session?: Session,
): Promise<{ readonly safe: number | Promise<number> }> {
  const { mqtt } = runtime.zones.of(info.zone)
  validateTopicName(topic, mqtt.max_topic_levels)
  const mounted = toPublishTopic(info.mountpoint, topic)
  if (qos > mqtt.max_qos_allowed) return { safe: reasonCode.qosNotSupported }
  if (retain && !mqtt.retain_available) return { safe: reasonCode.retainNotSupported }
  if (!(await authorize(runtime, info, 'publish', mounted, qos, retain))) return { safe: reasonCode.notAuthorized }
  count(runtime, session, 'received', qos)
  const { delivered, behind, commit } = await runtime.publish(
    runtime.createMessage({ topic: mounted, payload, qos, retain, properties, from }, false),
  )
  if (behind) await new Promise<void>((resolve) => void runtime.flow.wait(behind, resolve))
  const code = delivered === 0 ? reasonCode.noMatchingSubscribers : reasonCode.success
  if (!commit) return { safe: code }
  return { safe: isSafe(commit).then((safe) => (safe ? code : reasonCode.quotaExceeded)) }
}

/** Counts a message of a client for the node, for the space and for the client. */
function count(runtime: Runtime, session: Session | undefined, direction: 'received' | 'sent', qos: Qos): void {
  runtime.metrics[`messages.${direction}`] += 1
  runtime.metrics[`messages.qos${qos}.${direction}`] += 1
  if (!session) return
  const { traffic } = session
  if (direction === 'received') {
    traffic.recvMsg += 1
    traffic.recvMsgQos[qos] += 1
  } else {
    traffic.sendMsg += 1
    traffic.sendMsgQos[qos] += 1
  }
}
