import { type TopicMetrics, topicCounters } from '@mqdeck/contract'

interface Figures {
  readonly in?: number
  readonly out?: number
  readonly dropped?: number
}

/** For tests: the figures of one topic, zero where nothing is given. */
export function metricsOf(topic: string, figures: Figures = {}, more: Partial<TopicMetrics> = {}): TopicMetrics {
  const zeros = Object.fromEntries(
    topicCounters.flatMap((name) => [`${name}.count`, `${name}.rate`].map((key) => [key, 0])),
  )
  const { in: incoming = 0, out = 0, dropped = 0 } = figures
  const counts = {
    'messages.in.count': incoming,
    'messages.qos0.in.count': incoming,
    'messages.out.count': out,
    'messages.qos1.out.count': out,
    'messages.dropped.count': dropped,
  }
  // Every counter has its count and its rate.
  const metrics = { ...zeros, ...counts } as TopicMetrics['metrics']
  return { topic, create_time: '2026-11-21T08:00:00+00:00', metrics, ...more }
}
