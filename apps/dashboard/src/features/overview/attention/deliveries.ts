import type { MessageQueues } from '@mqdeck/contract'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { meanRate } from '../../../lib/numbers/recent-rate.ts'
import { type RecentRates, sinceOf } from '../rates.ts'
import type { Check } from './finding.ts'
import { attentionMessages } from './messages.ts'

/** The reasons of a lost delivery, and their counters. */
const reasons = {
  queue_full: 'delivery_dropped_queue_full',
  expired: 'delivery_dropped_expired',
  too_large: 'delivery_dropped_too_large',
  no_local: 'delivery_dropped_no_local',
  qos0_msg: 'delivery_dropped_qos0_msg',
} as const

const minute = 60_000

/** The rates of the reasons that occur, highest first: `queue full 120/s`. */
export function useLossReasons(): (rates: RecentRates) => readonly string[] {
  const texts = useMessages(attentionMessages)
  const format = useFormat()
  return ({ points, now }) =>
    (['queue_full', 'expired', 'too_large', 'no_local', 'qos0_msg'] as const)
      .map((reason) => ({ reason, rate: meanRate(points(reasons[reason]), now - minute, now) ?? 0 }))
      .filter(({ rate }) => rate > 0)
      .toSorted((a, b) => b.rate - a.rate)
      .map(({ reason, rate }) => texts.reasons[reason](format.rate(rate)))
}

export interface Deliveries {
  readonly rates: RecentRates
  readonly queues: MessageQueues | undefined
  readonly isLoading: boolean
}

/** Deliveries lost in the last minute, with the reasons and the clients that are too slow. */
export function useDeliveryCheck({ rates, queues, isLoading }: Deliveries): Check {
  const texts = useMessages(attentionMessages)
  const format = useFormat()
  const reasonsOf = useLossReasons()
  const points = rates.points('delivery_dropped')
  const lost = meanRate(points, rates.now - minute, rates.now) ?? 0
  const state = isLoading ? 'loading' : 'done'
  if (lost === 0) return { state, findings: [] }
  const { slow = 0, full_connected = 0, full_offline = 0 } = queues ?? {}
  const full = full_connected + full_offline
  return {
    state,
    findings: [
      {
        id: 'deliveries',
        severity: 'loss',
        title: texts.lost(format.rate(lost)),
        facts: [
          ...reasonsOf(rates),
          ...(slow > 0 ? [texts.slow(format.number(slow))] : []),
          ...(full > 0 ? [texts.fullQueues(format.number(full))] : []),
        ],
        since: sinceOf(points),
        target: { to: '/session-health' },
      },
    ],
  }
}
