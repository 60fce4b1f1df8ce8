import type { Channel, Delivery } from '../port.ts'
import { encodeFrame, type Header, type Version } from './frame.ts'

export type AckMode = 'auto' | 'client' | 'client-individual'

export const isAckMode = (mode: string): mode is AckMode =>
  mode === 'auto' || mode === 'client' || mode === 'client-individual'

interface Subscription {
  /** Undefined: 1.0 allows subscriptions without id. */
  readonly id: string | undefined
  readonly filter: string
  readonly mode: AckMode
}

/** The subscriptions of a connection, and its messages without acknowledgement. */
export interface Subscriptions {
  /** Returns the reason why the subscription cannot be added, in EMQX's words. */
  conflict(id: string | undefined, filter: string): string | undefined
  add(subscription: Subscription): void
  find(id: string | undefined, filter: string | undefined): Subscription | undefined
  /** Its messages count as received. */
  remove(subscription: Subscription): void
  deliver(delivery: Delivery): void
  /** ACK, or NACK: MQTT cannot return a message, so it is not sent again. An unknown ID has no effect, as in EMQX: the message was of QoS 0. */
  acknowledge(id: string): void
}

/** A message that was sent and waits for ACK. */
interface Pending {
  readonly subscription: Subscription
  readonly messageId: string
  readonly acknowledge: () => void
}

/** Set by the gateway. Properties of these names would make a frame ambiguous. */
const reserved = new Set(['subscription', 'message-id', 'destination', 'content-type', 'ack', 'content-length'])

export function createSubscriptions(channel: Channel, version: () => Version): Subscriptions {
  const byId = new Map<string, Subscription>()
  const byFilter = new Map<string, Subscription>()
  const pending = new Map<string, Pending>()
  /** By `message-id`, which ACK contains in STOMP 1.0 and 1.1. */
  const ackIds = new Map<string, string>()
  let lastMessage = 0
  let lastAck = 0

  const settle = (ackId: string, { messageId, acknowledge }: Pending) => {
    pending.delete(ackId)
    ackIds.delete(messageId)
    acknowledge()
  }

  const send = (subscription: Subscription, { topic, payload, properties, qos }: Delivery, acknowledge: () => void) => {
    lastMessage += 1
    const messageId = `${lastMessage}`
    const headers: Header[] = [
      ...(subscription.id === undefined ? [] : [['subscription', subscription.id] as const]),
      ['message-id', messageId],
      ['destination', topic],
      ['content-type', properties.contentType ?? 'text/plain'],
    ]
    if (subscription.mode !== 'auto') {
      lastAck += 1
      headers.push(['ack', `${lastAck}`])
    }
    for (const property of properties.userProperties ?? []) if (!reserved.has(property[0])) headers.push(property)
    // Messages of QoS 0 are not repeated and need no entry.
    if (subscription.mode === 'auto' || qos === 0) acknowledge()
    else {
      pending.set(`${lastAck}`, { subscription, messageId, acknowledge })
      ackIds.set(messageId, `${lastAck}`)
    }
    channel.send(encodeFrame('MESSAGE', headers, payload, version()))
  }

  return {
    conflict(id, filter) {
      if (id !== undefined && byId.has(id)) return `Subscription id ${id} is in used`
      return byFilter.has(filter) ? `Topic ${filter} already in subscribed` : undefined
    },
    add(subscription) {
      if (subscription.id !== undefined) byId.set(subscription.id, subscription)
      byFilter.set(subscription.filter, subscription)
    },
    find: (id, filter) => (id === undefined ? byFilter.get(filter ?? '') : byId.get(id)),
    remove(subscription) {
      if (subscription.id !== undefined) byId.delete(subscription.id)
      byFilter.delete(subscription.filter)
      for (const [ackId, one] of pending) if (one.subscription === subscription) settle(ackId, one)
    },
    deliver(delivery) {
      const receivers = delivery.filters.flatMap((filter) => byFilter.get(filter) ?? [])
      let open = receivers.length
      if (open === 0) delivery.acknowledge()
      // Each subscription gets the message, because `subscription` names one.
      for (const subscription of receivers)
        send(subscription, delivery, () => {
          open -= 1
          if (open === 0) delivery.acknowledge()
        })
    },
    acknowledge(id) {
      const ackId = version() === '1.2' ? id : (ackIds.get(id) ?? id)
      const last = pending.get(ackId)
      if (!last) return
      if (last.subscription.mode === 'client')
        // Cumulative (1.2, SUBSCRIBE ack Header).
        for (const [earlier, one] of pending) {
          if (earlier === ackId) break
          if (one.subscription === last.subscription) settle(earlier, one)
        }
      settle(ackId, last)
    },
  }
}
