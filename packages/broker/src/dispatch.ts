import type { Tracing } from '@mqdeck/kit'
import type { Member, Route, RouteMatch } from './routing/index.ts'
import type { Runtime } from './runtime.ts'
import { createLongWrite } from './session/journal.ts'
import type { Session } from './session/session.ts'
import { maxSteps } from './turn.ts'
import type { Message, Subscription } from './types.ts'

/** Dispatches a message: hooks, retained store, subscribers. Returns the number of subscribers. */
export function publishMessage(runtime: Runtime, message: Message): number | Promise<number> {
  const { metrics, hooks } = runtime
  // Messages of the broker's own topics are not counted as client traffic.
  if (message.from.protocol !== 'sys') metrics['messages.publish'] += 1
  const { tracing } = runtime.log
  if (tracing) tracePublish(tracing, message)
  if (!hooks.has('message.publish')) return dispatch(runtime, message)
  const kept = hooks.runFold('message.publish', message, [])
  if (kept instanceof Promise) return kept.then((changed) => applyDecision(runtime, message, changed))
  return applyDecision(runtime, message, kept)
}

function applyDecision(runtime: Runtime, message: Message, kept: Message | undefined): number | Promise<number> {
  if (kept !== message && runtime.log.tracing) traceDecision(runtime.log.tracing, message, kept)
  return kept ? dispatch(runtime, kept) : 0
}

function dispatch(runtime: Runtime, message: Message): number | Promise<number> {
  if (message.retain && !retain(runtime, message)) return 0
  return deliver(runtime, message)
}

/** Delivers to the subscribers only, without hooks or retained store. Returns a promise if there are too many for one turn. */
export function deliver(runtime: Runtime, message: Message): number | Promise<number> {
  const { normal, shared } = runtime.router.match(message.topic)
  const forwarded = runtime.cluster.forward(message)
  runtime.metrics['messages.forward'] += forwarded
  let receivers = shared.length
  for (const route of normal) receivers += route.members().length
  if (receivers > maxSteps) return deliverToMany(runtime, { normal, shared }, message, forwarded)
  runtime.turn.isOver(receivers)
  let delivered = forwarded
  for (const route of normal) for (const member of route.members()) if (deliverTo(member, message)) delivered += 1
  for (const route of shared) if (deliverShared(runtime, route, message)) delivered += 1
  if (delivered === 0) countUnrouted(runtime, message)
  return delivered
}

async function deliverToMany(
  runtime: Runtime,
  { normal, shared }: RouteMatch<Session, Subscription>,
  message: Message,
  forwarded: number,
): Promise<number> {
  const { turn, journal } = runtime
  const writing = createLongWrite(journal)
  const pause = () => {
    writing.pause()
    return turn.next()
  }
  let delivered = forwarded
  // Taken before the first pause: clients that subscribe in the meantime only get later messages.
  for (const members of normal.map((route) => route.members())) {
    for (const member of members) {
      if (turn.spend()) await pause()
      if (deliverTo(member, message)) delivered += 1
    }
  }
  for (const route of shared) {
    if (turn.spend()) await pause()
    if (deliverShared(runtime, route, message)) delivered += 1
  }
  writing.end()
  if (delivered === 0) countUnrouted(runtime, message)
  return delivered
}

/** False when the session has ended. */
function deliverTo({ subscriber, options }: Member<Session, Subscription>, message: Message): boolean {
  if (subscriber.hasEnded) return false
  subscriber.deliver(message, options, undefined)
  return true
}

const unavailable = { has: (session: Session) => !session.available }
const ended = { has: (session: Session) => session.hasEnded }

/** Delivers to one member of the group, if possible one that is connected and not overloaded. */
export function deliverShared(runtime: Runtime, route: Route<Session, Subscription>, message: Message): boolean {
  // Members of a group may be in different zones, so the strategy of the default zone applies, as in EMQX.
  const { mqtt } = runtime.zones.default
  const strategy = mqtt.shared_subscription_strategy
  const first = mqtt.shared_subscription_initial_sticky_pick
  const pick = (excluded?: typeof ended) => runtime.sharedPicker.pick(route, message, strategy, excluded, first)
  let chosen = pick()
  // Each choice costs one pass over the members, because a large group may have no connected member.
  if (chosen && !chosen.subscriber.available) chosen = pick(unavailable) ?? chosen
  // No member is available: the message is queued in the session of the first choice.
  if (chosen?.subscriber.hasEnded) chosen = pick(ended)
  chosen?.subscriber.deliver(message, chosen.options, route.name)
  return chosen !== undefined
}

/**
 * Returns false if the message must not be delivered: a deletion with `stop_publish_clear_msg`.
 * If writing to disk fails, the message is not retained in memory either, so that a restart changes nothing.
 */
function retain({ retained, journal }: Runtime, message: Message): boolean {
  const before = journal.enabled ? retained.get(message.topic) : undefined
  const { outcome, committed } = retained.store(message)
  const isQuiet = outcome === 'deleted' && retained.settings.stop_publish_clear_msg
  if (!committed) return !isQuiet
  journal.join(committed)
  journal.commit().whenSafe((safe) => {
    // If the message was already deleted before, the first deletion restores it.
    if (safe || (outcome === 'deleted' && !before)) return
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

/** Traces a received message before the hooks run. Like EMQX, it skips `$SYS` topics. */
function tracePublish(tracing: Tracing, message: Message): void {
  const { topic, payload, from } = message
  if (topic.startsWith('$SYS/') || !isWanted(tracing, message)) return
  tracing.write({ tag: 'PUBLISH', msg: 'publish_to', meta: { ...publisherMeta(from), topic }, payload })
}

/** Traces the result of the `message.publish` handlers: undefined if dropped, or a changed message. */
function traceDecision(tracing: Tracing, message: Message, result: Message | undefined): void {
  const { topic, from } = message
  if (!isWanted(tracing, message)) return
  const meta = { ...publisherMeta(from), topic, hook: 'message.publish' }
  if (!result) tracing.write({ tag: 'HOOK', msg: 'msg_publish_not_allowed', meta })
  else if (result.topic !== topic)
    tracing.write({ tag: 'HOOK', msg: 'message_topic_rewritten', meta: { ...meta, rewritten: result.topic } })
}

const isWanted = (tracing: Tracing, { topic, from: { clientId, peername } }: Message) =>
  tracing.wants({ clientId, peername, topic })

const publisherMeta = ({ clientId, peername, username }: Message['from']) => ({
  clientid: clientId,
  peername,
  username,
})
