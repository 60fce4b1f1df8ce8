import type { Route } from './routing/index.ts'
import { createSharedPicker } from './routing/index.ts'
import type { Runtime } from './runtime.ts'
import type { Session } from './session/session.ts'
import { traceDecision, tracePublish } from './trace-publish.ts'
import type { Message, Subscription } from './types.ts'

/** One broker's way of a message: hooks, retained store, subscribers. The answer is the number of subscribers. */
export function publishMessage(runtime: Runtime, message: Message): number | Promise<number> {
  const { metrics, hooks } = runtime
  // The broker's own topics are not the clients' traffic.
  if (message.from.protocol !== 'sys') metrics['messages.publish'] += 1
  const { tracing } = runtime.log
  if (tracing) tracePublish(tracing, message)
  if (!hooks.has('message.publish')) return dispatch(runtime, message)
  const kept = hooks.runFold('message.publish', message, [])
  if (kept instanceof Promise) return kept.then((changed) => goOn(runtime, message, changed))
  return goOn(runtime, message, kept)
}

function goOn(runtime: Runtime, message: Message, kept: Message | undefined): number {
  if (kept !== message && runtime.log.tracing) traceDecision(runtime.log.tracing, message, kept)
  return kept ? dispatch(runtime, kept) : 0
}

function dispatch(runtime: Runtime, message: Message): number {
  if (message.retain && !retain(runtime, message)) return 0
  return deliver(runtime, message)
}

/** To the subscribers, whatever the hooks or the retained store would say. */
export function deliver(runtime: Runtime, message: Message): number {
  const { normal, shared } = runtime.router.match(message.topic)
  let delivered = 0
  for (const route of normal) {
    const members = route.members()
    for (const { subscriber, options } of members) subscriber.deliver(message, options, undefined)
    delivered += members.length
  }
  for (const route of shared) if (deliverShared(runtime, route, message)) delivered += 1
  const forwarded = runtime.cluster.forward(message)
  runtime.metrics['messages.forward'] += forwarded
  delivered += forwarded
  if (delivered === 0) countUnrouted(runtime, message)
  return delivered
}

const picker = createSharedPicker<Session, Subscription>()

/** To one member of the group: one who is connected and keeps up, when there is such a one. */
export function deliverShared(runtime: Runtime, route: Route<Session, Subscription>, message: Message): boolean {
  // Members of a group may be of different zones: the strategy is the default zone's for all, as in EMQX.
  const { mqtt } = runtime.zones.default
  const strategy = mqtt.shared_subscription_strategy
  const first = mqtt.shared_subscription_initial_sticky_pick
  let chosen = picker.pick(route, message, strategy, undefined, first)
  if (chosen && !chosen.subscriber.available) {
    const tried = new Set<Session>()
    let other: typeof chosen | undefined = chosen
    while (other && !other.subscriber.available) {
      tried.add(other.subscriber)
      other = picker.pick(route, message, strategy, tried, first)
    }
    // Nobody: it waits in the session of the first choice.
    chosen = other ?? chosen
  }
  chosen?.subscriber.deliver(message, chosen.options, route.name)
  return chosen !== undefined
}

/**
 * False when nobody is to hear of it: a deletion, with `stop_publish_clear_msg`.
 * What the disk refuses is not retained in memory either: a restart must not take back what subscribers saw.
 */
function retain({ retained, journal }: Runtime, message: Message): boolean {
  const before = journal.enabled ? retained.get(message.topic) : undefined
  const { outcome, committed } = retained.store(message)
  const isQuiet = outcome === 'deleted' && retained.settings.stop_publish_clear_msg
  if (!committed) return !isQuiet
  journal.join(committed)
  journal.commit().whenSafe((safe) => {
    if (safe) return
    const undone = before ? retained.putBack(before) : retained.delete(message.topic)
    undone?.catch(() => {})
  })
  return !isQuiet
}

function countUnrouted({ metrics, hooks }: Runtime, message: Message): void {
  if (message.from.protocol === 'sys') return
  metrics['messages.dropped'] += 1
  metrics['messages.dropped.no_subscribers'] += 1
  if (hooks.has('message.dropped')) hooks.run('message.dropped', message, 'no_subscribers')
}
