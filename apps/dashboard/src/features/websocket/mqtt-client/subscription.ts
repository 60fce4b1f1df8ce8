import { matchesFilter } from '@mqdeck/contract'
import type { IClientSubscribeOptions } from 'mqtt'
import { splitShare } from '../../../lib/topics/topic-filter.ts'
import type { NewMessage } from './message.ts'

/** The parameters of a subscription. */
export interface SubscriptionRequest {
  readonly filter: string
  readonly qos: 0 | 1 | 2
  /** This and all following fields are MQTT 5 only. */
  readonly noLocal: boolean
  readonly retainAsPublished: boolean
  /** Retained messages: 0 on subscribe, 1 for new subscriptions only, 2 none. */
  readonly retainHandling: 0 | 1 | 2
  /** Subscription identifier. */
  readonly id: number | undefined
  /** Index of the color in the list. */
  readonly colour: number
}

export interface Subscription extends SubscriptionRequest {
  /** `waiting`: subscribed to on the next connection. `code` is the reason code of SUBACK. */
  readonly state: 'waiting' | 'pending' | 'granted' | 'refused' | 'failed'
  readonly code: number | undefined
}

/** Number of colors for subscriptions. */
export const colourCount = 8

/** The options for MQTT.js. */
export function toSubscribeOptions(request: SubscriptionRequest, version: number): IClientSubscribeOptions {
  const { qos, noLocal, retainAsPublished, retainHandling, id } = request
  if (version < 5) return { qos }
  return {
    qos,
    nl: noLocal,
    rap: retainAsPublished,
    rh: retainHandling,
    ...(id !== undefined && { properties: { subscriptionIdentifier: id } }),
  }
}

/** The subscription that a message belongs to: by its subscription identifiers, otherwise the first matching filter. */
export function subscriptionOf(message: NewMessage, all: readonly Subscription[]): Subscription | undefined {
  if (message.direction !== 'in') return undefined
  const ids = message.properties?.subscriptionIds ?? []
  const byId = all.find(({ id }) => id !== undefined && ids.includes(id))
  return byId ?? all.find(({ filter }) => matchesFilter(splitShare(filter).topic, message.topic))
}

/** One filter per line, without empty lines and duplicates. */
export const splitFilters = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]
