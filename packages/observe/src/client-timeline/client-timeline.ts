import { createHash } from 'node:crypto'
import type { ClientInfo, Hooks } from '@mqdeck/broker'
import { type ClientEvent, reasonName, type TimelineEntry } from '@mqdeck/contract'
import type { Clock } from '@mqdeck/kit'
import { createRings } from './ring.ts'

export interface ClientTimelineOptions {
  readonly hooks: Pick<Hooks, 'on'>
  readonly clock: Clock
  /** Maximum number of entries of all clients, about 200 bytes each. */
  readonly maxTotal?: number
}

/** Recent events of connected and disconnected clients, kept in memory. */
export interface ClientTimeline {
  /** Newest last. `since` is the start of recording in milliseconds since the epoch. */
  read(clientId: string): {
    readonly entries: readonly TimelineEntry[]
    readonly forgotten: number
    readonly since: number
    readonly limit: number
  }
  start(): void
  stop(): void
}

type EventFields = Omit<TimelineEntry, 'position' | 'at' | 'event'>

/** Maximum characters per text. Clients may send 65,535 bytes in each, even if they are rejected. */
const maxTextLength = 256
const keyOf = (clientId: string) =>
  clientId.length <= maxTextLength ? clientId : createHash('sha256').update(clientId).digest('base64')
/** Copies the text, since a substring keeps the original string in memory. */
const clip = (text: string) =>
  text.length <= maxTextLength ? text : `${Buffer.from(text.slice(0, maxTextLength)).toString()}...`

function clipped({ topic, reason, username, ...rest }: EventFields): EventFields {
  return {
    ...rest,
    ...(topic !== undefined && { topic: clip(topic) }),
    ...(reason !== undefined && { reason: clip(reason) }),
    ...(username !== undefined && { username: clip(username) }),
  }
}

/** Maximum number of entries per client. Drops and denials, which are most frequent, do not evict connections. */
const quotas = { connection: 80, session: 40, subscription: 40, denied: 20, dropped: 20 } as const
type Kind = keyof typeof quotas
const maxPerClient = Object.values(quotas).reduce((sum, quota) => sum + quota, 0)

const kinds: Readonly<Record<ClientEvent, Kind>> = {
  connected: 'connection',
  refused: 'connection',
  disconnected: 'connection',
  session_created: 'session',
  session_resumed: 'session',
  session_ended: 'session',
  taken_over: 'session',
  discarded: 'session',
  subscribed: 'subscription',
  unsubscribed: 'subscription',
  denied: 'denied',
  dropped: 'dropped',
}

/** Milliseconds without the event after which it is a new run. */
const runGapMs = 60_000
const maxTopics = 8

/** An entry of repeated events: it is changed by each of them, since there may be thousands a second. */
type Entry = { -readonly [Field in keyof TimelineEntry]: TimelineEntry[Field] } & {
  counts?: Map<string, TopicCount>
}

/** `excess` of the count may belong to topics that this one has replaced. */
interface TopicCount {
  count: number
  readonly excess: number
}

export function createClientTimeline({ hooks, clock, maxTotal = 100_000 }: ClientTimelineOptions): ClientTimeline {
  const rings = createRings<Kind, Entry>({ quotas, maxTotal })
  let position = 0
  let since = clock.now()
  let removers: readonly (() => void)[] = []

  const addEvent = (client: ClientInfo, event: ClientEvent, fields: EventFields = {}) => {
    // Its client ID is only unique in the gateway.
    if (client.gateway !== undefined) return
    position += 1
    rings.add(keyOf(client.clientId), kinds[event], () => ({ position, event, at: clock.now(), ...clipped(fields) }))
  }
  /** Merges a run of events with the same reason into one entry with a count, its times and the top topics. */
  const addRepeatable = (client: ClientInfo, event: 'denied' | 'dropped', allFields: EventFields) => {
    if (client.gateway !== undefined) return
    const at = clock.now()
    const fields = clipped(allFields)
    const { topic, reason, action } = fields
    position += 1
    rings.add(
      keyOf(client.clientId),
      kinds[event],
      () => ({
        position,
        event,
        at,
        count: 1,
        ...fields,
        ...(topic !== undefined && { counts: new Map([[topic, { count: 1, excess: 0 }]]) }),
      }),
      (newest) => {
        const run = newest.findLast((entry) => entry.reason === reason && entry.action === action)
        if (!run || at - (run.last_at ?? run.at) > runGapMs) return false
        run.position = position
        run.count = (run.count ?? 1) + 1
        run.last_at = at
        if (topic !== undefined && run.counts) countTopic(run.counts, topic)
        return true
      },
    )
  }

  const listen = () => [
    hooks.on('client.connack', (client, code) => {
      if (code !== 0) addEvent(client, 'refused', { reason: reasonName(code), ...describe(client) })
    }),
    hooks.on('client.connected', (client) => addEvent(client, 'connected', describe(client))),
    hooks.on('client.disconnected', (client, reason) => addEvent(client, 'disconnected', { reason })),
    hooks.on('session.created', (client) => addEvent(client, 'session_created')),
    hooks.on('session.resumed', (client) => addEvent(client, 'session_resumed')),
    hooks.on('session.terminated', (client, reason) => addEvent(client, 'session_ended', { reason })),
    hooks.on('session.takenover', (client) => addEvent(client, 'taken_over')),
    hooks.on('session.discarded', (client) => addEvent(client, 'discarded')),
    hooks.on('session.subscribed', (client, { topic, qos }) => addEvent(client, 'subscribed', { topic, qos })),
    hooks.on('session.unsubscribed', (client, { topic }) => addEvent(client, 'unsubscribed', { topic })),
    hooks.on('client.check_authz_complete', (client, { type, topic }, result, source) => {
      if (result === 'deny') addRepeatable(client, 'denied', { topic, action: type, reason: source })
    }),
    hooks.on('delivery.dropped', (client, { topic }, reason) => {
      // Requested by the client.
      if (reason !== 'no_local') addRepeatable(client, 'dropped', { topic, reason })
    }),
  ]

  return {
    read(clientId) {
      const { entries, forgotten } = rings.read(keyOf(clientId))
      const ordered = entries.toSorted((a, b) => a.position - b.position)
      return { entries: ordered.map(toTimelineEntry), forgotten, since, limit: maxPerClient }
    },
    start() {
      since = clock.now()
      removers = listen()
    },
    stop() {
      for (const remove of removers) remove()
      removers = []
      rings.clear()
    },
  }
}

/** Counts a topic in constant memory: a new topic replaces the least frequent one and takes over its count. */
function countTopic(counts: Map<string, TopicCount>, topic: string): void {
  const known = counts.get(topic)
  if (known) {
    known.count += 1
    return
  }
  let excess = 0
  if (counts.size >= maxTopics) {
    const [rarest, { count }] = [...counts].reduce((a, b) => (b[1].count < a[1].count ? b : a))
    counts.delete(rarest)
    excess = count
  }
  counts.set(topic, { count: excess + 1, excess })
}

/** The counts of the topics are at least as reported. */
function toTimelineEntry({ counts, ...entry }: Entry): TimelineEntry {
  if (!counts || counts.size < 2) return entry
  const topics = [...counts].map(([topic, { count, excess }]) => ({ topic, count: count - excess }))
  return { ...entry, topics: topics.sort((a, b) => b.count - a.count) }
}

const describe = ({
  peerhost,
  peerport,
  listener,
  protocolName,
  protocolVersion,
  username,
}: ClientInfo): EventFields => ({
  peername: `${peerhost}:${peerport}`,
  listener,
  proto_name: protocolName,
  proto_ver: Number(protocolVersion),
  ...(username !== undefined && { username }),
})
