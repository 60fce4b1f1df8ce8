import type { SessionRow } from './session-row.ts'

/** What can be wrong with a session. */
export const findingKinds = ['queue', 'dropping', 'drops', 'inflight', 'awaiting', 'memory', 'recent'] as const

export type FindingKind = (typeof findingKinds)[number]

export interface Finding {
  readonly kind: FindingKind
  readonly severity: 'amber' | 'red'
}

/** From when on something is told of; the page explains each. */
export const thresholds = {
  /** Parts of what the queue holds. */
  queueAmber: 0.5,
  queueRed: 0.9,
  /** Messages that wait where the queue has no limit. */
  queueUnlimited: 1000,
  /** Part of the window of QoS 2 messages that wait for PUBREL. */
  awaiting: 0.8,
  /** Words: 8 MB and 24 MB; EMQX ends a session at 32 MB unless set otherwise. */
  heapAmber: 1024 ** 2,
  heapRed: 3 * 1024 ** 2,
  /** Milliseconds since a session that is older was connected anew. */
  recent: 60_000,
} as const

/** Red ones first. `at` is the time of the scan in milliseconds. */
export function findingsOf(session: SessionRow, at: number): readonly Finding[] {
  const found: Finding[] = []
  const tell = (kind: FindingKind, severity: Finding['severity']) => void found.push({ kind, severity })
  const queued =
    session.queueMax === undefined ? session.queue / thresholds.queueUnlimited : session.queue / session.queueMax
  if (queued >= thresholds.queueRed) tell('queue', 'red')
  if ((session.dropRate ?? 0) > 0) tell('dropping', 'red')
  if (session.heap >= thresholds.heapRed) tell('memory', 'red')
  if (queued >= thresholds.queueAmber && queued < thresholds.queueRed) tell('queue', 'amber')
  if (session.drops > 0 && !session.dropRate) tell('drops', 'amber')
  if (isFull(session.inflight, session.inflightMax, 1)) tell('inflight', 'amber')
  if (isFull(session.awaiting, session.awaitingMax, thresholds.awaiting)) tell('awaiting', 'amber')
  if (session.heap >= thresholds.heapAmber && session.heap < thresholds.heapRed) tell('memory', 'amber')
  if (hasComeBack(session, at)) tell('recent', 'amber')
  return found
}

/** For the order of those that need a look: worse first, then the one with more waiting. */
export function attentionScore(session: SessionRow, at: number): number {
  const found = findingsOf(session, at)
  const weight = found.reduce((sum, { severity }) => sum + (severity === 'red' ? 100 : 10), 0)
  return weight === 0 ? 0 : weight + Math.min(9, Math.log10(1 + session.queue + session.drops))
}

const isFull = (count: number, limit: number | undefined, part: number) => limit !== undefined && count >= limit * part

function hasComeBack({ connected, connectedAt, createdAt }: SessionRow, at: number): boolean {
  return connected && at - connectedAt < thresholds.recent && connectedAt - createdAt > thresholds.recent
}
