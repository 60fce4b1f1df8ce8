import { ReasonError, reasonCode } from '../packets/index.ts'
import type { Environment, RetainedPort, RoutePort } from '../ports.ts'
import { createExclusiveTopics, type ParsedFilter, parseFilter, validateTopicFilter } from '../routing/index.ts'
import type { Qos, Subscription, SubscriptionOptions } from '../types.ts'
import type { Session } from './session.ts'

export interface Subscribed {
  readonly subscription: Subscription
  /** Sends the retained messages for this subscription; call after SUBACK. */
  readonly sendRetained: () => void
  /** Restores the previous subscription with the same name, or none. */
  readonly undo: () => void
}

/** Adds and removes subscriptions in the session, the router and on disk together. */
export interface Subscriptions {
  /** Returns the subscription, or the reason code of a refusal. @throws ReasonError for an invalid filter */
  subscribe(session: Session, wanted: SubscriptionOptions & { readonly topic: string }): Subscribed | number
  unsubscribe(session: Session, topic: string): boolean
  /** Removes all subscriptions of an ended session, except from disk (`SessionRecords.removeAll`). */
  removeAll(session: Session): Promise<void>
  /** Number of subscriptions in the router, without those of ended sessions. */
  readonly counts: { readonly all: number; readonly shared: number }
  /** Adds the subscriptions of a session that was read from disk to the router. */
  restore(session: Session): void
}

export function createSubscriptions(ports: Environment & RoutePort & RetainedPort): Subscriptions {
  const exclusive = createExclusiveTopics<Session>(({ hasEnded }) => !hasEnded)
  /** Number of subscriptions of ended sessions that are still in the router. */
  let removing = 0
  let removingShared = 0

  const addRoute = (session: Session, parsed: ParsedFilter, subscription: Subscription) => {
    const { router, cluster } = ports
    const firstOfRoute = !router.has(parsed.name)
    const isNew = router.subscribe(parsed, session, subscription)
    if (firstOfRoute) cluster.announceRoute(parsed.name)
    return isNew
  }

  const removeRoute = (session: Session, parsed: ParsedFilter) => {
    const { router, cluster } = ports
    router.unsubscribe(parsed, session)
    exclusive.release(parsed.filter, session)
    if (!router.has(parsed.name)) cluster.withdrawRoute(parsed.name)
  }

  const subscribe: Subscriptions['subscribe'] = (session, wanted) => {
    const { hooks } = ports
    const settings = session.zone.mqtt
    const parsed = validateTopicFilter(wanted.topic, settings.max_topic_levels)
    const before = session.subscriptions.get(parsed.name)
    if (!before && session.subscriptions.size >= settings.max_subscriptions) return reasonCode.quotaExceeded
    if (parsed.kind === 'exclusive' && !exclusive.claim(parsed.filter, session)) return reasonCode.quotaExceeded
    const { topic: _, ...options } = wanted
    const qos = Math.min(wanted.qos, settings.max_qos_allowed) as Qos // one of the two
    const subscription: Subscription = { ...options, qos, clientId: session.clientId, topic: parsed.name }
    const isNew = addRoute(session, parsed, subscription)
    session.records?.removeSubscription(before?.record ?? 0)
    const record = session.records?.saveSubscription(subscription) ?? 0
    session.addSubscription({ subscription, parsed, record })
    hooks.run('session.subscribed', session.info, subscription, isNew)
    const undo = () => {
      if (before) subscribe(session, { ...before.subscription, topic: wanted.topic })
      else unsubscribe(session, wanted.topic)
    }
    return { subscription, undo, sendRetained: () => sendRetained(ports, session, subscription, parsed, isNew) }
  }

  const unsubscribe: Subscriptions['unsubscribe'] = (session, topic) => {
    const name = nameOf(topic)
    const held = session.subscriptions.get(name)
    if (!held) return false
    session.removeSubscription(name)
    removeRoute(session, held.parsed)
    session.records?.removeSubscription(held.record)
    ports.hooks.run('session.unsubscribed', session.info, held.subscription)
    return true
  }

  return {
    subscribe,
    unsubscribe,
    removeAll: async (session) => {
      const { turn } = ports
      const held = [...session.subscriptions.values()]
      removing += held.length
      removingShared += held.filter(({ parsed }) => parsed.kind === 'shared').length
      for (const { parsed } of held) {
        if (turn.spend()) await turn.next()
        removing -= 1
        if (parsed.kind === 'shared') removingShared -= 1
        removeRoute(session, parsed)
        session.removeSubscription(parsed.name)
      }
    },
    get counts() {
      const { subscriptions, shared } = ports.router.counts
      return { all: subscriptions - removing, shared: shared - removingShared }
    },
    restore: (session) => {
      for (const { parsed, subscription } of session.subscriptions.values()) {
        if (parsed.kind === 'exclusive') exclusive.claim(parsed.filter, session)
        addRoute(session, parsed, subscription)
      }
    },
  }
}

/** Not for shared subscriptions (MQTT 5, 4.8.2); otherwise according to Retain Handling [MQTT-3.3.1-9], [MQTT-3.3.1-10]. */
function sendRetained(
  { retainedDelivery }: RetainedPort,
  session: Session,
  subscription: Subscription,
  { kind, filter }: ParsedFilter,
  isNew: boolean,
): void {
  const due = subscription.rh === 0 || (subscription.rh === 1 && isNew)
  if (due && kind !== 'shared') retainedDelivery.start(session, subscription, filter)
}

function nameOf(topic: string): string {
  try {
    return parseFilter(topic).name
  } catch (error) {
    // An invalid filter has no subscription.
    if (error instanceof ReasonError) return topic
    throw error
  }
}
