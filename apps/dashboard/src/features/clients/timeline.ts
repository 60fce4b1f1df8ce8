import type { ClientEvent, TimelineEntry } from '@mqdeck/contract'

/** The kinds of events that the timeline can be filtered by. */
export const timelineKinds = ['connection', 'session', 'subscription', 'denied', 'dropped'] as const
export type TimelineKind = (typeof timelineKinds)[number]

const kinds: Readonly<Record<ClientEvent, TimelineKind>> = {
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

/** The identity and address of the client at its latest connection attempt. */
type ConnectionAttempt = Pick<TimelineEntry, 'username' | 'peername' | 'listener'>

export interface TimelineRow {
  readonly entry: TimelineEntry
  readonly kind: TimelineKind
  /** Milliseconds since the epoch; the latest time of a repeated event. */
  readonly at: number
  readonly lastAttempt: ConnectionAttempt | undefined
  /** For `disconnected`: duration of the connection in milliseconds; undefined when it is no longer known. */
  readonly connectedFor: number | undefined
}

/** Newest first. `entries` are newest last, as the API returns them. */
export function rowsOf(entries: readonly TimelineEntry[]): readonly TimelineRow[] {
  let lastAttempt: ConnectionAttempt | undefined
  let connectedAt: number | undefined
  const rows = entries.map((entry): TimelineRow => {
    const { event, at, last_at } = entry
    if (event === 'connected' || event === 'refused') lastAttempt = entry
    if (event === 'connected') connectedAt = at
    const isEnd = event === 'disconnected'
    const connectedFor = isEnd && connectedAt !== undefined ? at - connectedAt : undefined
    if (isEnd) connectedAt = undefined
    return { entry, kind: kinds[event], at: last_at ?? at, lastAttempt, connectedFor }
  })
  return rows.reverse()
}

export function countsOf(rows: readonly TimelineRow[]): Readonly<Record<TimelineKind, number>> {
  const counts = { connection: 0, session: 0, subscription: 0, denied: 0, dropped: 0 }
  for (const { kind } of rows) counts[kind] += 1
  return counts
}

/** Groups consecutive rows of the same day. `dayOf` names the day of a time. */
export function byDay(
  rows: readonly TimelineRow[],
  dayOf: (at: number) => string,
): readonly { readonly day: string; readonly rows: readonly TimelineRow[] }[] {
  const days: { readonly day: string; readonly rows: TimelineRow[] }[] = []
  for (const row of rows) {
    const day = dayOf(row.at)
    const last = days.at(-1)
    if (last?.day === day) last.rows.push(row)
    else days.push({ day, rows: [row] })
  }
  return days
}

/** `[::1]:5000`, `10.0.0.7:5000`: the address without its port. */
export const hostOf = (peername: string): string => peername.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
