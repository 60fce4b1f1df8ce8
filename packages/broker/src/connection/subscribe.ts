import type { Tracing } from '@mqdeck/kit'
import {
  noProperties,
  ReasonError,
  type RequestedFilter,
  reasonCode,
  type SubscribePacket,
  type UnsubscribePacket,
} from '../packets/index.ts'
import type { Environment } from '../ports.ts'
import { isWildcard, type ParsedFilter, validateTopicFilter } from '../routing/index.ts'
import { createWrites } from '../session/journal.ts'
import type { Subscribed } from '../session/subscriptions.ts'
import type { ClientInfo, SubscriptionOptions } from '../types.ts'
import type { Zone } from '../zones.ts'
import { authorize } from './authorize.ts'
import type { Connection, Established } from './connection.ts'
import { toBrokerFilter } from './mountpoint.ts'
import { logIdentity } from './packet-tap.ts'

type WantedFilter = SubscriptionOptions & { readonly topic: string }

/**
 * SUBSCRIBE (3.8): one reason code for each filter. Hooks that rewrite filters run after authorization, as in EMQX. A packet may have 100 000
 * filters: they are handled in slices, and the client's next packets wait.
 */
export async function handleSubscribe(
  connection: Connection,
  established: Established,
  packet: SubscribePacket,
): Promise<void> {
  const { ports } = connection
  const { turn } = ports
  const wanted: WantedFilter[] = []
  const verdicts: (number | Promise<number>)[] = []
  for (const requested of packet.filters) {
    if (turn.spend()) await turn.next()
    if (connection.state === 'closed') return
    const filter = toWanted(requested, packet, connection, established)
    wanted.push(filter)
    verdicts.push(check(connection, established.session.info, filter))
  }
  const settling = settleAll(verdicts)
  const codes = settling instanceof Promise ? await settling : settling
  if (connection.state === 'closed') return
  if (ports.hooks.has('client.subscribe')) return runSubscribeHook(connection, established, packet, wanted, codes)
  return finish(connection, established, packet, wanted, codes)
}

/** Returns synchronously if no verdict is a promise. */
const settleAll = (verdicts: readonly (number | Promise<number>)[]): Promise<readonly number[]> | readonly number[] =>
  verdicts.some((verdict) => verdict instanceof Promise) ? Promise.all(verdicts) : (verdicts as number[])

/** Before MQTT 5, the zone decides No Local, and bridges get Retain As Published, as in EMQX. */
function toWanted(
  filter: RequestedFilter,
  { properties }: SubscribePacket,
  { version, zone }: Connection,
  { session }: Established,
): WantedFilter {
  const topic = toBrokerFilter(session.info.mountpoint, filter.topic)
  if (version !== 5)
    return {
      topic,
      qos: filter.qos,
      nl: zone.mqtt.ignore_loop_deliver ? 1 : 0,
      rap: session.info.isBridge ? 1 : 0,
      rh: 0,
    }
  const { subscriptionIdentifier } = properties
  const { qos, nl, rap, rh } = filter
  return {
    topic,
    qos,
    nl,
    rap,
    rh,
    ...(subscriptionIdentifier !== undefined && { subscriptionId: subscriptionIdentifier }),
  }
}

/** The reason code: 0 if the client may subscribe. */
function check(connection: Connection, info: ClientInfo, wanted: WantedFilter): number | Promise<number> {
  const { ports, version, zone } = connection
  const parsed = parse(zone, wanted.topic)
  if (typeof parsed === 'number') return parsed
  if (version === 5 && parsed.kind === 'shared' && wanted.nl === 1)
    throw new ReasonError(reasonCode.protocolError, 'protocol_error', 'MQTT-3.8.3-4')
  const allowed = authorize(ports, info, 'subscribe', parsed.filter, wanted.qos, false)
  const verdict = (may: boolean) => (may ? subscriptionRefusal(zone, parsed) : reasonCode.notAuthorized)
  if (!(allowed instanceof Promise)) return verdict(allowed)
  const later = allowed.then(verdict)
  // Another filter may end the connection before this one is awaited.
  later.catch(() => {})
  return later
}

function parse({ mqtt }: Zone, topic: string): ParsedFilter | number {
  try {
    return validateTopicFilter(topic, mqtt.max_topic_levels)
  } catch (error) {
    if (error instanceof ReasonError) return error.reasonCode
    throw error
  }
}

/** The reason code: 0 if the zone allows such subscriptions. */
export function subscriptionRefusal({ mqtt }: Zone, { kind, filter }: ParsedFilter): number {
  if (kind === 'shared' && !mqtt.shared_subscription) return reasonCode.sharedSubscriptionsNotSupported
  if (kind === 'exclusive' && (!mqtt.exclusive_subscription || isWildcard(filter))) return reasonCode.topicFilterInvalid
  if (isWildcard(filter) && !mqtt.wildcard_subscription) return reasonCode.wildcardSubscriptionsNotSupported
  return reasonCode.success
}

/** Runs `client.subscribe` with the allowed filters. A filter that it removes is acknowledged but not subscribed. */
async function runSubscribeHook(
  connection: Connection,
  established: Established,
  packet: SubscribePacket,
  wanted: readonly WantedFilter[],
  codes: readonly number[],
): Promise<void> {
  const { ports } = connection
  const allowed = wanted.filter((_, index) => codes[index] === reasonCode.success)
  const changed = await ports.hooks.runFold('client.subscribe', allowed, [established.session.info, packet.properties])
  if (connection.state === 'closed') return
  if (changed !== allowed && ports.log.tracing)
    traceChangedFilters(connection, ports.log.tracing, 'client.subscribe', allowed.map(toTopic), changed.map(toTopic))
  let next = 0
  const kept: (WantedFilter | undefined)[] = wanted.map((filter, index) => {
    if (codes[index] !== reasonCode.success) return filter
    const replacement = changed[next]
    next += 1
    return replacement
  })
  await finish(connection, established, packet, kept, codes, changed.slice(next))
}

const toTopic = ({ topic }: WantedFilter) => topic

async function finish(
  connection: Connection,
  { session }: Established,
  packet: SubscribePacket,
  wanted: readonly (WantedFilter | undefined)[],
  codes: readonly number[],
  added: readonly WantedFilter[] = [],
): Promise<void> {
  const { ports, outbox } = connection
  const { turn, journal } = ports
  ports.metrics['client.subscribe'] += 1
  const writes = createWrites(journal)
  const done: Subscribed[] = []
  const subscribe = (filter: WantedFilter) => {
    const subscribed = ports.sessions.subscriptions.subscribe(session, filter)
    if (typeof subscribed === 'number') return subscribed
    done.push(subscribed)
    if (session.records) writes.add()
    return Math.min(filter.qos, connection.zone.mqtt.max_qos_allowed)
  }
  const reasonCodes: number[] = []
  for (const [index, filter] of wanted.entries()) {
    if (turn.spend()) await turn.next()
    if (connection.state === 'closed') return
    const code = codes[index] ?? reasonCode.unspecifiedError
    if (code !== reasonCode.success) reasonCodes.push(code)
    else reasonCodes.push(filter ? subscribe(filter) : (packet.filters[index]?.qos ?? 0))
  }
  for (const filter of added) {
    if (turn.spend()) await turn.next()
    if (connection.state === 'closed') return
    subscribe(filter)
  }
  count(ports, reasonCodes)
  const send = async () => {
    connection.send({ type: 'suback', packetId: packet.packetId, reasonCodes, properties: noProperties })
    for (const { sendRetained } of done) {
      if (turn.spend()) await turn.next()
      if (connection.state === 'closed') return
      sendRetained()
    }
  }
  const refuse = async () => {
    const refused = reasonCodes.map((code) => (code < 0x80 ? reasonCode.quotaExceeded : code))
    connection.send({ type: 'suback', packetId: packet.packetId, reasonCodes: refused, properties: noProperties })
    for (const { undo } of done.toReversed()) {
      if (turn.spend()) await turn.next()
      if (session.hasEnded) return
      undo()
    }
  }
  const { commit } = writes
  if (!commit && outbox.deferred === 0) return send()
  outbox.defer(
    commit,
    () => void send(),
    () => void refuse(),
  )
}

function count({ metrics }: Environment, codes: readonly number[]): void {
  if (codes.some((code) => code >= reasonCode.unspecifiedError)) metrics['packets.subscribe.error'] += 1
  if (codes.includes(reasonCode.notAuthorized)) metrics['packets.subscribe.auth_error'] += 1
}

/**
 * UNSUBSCRIBE (3.10): filters are compared character by character [MQTT-3.10.4-1]. Handled in slices like SUBSCRIBE.
 */
export async function handleUnsubscribe(
  connection: Connection,
  { session }: Established,
  packet: UnsubscribePacket,
): Promise<void> {
  const { ports, outbox } = connection
  const { hooks, log, journal, turn } = ports
  const topics = packet.topics.map((topic) => toBrokerFilter(session.info.mountpoint, topic))
  const changed = hooks.runFold('client.unsubscribe', topics, [session.info, packet.properties])
  const filters = changed instanceof Promise ? await changed : changed
  if (log.tracing) traceChangedFilters(connection, log.tracing, 'client.unsubscribe', topics, filters)
  ports.metrics['client.unsubscribe'] += 1
  const writes = createWrites(journal)
  const codes: number[] = []
  for (const index of packet.topics.keys()) {
    if (turn.spend()) await turn.next()
    if (session.hasEnded) return
    const topic = filters[index]
    const was = topic !== undefined && ports.sessions.subscriptions.unsubscribe(session, topic)
    if (was && session.records) writes.add()
    codes.push(was ? reasonCode.success : reasonCode.noSubscriptionExisted)
  }
  const reasonCodes = connection.version === 5 ? codes : []
  const send = () =>
    connection.send({ type: 'unsuback', packetId: packet.packetId, reasonCodes, properties: noProperties })
  const { commit } = writes
  if (!commit && outbox.deferred === 0) send()
  else outbox.defer(commit, send, () => connection.close('unspecified_error'))
}

function traceChangedFilters(
  connection: Connection,
  tracing: Tracing,
  hook: 'client.subscribe' | 'client.unsubscribe',
  filters: readonly string[],
  changed: readonly string[],
): void {
  if (filters.join() === changed.join()) return
  tracing.write({
    tag: 'HOOK',
    msg: 'topic_filters_changed_by_hook',
    meta: { ...logIdentity(connection), hook, filters, changed },
  })
}
