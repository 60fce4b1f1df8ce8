import { createHash } from 'node:crypto'
import type { ClientInfo, Hooks } from '@mqdeck/broker'
import { type ClientEvent, reasonName, type TimelineEntry } from '@mqdeck/contract'
import type { Clock } from '@mqdeck/kit'
import { createRings } from './ring.ts'

export interface ClientTimelineOptions {
  readonly hooks: Pick<Hooks, 'on'>
  readonly clock: Clock
  /** Entries of one client, and of all; about 200 bytes each. */
  readonly each?: number
  readonly all?: number
}

/** What happened to the clients of late, whether they are connected or not; in memory. */
export interface ClientTimeline {
  /** The newest last. `since`: milliseconds since the epoch from when on everything is known. */
  read(clientId: string): {
    readonly entries: readonly TimelineEntry[]
    readonly forgotten: number
    readonly since: number
    readonly limit: number
  }
  start(): void
  stop(): void
}

type Told = Omit<TimelineEntry, 'position' | 'at' | 'event'>

/** Characters of a text that are kept: clients may send 65 535 bytes in each, also those that are refused. */
const longest = 256
const keyOf = (clientId: string) =>
  clientId.length <= longest ? clientId : createHash('sha256').update(clientId).digest('base64')
/** Copied: a piece of a text keeps the whole in memory. */
const clip = (text: string) => (text.length <= longest ? text : `${Buffer.from(text.slice(0, longest)).toString()}...`)

function clipped({ topic, reason, username, ...rest }: Told): Told {
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
  each = 200,
  all = 100_000,
}: ClientTimelineOptions): ClientTimeline {
  const rings = createRings<TimelineEntry>({ each, all })
  let position = 0
  let since = clock.now()
  let ends: readonly (() => void)[] = []

  const note = (client: ClientInfo, event: ClientEvent, told: Told = {}) => {
    position += 1
    rings.add(keyOf(client.clientId), { position, event, at: clock.now(), ...clipped(told) })
  }
  /** A client may be denied thousands of times a second: that is one entry with a count. */
  const noteAgain = (client: ClientInfo, event: ClientEvent, whole: Told) => {
    const at = clock.now()
    const told = clipped(whole)
    position += 1
    rings.add(keyOf(client.clientId), { position, event, at, count: 1, ...told }, (newest) =>
      newest.event === event &&
      newest.topic === told.topic &&
      newest.reason === told.reason &&
      newest.action === told.action
        ? { ...newest, position, count: (newest.count ?? 1) + 1, last_at: at }
        : undefined,
    )
  }

  const listen = () => [
    hooks.on('client.connack', (client, code) => {
      if (code !== 0) note(client, 'refused', { reason: reasonName(code), ...describe(client) })
    }),
    hooks.on('client.connected', (client) => note(client, 'connected', describe(client))),
    hooks.on('client.disconnected', (client, reason) => note(client, 'disconnected', { reason })),
    hooks.on('session.created', (client) => note(client, 'session_created')),
    hooks.on('session.resumed', (client) => note(client, 'session_resumed')),
    hooks.on('session.terminated', (client, reason) => note(client, 'session_ended', { reason })),
    hooks.on('session.takenover', (client) => note(client, 'taken_over')),
    hooks.on('session.discarded', (client) => note(client, 'discarded')),
    hooks.on('session.subscribed', (client, { topic, qos }) => note(client, 'subscribed', { topic, qos })),
    hooks.on('session.unsubscribed', (client, { topic }) => note(client, 'unsubscribed', { topic })),
    hooks.on('client.check_authz_complete', (client, { type, topic }, result, source) => {
      if (result === 'deny') noteAgain(client, 'denied', { topic, action: type, reason: source })
    }),
    hooks.on('delivery.dropped', (client, { topic }, reason) => {
      // The client asked for it.
      if (reason !== 'no_local') noteAgain(client, 'dropped', { topic, reason })
    }),
  ]

  return {
    read: (clientId) => ({ ...rings.read(keyOf(clientId)), since, limit: each }),
    start() {
      since = clock.now()
      ends = listen()
    },
    stop() {
      for (const end of ends) end()
      ends = []
      rings.clear()
    },
  }
}

const describe = ({ peerhost, peerport, listener, protocolName, protocolVersion, username }: ClientInfo): Told => ({
  peername: `${peerhost}:${peerport}`,
  listener,
  proto_name: protocolName,
  proto_ver: protocolVersion,
  ...(username !== undefined && { username }),
})
