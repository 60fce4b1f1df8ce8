import { attentionScore, type FindingKind, findingKinds, findingsOf } from './findings.ts'
import type { SessionRow } from './session-row.ts'
import { createTopList } from './top-list.ts'

/** Measures by which sessions are ranked. */
export const measures = [
  'attention',
  'queue',
  'drops',
  'dropRate',
  'inflight',
  'awaiting',
  'memory',
  'subscriptions',
  'recent',
] as const

export type Measure = (typeof measures)[number]

/** Dimensions by which sessions are counted. */
export const dimensions = ['node', 'listener', 'version', 'start', 'keepalive', 'connected'] as const

export type Dimension = (typeof dimensions)[number]

/** Number of sessions per value, most frequent first. */
export type Counts = readonly { readonly value: string; readonly count: number }[]

export interface Totals {
  readonly sessions: number
  readonly connected: number
  /** Queued messages of all sessions. */
  readonly queued: number
  readonly drops: number
  /** Sessions with at least one finding. */
  readonly withFindings: number
}

export interface Ranking {
  /** Start of the scan in milliseconds since the epoch. */
  readonly at: number
  readonly totals: Totals
  readonly findings: Readonly<Record<FindingKind, number>>
  /** The first sessions by each measure, without those whose value is 0. */
  readonly tops: Readonly<Record<Measure, readonly SessionRow[]>>
  readonly counts: Readonly<Record<Dimension, Counts>>
}

/** Drops of a scan, to compare the next one with. */
export interface DropMemory {
  readonly at: number
  readonly drops: ReadonlyMap<string, number>
  /** Whether all sessions with drops are included. */
  readonly isComplete: boolean
}

export interface Ranker {
  readonly add: (sessions: readonly SessionRow[]) => void
  readonly result: () => Ranking
  readonly memory: () => DropMemory
}

const maxTopSessions = 200
/** Maximum number of sessions to remember drops for, about 100 bytes each. */
const maxRememberedDrops = 50_000
/** Maximum number of distinct values per dimension. */
const maxValues = 200
/** Stands for all values beyond `maxValues`. */
export const otherValue = '…'

/** Ranks and counts a stream of sessions, keeping only the top ones. */
export function createRanker(at: number, previous?: DropMemory): Ranker {
  const tops = mapOf(measures, () => createTopList<SessionRow>(maxTopSessions))
  const counts = mapOf(dimensions, () => new Map<string, number>())
  const findings = mapOf(findingKinds, () => 0)
  const totals = { sessions: 0, connected: 0, queued: 0, drops: 0, withFindings: 0 }
  const drops = new Map<string, number>()
  let isComplete = true

  function count(dimension: Dimension, value: string): void {
    const counted = counts[dimension]
    const name = counted.has(value) || counted.size < maxValues ? value : otherValue
    counted.set(name, (counted.get(name) ?? 0) + 1)
  }

  function remember({ clientid, drops: dropped }: SessionRow): void {
    if (dropped === 0) return
    if (drops.size < maxRememberedDrops) drops.set(clientid, dropped)
    else isComplete = false
  }

  function addOne(row: SessionRow): void {
    const session = { ...row, dropRate: dropRateOf(row, at, previous) }
    totals.sessions++
    totals.queued += session.queue
    totals.drops += session.drops
    if (session.connected) totals.connected++
    const found = findingsOf(session, at)
    if (found.length > 0) totals.withFindings++
    for (const { kind } of found) findings[kind]++
    remember(session)
    for (const measure of measures) {
      const score = scores[measure](session, at)
      if (score > 0) tops[measure].offer(score, session)
    }
    for (const dimension of dimensions) {
      const value = values[dimension](session, at)
      if (value !== undefined) count(dimension, value)
    }
  }

  return {
    add: (sessions) => sessions.forEach(addOne),
    result: () => ({
      at,
      totals: { ...totals },
      findings: { ...findings },
      tops: mapOf(measures, (measure) => tops[measure].sorted()),
      counts: mapOf(dimensions, (dimension) => sortedCounts(counts[dimension])),
    }),
    memory: () => ({ at, drops, isComplete }),
  }
}

const scores: Readonly<Record<Measure, (session: SessionRow, at: number) => number>> = {
  attention: attentionScore,
  queue: ({ queue }) => queue,
  drops: ({ drops }) => drops,
  dropRate: ({ dropRate = 0 }) => dropRate,
  inflight: ({ inflight }) => inflight,
  awaiting: ({ awaiting }) => awaiting,
  memory: ({ heap }) => heap,
  subscriptions: ({ subscriptions }) => subscriptions,
  recent: ({ connected, connectedAt }) => (connected ? connectedAt : 0),
}

const values: Readonly<Record<Dimension, (session: SessionRow, at: number) => string | undefined>> = {
  node: ({ node }) => node,
  listener: ({ listener }) => listener,
  version: ({ version }) => String(version),
  start: ({ cleanStart }) => String(cleanStart),
  keepalive: ({ keepalive }) => bucketOf(keepalive, keepaliveBounds),
  connected: ({ connected, connectedAt }, at) =>
    connected ? bucketOf((at - connectedAt) / 1000, ageBounds) : 'disconnected',
}

/** Upper bounds of the buckets in seconds. Buckets are named after their bound; the last one is `more`. */
const keepaliveBounds = [0, 30, 60, 120, 300, 1200]
const ageBounds = [60, 600, 3600, 86_400]

const bucketOf = (value: number, bounds: readonly number[]): string =>
  String(bounds.find((bound) => value <= bound) ?? 'more')

/** Drops per minute since the last scan. Undefined if it cannot be calculated. */
function dropRateOf(session: SessionRow, at: number, previous: DropMemory | undefined): number | undefined {
  if (!previous || at <= previous.at) return undefined
  const known = previous.drops.get(session.clientid)
  if (known === undefined && (!previous.isComplete || session.createdAt > previous.at)) return undefined
  // The counter is reset by each connection.
  const since = session.drops >= (known ?? 0) ? session.drops - (known ?? 0) : session.drops
  return since / ((at - previous.at) / 60_000)
}

function sortedCounts(counted: ReadonlyMap<string, number>): Counts {
  return [...counted].map(([value, count]) => ({ value, count })).toSorted((a, b) => b.count - a.count)
}

function mapOf<Key extends string, T>(keys: readonly Key[], make: (key: Key) => T): Record<Key, T> {
  // Safe: every key has a value.
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, T>
}
