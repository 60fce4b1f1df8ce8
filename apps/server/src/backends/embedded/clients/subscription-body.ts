import type { Subscription } from '@mqdeck/broker'
import type { ClientSubscription } from '@mqdeck/contract'

export function toSubscription(subscription: Subscription, node: string): ClientSubscription {
  const { clientId, topic, qos, nl, rap, rh } = subscription
  return { clientid: clientId, topic, qos, nl, rap, rh, node, durable: false }
}
