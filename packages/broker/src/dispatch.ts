import type { Tracing } from '@mqdeck/kit'
import type { Environment, JournalPort, RetainedPort, RoutePort, ZonePort } from './ports.ts'
import type { Member, Route, RouteMatch } from './routing/index.ts'
import { type Commit, createWrites, type Journal, type Writes } from './session/journal.ts'
import type { OutgoingMessages } from './session/outgoing-messages.ts'
import type { Session } from './session/session.ts'
import { maxSteps } from './turn.ts'
import type { Message, Subscription } from './types.ts'

/**
 * The state of one message between its publisher and its subscribers, and the result for the publisher. Each message has its own,
 * because hooks may answer asynchronously, so that messages of several publishers are in progress at the same time.
 */
export class Dispatch {
  /** Number of subscribers and peers that the message was delivered to. */
  delivered = 0
  /** A subscriber that is behind: the publisher should not send faster than it receives. */
  behind: OutgoingMessages | undefined
  readonly #journal: Pick<Journal, 'commit' | 'join'>
  /** Created on first use, because most messages are not written to disk. */
  #writes: Writes | undefined

  constructor(journal: Pick<Journal, 'commit' | 'join'>) {
    this.#journal = journal
  }

  /** Call after a write to the journal for this message, in the same turn. */
  addWrite(): void {
    this.#writes ??= createWrites(this.#journal)
    this.#writes.add()
  }

  /** The message is acknowledged only after this write to the store, and refused if it fails. */
  join(write: Promise<unknown>): void {
    this.#journal.join(write)
    this.addWrite()
  }

  /** The commit that the acknowledgement of the message waits for; undefined if it was not written to disk. */
  get commit(): Commit | undefined {
    return this.#writes?.commit
  }
}

export type DeliveryPorts = Environment & ZonePort & RoutePort
type DispatchPorts = DeliveryPorts & RetainedPort & JournalPort

/**
 * Runs the hooks for a message, keeps it if it is retained and delivers it to the subscribers. Returns a promise only if a hook did
 * or there are too many subscribers for one turn.
 */
export function publishMessage(
  ports: DispatchPorts,
  message: Message,
  dispatch: Dispatch,
): Dispatch | Promise<Dispatch> {
  const { metrics, hooks } = ports
  // Messages of the broker's own topics are not counted as client traffic.
  if (message.from.protocol !== 'sys') metrics['messages.publish'] += 1
  const { tracing } = ports.log
  if (tracing) tracePublish(tracing, message)
  if (!hooks.has('message.publish')) return route(ports, message, dispatch)
  const kept = hooks.runFold('message.publish', message, [dispatch])
  if (kept instanceof Promise) return kept.then((changed) => applyDecision(ports, message, changed, dispatch))
  return applyDecision(ports, message, kept, dispatch)
}

function applyDecision(
  ports: DispatchPorts,
  message: Message,
  kept: Message | undefined,
  dispatch: Dispatch,
): Dispatch | Promise<Dispatch> {
  if (kept !== message && ports.log.tracing) traceDecision(ports.log.tracing, message, kept)
  return kept ? route(ports, kept, dispatch) : dispatch
}

function route(ports: DispatchPorts, message: Message, dispatch: Dispatch): Dispatch | Promise<Dispatch> {
  if (message.retain && !retain(ports, message, dispatch)) return dispatch
  return deliver(ports, message, dispatch)
}

/** Delivers to subscribers and peers only, without hooks or retained store. Returns a promise if they take more than one turn. */
export function deliver(ports: DeliveryPorts, message: Message, dispatch: Dispatch): Dispatch | Promise<Dispatch> {
  const forwarded = ports.cluster.forward(message)
  const local = deliverLocally(ports, message, dispatch)
  if (typeof forwarded === 'number' && !local) return conclude(ports, message, dispatch, forwarded)
  return Promise.all([forwarded, local]).then(([peers]) => conclude(ports, message, dispatch, peers))
}

function conclude(ports: DeliveryPorts, message: Message, dispatch: Dispatch, peers: number): Dispatch {
  ports.metrics['messages.forward'] += peers
  dispatch.delivered += peers
  if (dispatch.delivered === 0) countUnrouted(ports, message)
  return dispatch
}

function deliverLocally(ports: DeliveryPorts, message: Message, dispatch: Dispatch): Promise<void> | undefined {
  const { normal, shared } = ports.router.match(message.topic)
  let receivers = shared.length
  for (const route of normal) receivers += route.members().length
  if (receivers > maxSteps) return deliverToMany(ports, { normal, shared }, message, dispatch)
  ports.turn.isOver(receivers)
  for (const route of normal) for (const member of route.members()) deliverTo(member, message, dispatch)
  for (const route of shared) deliverShared(ports, route, message, dispatch)
  return undefined
}

async function deliverToMany(
  ports: DeliveryPorts,
  { normal, shared }: RouteMatch<Session, Subscription>,
  message: Message,
  dispatch: Dispatch,
): Promise<void> {
  const { turn } = ports
  // Taken before the first pause: clients that subscribe in the meantime only get later messages.
  for (const members of normal.map((route) => route.members())) {
    for (const member of members) {
      if (turn.spend()) await turn.next()
      deliverTo(member, message, dispatch)
    }
  }
  for (const route of shared) {
    if (turn.spend()) await turn.next()
    deliverShared(ports, route, message, dispatch)
  }
}

function deliverTo({ subscriber, options }: Member<Session, Subscription>, message: Message, dispatch: Dispatch): void {
  if (subscriber.hasEnded) return
  subscriber.deliver(message, options, undefined, dispatch)
  dispatch.delivered += 1
}

const unavailable = { has: (session: Session) => !session.available }
const ended = { has: (session: Session) => session.hasEnded }

/** Delivers to one member of the group, if possible to a connected member that is not overloaded. */
export function deliverShared(
  ports: ZonePort & RoutePort,
  route: Route<Session, Subscription>,
  message: Message,
  dispatch?: Dispatch,
): void {
  // Members of a group may be in different zones, so the strategy of the default zone applies, as in EMQX.
  const { mqtt } = ports.zones.default
  const strategy = mqtt.shared_subscription_strategy
  const first = mqtt.shared_subscription_initial_sticky_pick
  const pick = (excluded?: typeof ended) => ports.sharedPicker.pick(route, message, strategy, excluded, first)
  let chosen = pick()
  // Each choice costs one pass over the members, because a large group may have no connected member.
  if (chosen && !chosen.subscriber.available) chosen = pick(unavailable) ?? chosen
  // No member is available: the message is queued in the session of the first choice.
  if (chosen?.subscriber.hasEnded) chosen = pick(ended)
  if (!chosen) return
  chosen.subscriber.deliver(message, chosen.options, route.name, dispatch)
  if (dispatch) dispatch.delivered += 1
}

/**
 * Returns false if the message must not be delivered: a deletion with `stop_publish_clear_msg`.
 * If writing to disk fails, the message is not retained in memory either, so that a restart does not change the state.
 */
function retain({ retained, journal }: RetainedPort & JournalPort, message: Message, dispatch: Dispatch): boolean {
  const before = journal.enabled ? retained.get(message.topic) : undefined
  const { outcome, committed } = retained.store(message)
  const isQuiet = outcome === 'deleted' && retained.settings.stop_publish_clear_msg
  if (!committed) return !isQuiet
  dispatch.join(committed)
  journal.commit().whenSafe((safe) => {
    // If the message was already deleted before, the first deletion restores it.
    if (safe || (outcome === 'deleted' && !before)) return
    const undone = before ? retained.putBack(before) : retained.delete(message.topic)
    undone?.catch(() => {})
  })
  return !isQuiet
}

function countUnrouted({ metrics, hooks }: Environment, message: Message): void {
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
