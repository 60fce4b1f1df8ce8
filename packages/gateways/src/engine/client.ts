import {
  type ClientInfo,
  type ClientView,
  type DisconnectReason,
  type SpaceClient,
  type SpaceDelivery,
  type SpaceHandlers,
  type Subscription,
  toClientFilter,
} from '@mqdeck/broker'
import type {
  Channel,
  ClientHandlers,
  ClientSubscription,
  Delivery,
  GatewayClient,
  GatewayMessage,
  SubscribeOptions,
} from '../port.ts'

/** Bytes that may wait for a client before its messages stay in its queue. */
const highWatermark = 1024 * 1024

interface ClientPorts {
  onMove(from: Channel, to: Channel): void
  onEnd(): void
}

/** A client between its protocol and the broker. */
export class EngineClient implements GatewayClient {
  readonly info: ClientInfo
  details: Readonly<Record<string, unknown>> = {}
  readonly protocol: ClientHandlers
  readonly #ports: ClientPorts
  #channel: Channel
  #client: SpaceClient | undefined
  /** By filter. The number identifies the subscription of a delivery. */
  readonly #subscriptions = new Map<string, ClientSubscription & { readonly number: number }>()
  readonly #filters = new Map<number, string>()
  #nextNumber = 1
  #isHeld = false

  constructor(info: ClientInfo, channel: Channel, protocol: ClientHandlers, ports: ClientPorts) {
    this.info = info
    this.protocol = protocol
    this.#channel = channel
    this.#ports = ports
  }

  readonly handlers: SpaceHandlers = {
    deliver: (delivery) => this.protocol.deliver(this.#toDelivery(delivery)),
    closed: (reason) => {
      this.#client = undefined
      this.#ports.onEnd()
      this.protocol.closed(reason)
    },
    isCongested: () => this.#channel.pendingBytes > highWatermark,
    pendingBytes: () => this.#channel.pendingBytes,
  }

  /** @param subscriptions of the session, which may be an earlier one */
  attach(client: SpaceClient, subscriptions: readonly Subscription[]): void {
    this.#client = client
    for (const { topic, qos, nl, rap, subscriptionId: number = 0 } of subscriptions) {
      const filter = toClientFilter(this.info.mountpoint, topic)
      this.#subscriptions.set(filter, { filter, qos, noLocal: nl === 1, retainAsPublished: rap === 1, number })
      this.#filters.set(number, filter)
      this.#nextNumber = Math.max(this.#nextNumber, number + 1)
    }
  }

  get channel(): Channel {
    return this.#channel
  }

  set channel(channel: Channel) {
    const before = this.#channel
    this.#channel = channel
    if (before !== channel) this.#ports.onMove(before, channel)
  }

  get queued(): number {
    return this.#client?.queued ?? 0
  }

  get subscriptions(): readonly ClientSubscription[] {
    return [...this.#subscriptions.values()].map(({ number: _, ...subscription }) => subscription)
  }

  publish(message: GatewayMessage): Promise<number> {
    return this.#client?.publish(message) ?? gone
  }

  async subscribe(filter: string, options: SubscribeOptions): Promise<number> {
    const client = this.#client
    if (!client) return gone
    const before = this.#subscriptions.get(filter)
    const number = before?.number ?? this.#nextNumber++
    // Before the answer, because retained messages may arrive with it.
    this.#subscriptions.set(filter, { ...options, filter, number })
    this.#filters.set(number, filter)
    const code = await client.subscribe(filter, {
      qos: options.qos,
      nl: options.noLocal ? 1 : 0,
      rap: options.retainAsPublished ? 1 : 0,
      rh: options.retainHandling ?? 0,
      subscriptionId: number,
    })
    if (code < 0x80) return code
    if (before) this.#subscriptions.set(filter, before)
    else this.#remove(filter)
    return code
  }

  async unsubscribe(filter: string): Promise<number> {
    const code = await (this.#client?.unsubscribe(filter) ?? gone)
    if (code === 0) this.#remove(filter)
    return code
  }

  #remove(filter: string): void {
    const subscription = this.#subscriptions.get(filter)
    this.#subscriptions.delete(filter)
    if (subscription) this.#filters.delete(subscription.number)
  }

  hold(): void {
    this.#isHeld = true
    this.#client?.hold()
  }

  release(): void {
    this.#isHeld = false
    this.#client?.release()
  }

  /** Delivers the messages of an earlier connection, now that the protocol has the client. */
  start(): void {
    if (!this.#isHeld) this.#client?.release()
  }

  pump(): void {
    this.#client?.pump()
  }

  setWill(will: GatewayMessage | undefined): void {
    this.#client?.setWill(will)
  }

  /** `reason` may also be the reason of a channel, which the broker does not know. */
  disconnect(reason: DisconnectReason | (string & {})): void {
    const client = this.#client
    if (!client) return
    this.#client = undefined
    this.#ports.onEnd()
    client.disconnect(reason as DisconnectReason)
  }

  /** Ends the client from the side of the broker. */
  close(reason: DisconnectReason): void {
    if (!this.#client) return
    this.disconnect(reason)
    this.protocol.closed(reason)
  }

  #toDelivery({ subscriptionId, ...delivery }: SpaceDelivery): Delivery {
    const filter = this.#filters.get(subscriptionId ?? -1)
    return { ...delivery, filters: filter === undefined ? [] : [filter] }
  }
}

const gone = Promise.resolve(0x80)

/** The messages that the broker counts, and the bytes of the channel. Each datagram is a packet. */
export function trafficOf(messages: ClientView['traffic'], channel: Channel | undefined): ClientView['traffic'] {
  const { traffic } = channel ?? {}
  if (!channel || !traffic) return messages
  const packets = channel.isDatagram && { recvPkt: traffic.recvCnt, sendPkt: traffic.sendCnt }
  return { ...messages, ...traffic, ...packets }
}
