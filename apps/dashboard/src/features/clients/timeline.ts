import type { ClientEvent, TimelineEntry } from '@mqdeck/contract'

/** What the timeline can be narrowed to. */
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

/** As whom the client came, the last time before. */
type Caller = Pick<TimelineEntry, 'username' | 'peername' | 'listener'>

export interface TimelineRow {
  readonly entry: TimelineEntry
  readonly kind: TimelineKind
  /** Milliseconds since the epoch: of what happened again and again, the last time. */
  readonly at: number
  readonly caller: Caller | undefined
  /** Of `disconnected`: for how long it was connected, in milliseconds; undefined when that is no longer known. */
  readonly connectedFor: number | undefined
}

/** The newest first. `entries` have the newest last, as the broker tells them. */
export function rowsOf(entries: readonly TimelineEntry[]): readonly TimelineRow[] {
  let caller: Caller | undefined
  let connectedAt: number | undefined
  const rows = entries.map((entry): TimelineRow => {
    const { event, at, last_at } = entry
    if (event === 'connected' || event === 'refused') caller = entry
    if (event === 'connected') connectedAt = at
    const isEnd = event === 'disconnected'
    const connectedFor = isEnd && connectedAt !== undefined ? at - connectedAt : undefined
    if (isEnd) connectedAt = undefined
    return { entry, kind: kinds[event], at: last_at ?? at, caller, connectedFor }
  })
  return rows.reverse()
}

export function countsOf(rows: readonly TimelineRow[]): Readonly<Record<TimelineKind, number>> {
  const counts = { connection: 0, session: 0, subscription: 0, denied: 0, dropped: 0 }
  for (const { kind } of rows) counts[kind] += 1
  return counts
}

/** Neighbours of the same day together. `dayOf` names the day of a moment. */
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
