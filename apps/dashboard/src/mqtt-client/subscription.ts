import { matchesFilter } from '@mqdeck/contract'
import type { IClientSubscribeOptions } from 'mqtt'
import { splitShare } from '../lib/topic-filter.ts'
import type { NewMessage } from './message.ts'

/** What is asked for. */
export interface WantedSubscription {
  readonly filter: string
  readonly qos: 0 | 1 | 2
  /** All that follows is MQTT 5. */
  readonly noLocal: boolean
  readonly retainAsPublished: boolean
  /** 0: retained messages at once, 1: only to a new subscription, 2: none. */
  readonly retainHandling: 0 | 1 | 2
  /** Subscription identifier. */
  readonly id: number | undefined
  /** Which of the list's colours. */
  readonly colour: number
}

export interface Subscription extends WantedSubscription {
  /** `waiting`: asked for with the next connection. A code is SUBACK's. */
  readonly state: 'waiting' | 'pending' | 'granted' | 'refused' | 'failed'
  readonly code: number | undefined
}

export const colours = 8

/** As MQTT.js takes it. */
export function toSubscribeOptions(wanted: WantedSubscription, version: number): IClientSubscribeOptions {
  const { qos, noLocal, retainAsPublished, retainHandling, id } = wanted
  if (version < 5) return { qos }
  return {
    qos,
    nl: noLocal,
    rap: retainAsPublished,
    rh: retainHandling,
    ...(id !== undefined && { properties: { subscriptionIdentifier: id } }),
  }
}

/** Through which subscription a message came: by its identifiers, where it has any, otherwise the first that fits. */
export function subscriptionOf(message: NewMessage, all: readonly Subscription[]): Subscription | undefined {
  if (message.direction !== 'in') return undefined
  const ids = message.properties?.subscriptionIds ?? []
  const byId = all.find(({ id }) => id !== undefined && ids.includes(id))
  return byId ?? all.find(({ filter }) => matchesFilter(splitShare(filter).topic, message.topic))
}

/** One filter for each line that is not empty, once each. */
export const filtersIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]
