import { createHash } from 'node:crypto'
import type { ClientInfo, Hooks } from '@mqdeck/broker'
import { type ClientEvent, reasonName, type TimelineEntry } from '@mqdeck/contract'
import type { Clock } from '@mqdeck/kit'
import { createRings } from './ring.ts'

export interface ClientTimelineOptions {
  readonly hooks: Pick<Hooks, 'on'>
  readonly clock: Clock
  /** Maximum number of entries per client and of all clients, about 200 bytes each. */
  readonly maxPerClient?: number
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

export function createClientTimeline({
  hooks,
  clock,
  maxPerClient = 200,
  maxTotal = 100_000,
}: ClientTimelineOptions): ClientTimeline {
  const rings = createRings<TimelineEntry>({ maxPerKey: maxPerClient, maxTotal })
  let position = 0
  let since = clock.now()
  let removers: readonly (() => void)[] = []

  const addEvent = (client: ClientInfo, event: ClientEvent, fields: EventFields = {}) => {
    position += 1
    rings.add(keyOf(client.clientId), { position, event, at: clock.now(), ...clipped(fields) })
  }
  /** Merges repeated events into one entry with a count, since a client may be denied thousands of times a second. */
  const addRepeatable = (client: ClientInfo, event: ClientEvent, allFields: EventFields) => {
    const at = clock.now()
    const fields = clipped(allFields)
    position += 1
    rings.add(keyOf(client.clientId), { position, event, at, count: 1, ...fields }, (newest) =>
      newest.event === event &&
      newest.topic === fields.topic &&
      newest.reason === fields.reason &&
      newest.action === fields.action
        ? { ...newest, position, count: (newest.count ?? 1) + 1, last_at: at }
        : undefined,
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
    read: (clientId) => ({ ...rings.read(keyOf(clientId)), since, limit: maxPerClient }),
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
  proto_ver: protocolVersion,
  ...(username !== undefined && { username }),
})
