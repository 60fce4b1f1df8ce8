import { type Clock, Fifo } from '@mqdeck/kit'
import type { Delivery } from '../port.ts'
import { maxPacketLength } from './encode.ts'
import { type PacketOf, returnCode, type SnPacket, type TopicRef } from './packets.ts'
import type { SessionMemory, Unfinished } from './session-memory.ts'
import type { TopicIds } from './topic-ids.ts'

/** T_retry in milliseconds, and N_retry (MQTT-SN 1.2, 7.2): unanswered packets are sent again. */
const retryAfterMs = 10_000
const maxRetries = 3

/** Limits for messages of QoS 0 that wait for an acknowledgement. The session limits messages of QoS 1 and 2. */
const maxWaiting = 1000
const maxWaitingBytes = 1024 * 1024
/** IPv4 and UDP headers take the rest of a datagram of 65 535 bytes. */
const maxDatagram = Math.min(65_507, maxPacketLength)

/** Responses of a client to packets of the gateway. */
export type ClientAnswer = PacketOf<'regack' | 'puback' | 'pubrec' | 'pubcomp'>

export interface OutboxOptions {
  readonly clock: Clock
  readonly send: (packet: SnPacket) => void
  readonly predefinedId: (topic: string) => number | undefined
  readonly count: (metric: string) => void
  /** Everything was sent and acknowledged. */
  readonly onEmpty: () => void
  /** The client has not answered in spite of all retransmissions. */
  readonly onNoAnswer: () => void
}

/** A message, or only the registration of a topic. */
interface Item {
  readonly topic: string
  readonly delivery: Delivery | undefined
  messageId: number
  /** The client may have the message. */
  wasSent: boolean
  /** For retransmission. */
  sent: SnPacket | undefined
  retries: number
  /** The client does not have the predefined identifier of the topic. */
  withoutPredefined: boolean
  /** The client has rejected the identifier once. */
  wasRejected: boolean
}

/**
 * Sends messages to one client: registers their topics first, retransmits, and waits for acknowledgements. Constrained clients
 * handle one message at a time (6.9), so that one item is in progress and others wait in order.
 */
export class Outbox {
  readonly #waiting = new Fifo<Item>()
  readonly #options: OutboxOptions
  #waitingBytes = 0
  #current: Item | undefined
  #nextId = 1
  #isPaused = true
  #isCorked = false
  #isPumping = false
  #cancelRetry: (() => void) | undefined
  #topicIds: TopicIds | undefined
  #unfinished: Unfinished | undefined

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  get isEmpty(): boolean {
    return this.#current === undefined && this.#waiting.length === 0
  }
  get nextMessageId(): number {
    return this.#nextId
  }

  /** Sends the waiting messages. A message that the client has not completed continues with its message ID. */
  open({ topicIds, nextMessageId, unfinished }: SessionMemory): void {
    this.#topicIds = topicIds
    this.#nextId = nextMessageId
    this.#unfinished = unfinished
    this.resume()
  }

  /** Sends the messages that have waited since `pause`, after the retransmission of the unacknowledged packet. */
  resume(): void {
    this.#isPaused = false
    if (this.#current) {
      this.#current.retries = 0
      this.#transmitAgain(this.#current)
    }
    this.#pump()
  }

  /** Stops sending, including retransmissions, until `resume`. */
  pause(): void {
    this.#isPaused = true
    this.#cancelRetry?.()
  }

  /** Starts no further messages until `uncork`. */
  cork(): void {
    this.#isCorked = true
  }
  uncork(): void {
    this.#isCorked = false
    this.#pump()
  }

  /**
   * Stops sending. Messages without acknowledgement stay in the session.
   * @returns the message in progress, if the client may have received it
   */
  stop(): Unfinished | undefined {
    const unfinished = this.#current ? unfinishedOf(this.#current) : this.#unfinished
    this.pause()
    this.#current = undefined
    while (this.#waiting.shift()) {}
    this.#waitingBytes = 0
    return unfinished
  }

  deliver(delivery: Delivery): void {
    const size = delivery.payload.length
    if (size + Buffer.byteLength(delivery.topic) + 16 > maxDatagram) {
      this.#options.count('delivery.dropped.too_large')
      delivery.acknowledge()
      return
    }
    const isFull = this.#waiting.length >= maxWaiting || this.#waitingBytes + size > maxWaitingBytes
    if (isFull && delivery.qos === 0) {
      this.#options.count('delivery.dropped.queue_full')
      return
    }
    this.#waitingBytes += size
    this.#waiting.push(newItem(delivery.topic, delivery))
    this.#pump()
  }

  /** Registers a topic with the client before there is a message. */
  register(topic: string): void {
    this.#waiting.push(newItem(topic, undefined))
    this.#pump()
  }

  answer(packet: ClientAnswer): void {
    const item = this.#current
    if (packet.type === 'puback' && packet.code === returnCode.invalidTopicId) this.#forget(packet.topicId)
    if (packet.type === 'pubrec' && packet.messageId !== item?.messageId) {
      // The session has completed the message, but the client still waits for PUBREL.
      this.#options.send({ type: 'pubrel', messageId: packet.messageId })
      return
    }
    if (item?.sent === undefined || !isAnswerTo(item.sent, packet)) return
    if (packet.type === 'pubcomp') this.#complete(item)
    else if (packet.type === 'puback' && packet.code === returnCode.accepted) this.#onAck(item)
    // The rest causes a transmission; a client that sleeps answers again when it is awake.
    else if (this.#isPaused) return
    else if (packet.type === 'pubrec') this.#transmit(item, { type: 'pubrel', messageId: packet.messageId })
    else if (packet.type === 'regack' && packet.code === returnCode.accepted) this.#onRegister(item)
    else this.#onReject(item, packet)
  }

  #onRegister(item: Item): void {
    this.#topicIds?.confirm(item.topic)
    if (item.delivery) this.#publish(item)
    else this.#complete(item)
  }

  /** PUBACK does not complete a message of QoS 2. */
  #onAck(item: Item): void {
    if (item.delivery?.qos === 1) this.#complete(item)
  }

  #onReject(item: Item, packet: PacketOf<'regack' | 'puback'>): void {
    // Congestion is over after some time: the retransmission waits for it.
    if (packet.code === returnCode.congestion) return
    if (packet.type === 'puback' && packet.code === returnCode.invalidTopicId && !item.wasRejected) {
      item.wasRejected = true
      item.withoutPredefined = true
      this.#topicIds?.forget(item.topic)
      this.#publish(item)
      return
    }
    if (item.delivery) this.#options.count('delivery.dropped')
    this.#complete(item)
  }

  #forget(topicId: number): void {
    const topic = this.#topicIds?.nameOf(topicId)
    if (topic !== undefined) this.#topicIds?.forget(topic)
  }

  #pump(): void {
    if (this.#isPumping) return
    this.#isPumping = true
    while (!this.#isPaused && !this.#isCorked && this.#current === undefined) {
      const item = this.#waiting.shift()
      if (item === undefined) break
      this.#waitingBytes -= item.delivery?.payload.length ?? 0
      this.#start(item)
    }
    this.#isPumping = false
    if (!this.#isPaused && this.isEmpty) this.#options.onEmpty()
  }

  #start(item: Item): void {
    this.#current = item
    const { delivery } = item
    if (delivery === undefined || delivery.qos === 0) {
      this.#publish(item)
      return
    }
    // The broker repeats an unfinished message before all others.
    const unfinished = delivery.dup && isOf(this.#unfinished, delivery) ? this.#unfinished : undefined
    this.#unfinished = undefined
    item.messageId = unfinished?.messageId ?? this.#takeId()
    item.wasSent = unfinished !== undefined
    if (unfinished?.isReleased) this.#transmit(item, { type: 'pubrel', messageId: item.messageId })
    else this.#publish(item)
  }

  /** Sends PUBLISH, or REGISTER if the client does not have an identifier of the topic. */
  #publish(item: Item): void {
    const { delivery } = item
    const topic = this.#refOf(item)
    if (delivery && topic) {
      const { qos, retain, dup } = delivery
      const payload = Buffer.from(delivery.payload.buffer, delivery.payload.byteOffset, delivery.payload.length)
      this.#transmit(item, { type: 'publish', dup, qos, retain, topic, messageId: item.messageId, payload })
      if (qos === 0) this.#complete(item)
      return
    }
    const topicId = topic ? undefined : this.#topicIds?.assign(item.topic)
    if (topicId === undefined) {
      if (delivery) this.#options.count('delivery.dropped')
      this.#complete(item)
      return
    }
    this.#transmit(item, { type: 'register', topicId, messageId: this.#takeId(), topic: item.topic })
  }

  #refOf({ topic, withoutPredefined }: Item): TopicRef | undefined {
    const known = this.#topicIds?.find(topic)
    if (known?.isKnown) return { kind: 'registered', id: known.id }
    const predefined = withoutPredefined ? undefined : this.#options.predefinedId(topic)
    if (predefined !== undefined) return { kind: 'predefined', id: predefined }
    return Buffer.byteLength(topic) === 2 ? { kind: 'short', name: topic } : undefined
  }

  #transmit(item: Item, packet: SnPacket): void {
    item.sent = packet
    item.wasSent ||= packet.type !== 'register'
    item.retries = 0
    this.#options.send(packet)
    this.#retryLater(item)
  }

  #transmitAgain(item: Item): void {
    if (item.sent === undefined) return
    if (item.sent.type === 'publish') item.sent = { ...item.sent, dup: true }
    this.#options.send(item.sent)
    this.#retryLater(item)
  }

  #retryLater(item: Item): void {
    this.#cancelRetry?.()
    this.#cancelRetry = this.#options.clock.after(retryAfterMs, () => {
      if (this.#current !== item || this.#isPaused) return
      item.retries += 1
      if (item.retries > maxRetries) this.#options.onNoAnswer()
      else this.#transmitAgain(item)
    })
  }

  #complete(item: Item): void {
    this.#cancelRetry?.()
    this.#cancelRetry = undefined
    this.#current = undefined
    item.delivery?.acknowledge()
    this.#pump()
  }

  #takeId(): number {
    const id = this.#nextId
    this.#nextId = id === 0xffff ? 1 : id + 1
    return id
  }
}

const newItem = (topic: string, delivery: Delivery | undefined): Item => ({
  topic,
  delivery,
  messageId: 0,
  wasSent: false,
  sent: undefined,
  retries: 0,
  withoutPredefined: false,
  wasRejected: false,
})

function unfinishedOf({ delivery, messageId, sent, wasSent }: Item): Unfinished | undefined {
  if (delivery === undefined || delivery.qos === 0 || !wasSent) return undefined
  return { messageId, topic: delivery.topic, qos: delivery.qos, isReleased: sent?.type === 'pubrel' }
}

const isOf = (unfinished: Unfinished | undefined, { topic, qos }: Delivery): boolean =>
  unfinished?.topic === topic && unfinished.qos === qos

/** PUBREC is also answered again if PUBREL was lost. */
const isAnswerTo = (sent: SnPacket, { type, messageId }: ClientAnswer): boolean =>
  'messageId' in sent && sent.messageId === messageId && answered[type].some((one) => one === sent.type)

const answered = {
  regack: ['register'],
  puback: ['publish'],
  pubrec: ['publish', 'pubrel'],
  pubcomp: ['pubrel'],
} as const
