import { checkTopics, maxTopicMetrics, type TopicMetrics } from '@mqdeck/observe'
import type { Connection } from '../../../broker-config/configuration.ts'
import { requireNone, tooMany } from '../root-checks.ts'

export const topicMetricsRoot = (topicMetrics: TopicMetrics): Connection<'topic_metrics'> => ({
  check: (next) => {
    if (next.length > maxTopicMetrics) throw tooMany(`at most ${maxTopicMetrics} topics`, 409)
    requireNone(
      checkTopics(next).map((problem) => ({ ...problem, field: 'topic' })),
      (index, field) => `topic_metrics.${index + 1}.${field}`,
    )
  },
  apply: (next) => topicMetrics.update(next),
})
