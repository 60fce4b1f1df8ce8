import { attentionScore, type FindingKind, findingKinds, findingsOf } from './findings.ts'
import type { SessionRow } from './session-row.ts'
import { createTopList } from './top-list.ts'

/** By what sessions are ranked. */
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

/** By what they are counted. */
export const dimensions = ['node', 'listener', 'version', 'start', 'keepalive', 'connected'] as const

export type Dimension = (typeof dimensions)[number]

/** How many had which value, most first. */
export type Counts = readonly { readonly value: string; readonly count: number }[]

export interface Totals {
  readonly sessions: number
  readonly connected: number
  /** Messages that wait in all queues. */
  readonly queued: number
  readonly drops: number
  /** Sessions with something to look at. */
  readonly concerned: number
}

export interface Ranking {
  /** When the scan began, in milliseconds since 1970. */
  readonly at: number
  readonly totals: Totals
  readonly findings: Readonly<Record<FindingKind, number>>
  /** The first of each measure; those for whom it is 0 are left out. */
  readonly tops: Readonly<Record<Measure, readonly SessionRow[]>>
  readonly counts: Readonly<Record<Dimension, Counts>>
}

/** What the next scan is compared with. */
export interface DropMemory {
  readonly at: number
  readonly drops: ReadonlyMap<string, number>
  /** All sessions that dropped something are in it. */
  readonly isComplete: boolean
}

export interface Ranker {
  readonly add: (sessions: readonly SessionRow[]) => void
  readonly result: () => Ranking
  readonly memory: () => DropMemory
}

const kept = 200
/** Sessions whose drops are remembered for the next scan, some 100 bytes each. */
const rememberedDrops = 50_000
/** Values of one dimension that are told apart. */
const mostValues = 200
/** Counts together what came after the first so many values. */
export const otherValue = '…'

/** Ranks and counts sessions as they come, and keeps of all of them only what is at the top. */
export function createRanker(at: number, before?: DropMemory): Ranker {
  const tops = mapOf(measures, () => createTopList<SessionRow>(kept))
  const counts = mapOf(dimensions, () => new Map<string, number>())
  const findings = mapOf(findingKinds, () => 0)
  const totals = { sessions: 0, connected: 0, queued: 0, drops: 0, concerned: 0 }
  const drops = new Map<string, number>()
  let isComplete = true

  function count(dimension: Dimension, value: string): void {
    const counted = counts[dimension]
    const name = counted.has(value) || counted.size < mostValues ? value : otherValue
    counted.set(name, (counted.get(name) ?? 0) + 1)
  }

  function remember({ clientid, drops: dropped }: SessionRow): void {
    if (dropped === 0) return
    if (drops.size < rememberedDrops) drops.set(clientid, dropped)
    else isComplete = false
  }

  function addOne(row: SessionRow): void {
    const session = { ...row, dropRate: dropRateOf(row, at, before) }
    totals.sessions++
    totals.queued += session.queue
    totals.drops += session.drops
    if (session.connected) totals.connected++
    const found = findingsOf(session, at)
    if (found.length > 0) totals.concerned++
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

/** Seconds up to which a bucket goes; its name is its bound, and `more` for the last. */
const keepaliveBounds = [0, 30, 60, 120, 300, 1200]
const ageBounds = [60, 600, 3600, 86_400]

const bucketOf = (value: number, bounds: readonly number[]): string =>
  String(bounds.find((bound) => value <= bound) ?? 'more')

/** Drops in a minute since the last scan; undefined where that cannot be told. */
function dropRateOf(session: SessionRow, at: number, before: DropMemory | undefined): number | undefined {
  if (!before || at <= before.at) return undefined
  const known = before.drops.get(session.clientid)
  if (known === undefined && (!before.isComplete || session.createdAt > before.at)) return undefined
  // The count begins anew with each connection.
  const since = session.drops >= (known ?? 0) ? session.drops - (known ?? 0) : session.drops
  return since / ((at - before.at) / 60_000)
}

function sortedCounts(counted: ReadonlyMap<string, number>): Counts {
  return [...counted].map(([value, count]) => ({ value, count })).toSorted((a, b) => b.count - a.count)
}

function mapOf<Key extends string, T>(keys: readonly Key[], make: (key: Key) => T): Record<Key, T> {
  // Every key gets its value.
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, T>
}
