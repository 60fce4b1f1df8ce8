import { reportAcked, reportCompleted } from '../connection/acks.ts'
import { reportDelivery } from '../connection/delivery-completed.ts'
import { toClientTopic } from '../connection/mountpoint.ts'
import type { Environment } from '../ports.ts'
import type { DisconnectReason } from '../reasons.ts'
import type { QueuedMessage } from '../session/queued-message.ts'
import type { SessionRegistry } from '../session/registry.ts'
import type { Session } from '../session/session.ts'
import type { SessionLink } from '../session/session-link.ts'
import type { ClientInfo, Message, Qos } from '../types.ts'
import type { SpaceHandlers } from './client-space.ts'

/** The connection of a client of a space to its session. */
export class SpaceLink implements SessionLink {
  readonly receiveMaximum: number
  readonly #ports: Environment
  readonly #sessions: SessionRegistry
  readonly #session: Session
  readonly #info: ClientInfo
  readonly #handlers: SpaceHandlers
  readonly #sent = new WeakSet<QueuedMessage>()
  #isHeld = true
  #hasEnded = false

  /** Starts held: see `release`. */
  constructor(
    ports: Environment,
    sessions: SessionRegistry,
    session: Session,
    receiveMaximum: number,
    handlers: SpaceHandlers,
  ) {
    this.#ports = ports
    this.#sessions = sessions
    this.#session = session
    this.#info = session.info
    this.receiveMaximum = receiveMaximum
    this.#handlers = handlers
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  get congested(): boolean {
    return this.#isHeld || this.#handlers.isCongested()
  }

  get isFilling(): boolean {
    return this.#handlers.isCongested()
  }

  /** Publishers do not wait for a client that has asked for its messages to be kept. */
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

  /** Ends the link without a call of `SpaceHandlers.closed`. */
  disconnect(reason: DisconnectReason): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    if (reason === 'normal') this.#sessions.discardWill(this.#session)
    this.#sessions.detach(this.#session, this, reason, [])
  }

  hold(): void {
    this.#isHeld = true
  }

  release(): void {
    this.#isHeld = false
    this.pump()
  }

  pump(): void {
    if (!this.#hasEnded) this.#session.pump()
  }

  publishQos0(message: Message, retain: boolean, subscriptionId: number | undefined, queuedAt?: number): void {
    if (!this.#isDeliverable(message)) return
    this.#deliver(message, 0, retain, false, subscriptionId, () => {})
    reportDelivery(this.#ports, this.#session, message, queuedAt)
  }

  /** The protocol repeats messages that its client does not acknowledge. */
  publish(queued: QueuedMessage, dup: boolean): boolean {
    const { message, qos, retain, subscriptionId, packetId } = queued
    if (dup && this.#sent.has(queued)) return true
    if (!this.#isDeliverable(message)) return false
    this.#sent.add(queued)
    this.#deliver(message, qos, retain, dup, subscriptionId, () => this.#acknowledge(queued, packetId, qos))
    return true
  }

  pubrel(packetId: number): void {
    this.#complete(packetId)
  }

  #acknowledge(queued: QueuedMessage, packetId: number, qos: Qos): void {
    const session = this.#session
    // The client is gone, or has a newer connection.
    if (this.#hasEnded || session.inflight.get(packetId) !== queued) return
    if (qos === 2) {
      const received = session.pubrec(packetId, false)
      if (typeof received === 'string') return
      reportAcked(this.#ports, session, received)
      this.#complete(packetId)
      return
    }
    const finished = session.puback(packetId)
    if (typeof finished === 'string') return
    reportAcked(this.#ports, session, finished)
    reportCompleted(this.#ports, session, finished)
    session.pump()
  }

  #complete(packetId: number): void {
    const finished = this.#session.pubcomp(packetId)
    if (typeof finished === 'string') return
    reportCompleted(this.#ports, this.#session, finished)
    this.#session.pump()
  }

  #isDeliverable(message: Message): boolean {
    if (message.expiresAt > this.#ports.clock.now()) return true
    this.#session.drop(message, 'expired')
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
    const { metrics, hooks, clock } = this.#ports
    const info = this.#info
    countSent(metrics, this.#session, qos)
    const { expiresAt, from } = message
    const messageExpiryInterval = Math.ceil((expiresAt - clock.now()) / 1000)
    this.#handlers.deliver({
      topic: toClientTopic(info.mountpoint, message.topic),
      payload: message.payload,
      qos,
      retain,
      dup,
      properties: Number.isFinite(expiresAt) ? { ...message.properties, messageExpiryInterval } : message.properties,
      subscriptionId,
      origin: { id: message.id, clientId: from.clientId, timestamp: message.timestamp },
      acknowledge,
    })
    if (hooks.has('message.delivered')) hooks.run('message.delivered', info, message, qos)
  }
}

function countSent(metrics: Environment['metrics'], { traffic }: Session, qos: Qos): void {
  metrics['messages.sent'] += 1
  metrics[`messages.qos${qos}.sent`] += 1
  traffic.sendMsg += 1
  traffic.sendMsgQos[qos] += 1
}
