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

/** One line below a row of several events. */
interface TimelineDetail {
  /** A topic or the address of the client. */
  readonly label: string
  readonly count?: number
  /** Milliseconds since the epoch. */
  readonly at?: number
}

export interface TimelineRow {
  /** The latest of equal events that follow one another. */
  readonly entry: TimelineEntry
  readonly kind: TimelineKind
  /** Times of the latest and the first event, in milliseconds since 1970. */
  readonly at: number
  readonly firstAt: number
  /** Number of events. */
  readonly count: number
  /** The most frequent topics of the events, or each of the events; empty if they differ in nothing. */
  readonly details: readonly TimelineDetail[]
  readonly lastAttempt: ConnectionAttempt | undefined
  /** For `disconnected`: duration of the connection in milliseconds; undefined when it is no longer known. */
  readonly connectedFor: number | undefined
  /** The row is a connection and its end, `count` times in a row. */
  readonly isFlapping?: true
}

/** Newest first, with runs of equal events, and of equal connections, as one row. `entries` are newest last, as the API returns them. */
export function rowsOf(entries: readonly TimelineEntry[]): readonly TimelineRow[] {
  let lastAttempt: ConnectionAttempt | undefined
  let connectedAt: number | undefined
  const rows: TimelineRow[] = []
  for (const entry of entries) {
    const { event, at, last_at, count = 1 } = entry
    if (event === 'connected' || event === 'refused') lastAttempt = entry
    if (event === 'connected') connectedAt = at
    const isEnd = event === 'disconnected'
    const connectedFor = isEnd && connectedAt !== undefined ? at - connectedAt : undefined
    if (isEnd) connectedAt = undefined
    const times = { at: last_at ?? at, firstAt: at, count }
    const row = { entry, kind: kinds[event], ...times, details: detailsOf(entry), lastAttempt, connectedFor }
    const before = rows.at(-1)
    if (before && isSameRun(before.entry, entry)) rows[rows.length - 1] = merged(before, row)
    else rows.push(row)
  }
  return withoutFlapping(rows).reverse()
}

/** Events of one connection that repeat, at most. */
const maxCycle = 6
/** Fewer connections are shown one by one. */
const leastCycles = 3

/** Connections of equal events that follow one another as one row. Oldest first. */
function withoutFlapping(rows: readonly TimelineRow[]): TimelineRow[] {
  const shown: TimelineRow[] = []
  for (let start = 0; start < rows.length; ) {
    const { length, cycles } = cyclesAt(rows, start)
    const run = rows.slice(start, start + Math.max(1, length * cycles))
    shown.push(...(cycles === 0 ? run : asFlapping(run, cycles)))
    start += run.length
  }
  return shown
}

function cyclesAt(rows: readonly TimelineRow[], start: number): { readonly length: number; readonly cycles: number } {
  for (let length = 2; length <= maxCycle; length++) {
    const events = rows.slice(start, start + length).map(({ entry }) => entry.event)
    if (!events.includes('connected') || !events.includes('disconnected')) continue
    let end = start + length
    while (isSameEvent(rows[end], rows[end - length])) end++
    const cycles = Math.floor((end - start) / length)
    if (cycles >= leastCycles) return { length, cycles }
  }
  return { length: 0, cycles: 0 }
}

const isSameEvent = (one: TimelineRow | undefined, other: TimelineRow | undefined) =>
  one !== undefined &&
  other !== undefined &&
  one.entry.event === other.entry.event &&
  one.entry.reason === other.entry.reason &&
  one.entry.action === other.entry.action

/** The latest end of a connection, with the connections as details, newest first. */
function asFlapping(run: readonly TimelineRow[], count: number): readonly TimelineRow[] {
  const last = run.findLast(({ entry }) => entry.event === 'disconnected')
  if (!last) return run
  const details = run
    .filter(({ entry }) => entry.event === 'connected')
    .map(({ entry: { peername = '' }, at }): TimelineDetail => ({ label: peername, at }))
    .toReversed()
    .slice(0, maxDetails)
  const times = { at: Math.max(...run.map(({ at }) => at)), firstAt: Math.min(...run.map(({ firstAt }) => firstAt)) }
  return [{ ...last, ...times, count, details, connectedFor: undefined, isFlapping: true }]
}

/** Events that may follow one another many times. A connection and its end alternate. */
const repeatable: readonly ClientEvent[] = ['refused', 'subscribed', 'unsubscribed', 'denied', 'dropped']

const isSameRun = (one: TimelineEntry, next: TimelineEntry) =>
  repeatable.includes(next.event) &&
  one.event === next.event &&
  one.reason === next.reason &&
  one.action === next.action &&
  one.qos === next.qos

function detailsOf({ topics, topic, peername, at, count }: TimelineEntry): readonly TimelineDetail[] {
  if (topics) return topics.map((counted) => ({ label: counted.topic, count: counted.count }))
  const label = topic ?? peername
  if (label === undefined) return []
  return [{ label, ...(count === undefined ? { at } : { count }) }]
}

const maxDetails = 20

/** The row with the events of `next`, whose entry is newer. Counted topics are added up. */
function merged(row: TimelineRow, next: TimelineRow): TimelineRow {
  const counts = new Map<string, TimelineDetail>()
  for (const detail of [...next.details, ...row.details]) {
    const known = counts.get(detail.label)
    const count = (known?.count ?? 0) + (detail.count ?? 0)
    counts.set(detail.label, known && count > 0 ? { ...known, count } : (known ?? detail))
  }
  const details = [...counts.values()].toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0)).slice(0, maxDetails)
  return { ...next, firstAt: row.firstAt, count: row.count + next.count, details }
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
