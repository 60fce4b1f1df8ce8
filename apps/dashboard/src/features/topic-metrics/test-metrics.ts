import { type TopicMetrics, topicCounters } from '@mqdeck/contract'

interface MessageCounts {
  readonly in?: number
  readonly out?: number
  readonly dropped?: number
}

/** Topic metrics for tests. Counters that are not given are zero. */
export function metricsOf(
  topic: string,
  counts: MessageCounts = {},
  changes: Partial<TopicMetrics> = {},
): TopicMetrics {
  const zeros = Object.fromEntries(
    topicCounters.flatMap((name) => [`${name}.count`, `${name}.rate`].map((key) => [key, 0])),
  )
  const { in: incoming = 0, out = 0, dropped = 0 } = counts
  const totals = {
    'messages.in.count': incoming,
    'messages.qos0.in.count': incoming,
    'messages.out.count': out,
    'messages.qos1.out.count': out,
    'messages.dropped.count': dropped,
  }
  // Safe: every counter has a count and a rate.
  const metrics = { ...zeros, ...totals } as TopicMetrics['metrics']
  return { topic, create_time: '2026-11-21T08:00:00+00:00', metrics, ...changes }
}
