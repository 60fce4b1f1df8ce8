import type { Clock } from '../clock.ts'
import { createRateMeter, type Rates } from '../rate-meter.ts'

const counted = ['matched', 'success', 'failed', 'late_reply', 'retried', 'received'] as const
const reasons = ['expired', 'other', 'queue_full', 'resource_not_found', 'resource_stopped'] as const

type Counted = (typeof counted)[number]
/** Why a request was dropped without a response. */
export type RequestDropReason = (typeof reasons)[number]
type Dropped = `dropped.${RequestDropReason}`

/** Number of requests that are waiting and in flight. */
export interface WaitingCounts {
  readonly queuing: number
  readonly queuing_bytes: number
  readonly inflight: number
}

/** Metrics of an action or a source, under EMQX's names. The rates are those of `matched` and `received`. */
export type RequestMetrics = Readonly<Record<Counted | Dropped | 'dropped', number>> & WaitingCounts & Rates

export interface RequestCounters {
  readonly count: (what: Counted, times?: number) => void
  readonly drop: (why: RequestDropReason, times?: number) => void
  readonly read: (waiting: WaitingCounts) => RequestMetrics
  readonly reset: () => void
}

const zeros = () =>
  Object.fromEntries([...counted, ...reasons.map((why) => `dropped.${why}`)].map((name) => [name, 0])) as Record<
    Counted | Dropped,
    number
  > // the lists contain every name

export function createRequestCounters(clock: Pick<Clock, 'now'>): RequestCounters {
  let counts = zeros()
  const rate = createRateMeter(clock)
  return {
    count(what, times = 1) {
      counts[what] += times
      if (what === 'matched' || what === 'received') rate.count(times)
    },
    drop(why, times = 1) {
      counts[`dropped.${why}`] += times
    },
    read: (waiting) => ({
      ...counts,
      dropped: reasons.reduce((sum, why) => sum + counts[`dropped.${why}`], 0),
      ...waiting,
      ...rate.read(),
    }),
    reset() {
      counts = zeros()
      rate.reset()
    },
  }
}
