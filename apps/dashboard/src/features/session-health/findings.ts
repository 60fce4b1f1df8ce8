import type { SessionRow } from './session-row.ts'

/** Problems that a session can have. */
export const findingKinds = ['queue', 'dropping', 'drops', 'inflight', 'awaiting', 'memory', 'recent'] as const

export type FindingKind = (typeof findingKinds)[number]

export interface Finding {
  readonly kind: FindingKind
  readonly severity: 'amber' | 'red'
}

/** Limits above which a problem is reported. */
export const thresholds = {
  /** Fractions of the message queue limit. */
  queueAmber: 0.5,
  queueRed: 0.9,
  /** Number of queued messages that counts as full if the queue has no limit. */
  queueUnlimited: 1000,
  /** Fraction of the limit of QoS 2 messages that wait for PUBREL. */
  awaiting: 0.8,
  /** In words: 8 MB and 24 MB. The default limit of EMQX is 32 MB. */
  heapAmber: 1024 ** 2,
  heapRed: 3 * 1024 ** 2,
  /** Milliseconds since the last connection of an older session. */
  recent: 60_000,
} as const

/** The problems of a session, red ones first. `at` is the time of the scan in milliseconds. */
export function findingsOf(session: SessionRow, at: number): readonly Finding[] {
  const found: Finding[] = []
  const report = (kind: FindingKind, severity: Finding['severity']) => void found.push({ kind, severity })
  const queued =
    session.queueMax === undefined ? session.queue / thresholds.queueUnlimited : session.queue / session.queueMax
  if (queued >= thresholds.queueRed) report('queue', 'red')
  if ((session.dropRate ?? 0) > 0) report('dropping', 'red')
  if (session.heap >= thresholds.heapRed) report('memory', 'red')
  if (queued >= thresholds.queueAmber && queued < thresholds.queueRed) report('queue', 'amber')
  if (session.drops > 0 && !session.dropRate) report('drops', 'amber')
  if (isFull(session.inflight, session.inflightMax, 1)) report('inflight', 'amber')
  if (isFull(session.awaiting, session.awaitingMax, thresholds.awaiting)) report('awaiting', 'amber')
  if (session.heap >= thresholds.heapAmber && session.heap < thresholds.heapRed) report('memory', 'amber')
  if (hasReconnected(session, at)) report('recent', 'amber')
  return found
}

/** Score for the ranking by attention: severity first, then queued and dropped messages. */
export function attentionScore(session: SessionRow, at: number): number {
  const found = findingsOf(session, at)
  const weight = found.reduce((sum, { severity }) => sum + (severity === 'red' ? 100 : 10), 0)
  return weight === 0 ? 0 : weight + Math.min(9, Math.log10(1 + session.queue + session.drops))
}

const isFull = (count: number, limit: number | undefined, part: number) => limit !== undefined && count >= limit * part

function hasReconnected({ connected, connectedAt, createdAt }: SessionRow, at: number): boolean {
  return connected && at - connectedAt < thresholds.recent && connectedAt - createdAt > thresholds.recent
}
