import { AppError, noContent, ok, type TopicMetrics } from '@mqdeck/contract'
import {
  createTopicMetrics,
  maxTopicMetrics,
  type TopicMetricsEntry,
  type TopicMetrics as TopicMetricsService,
  topicError,
} from '@mqdeck/observe'
import type { BrokerContext } from '../broker-context.ts'
import { authorOf, type HandlersOf, secondsToRfc3339 } from '../management.ts'
import { defineModule } from '../resource-module.ts'
import { topicMetricsTasks } from './migration.ts'
import { topicMetricsRoot } from './service.ts'

function topicMetricsHandlers({
  configuration,
  topicMetrics,
}: BrokerContext & { readonly topicMetrics: TopicMetricsService }): HandlersOf<'topicMetrics'> {
  const required = (topic: string): TopicMetrics => {
    const found = topicMetrics.get(topic)
    if (!found) throw notCounted()
    return toBody(found)
  }
  return {
    listTopicMetrics: () => ok(topicMetrics.list().map(toBody)),
    getTopicMetrics: ({ params: { topic } }) => ok(required(topic)),
    createTopicMetrics: async ({ body: { topic } }, call) => {
      if (topic === '') throw new AppError('BAD_REQUEST', 'Topic can not be empty')
      const trouble = topicError(topic)
      if (trouble !== undefined) throw new AppError('BAD_TOPIC', trouble)
      await configuration.change(
        (view) => {
          const topics = view.get('topic_metrics')
          if (topics.some((one) => one.topic === topic)) throw new AppError('BAD_TOPIC', 'Topic already registered')
          if (topics.length >= maxTopicMetrics)
            throw new AppError('EXCEED_LIMIT', `Max topic metrics count is ${maxTopicMetrics}`)
          return { topic_metrics: [...topics, { topic }] }
        },
        authorOf(call, 'POST /mqtt/topic_metrics'),
      )
      return ok(required(topic))
    },
    resetTopicMetrics: ({ body: { topic } }) => {
      if (topic !== undefined) {
        if (!topicMetrics.reset(topic)) throw notCounted()
        return ok(required(topic))
      }
      for (const one of topicMetrics.list()) topicMetrics.reset(one.topic)
      return ok(topicMetrics.list().map(toBody))
    },
    deleteTopicMetrics: async ({ params: { topic } }, call) => {
      await configuration.change(
        (view) => {
          const topics = view.get('topic_metrics')
          const left = topics.filter((one) => one.topic !== topic)
          if (left.length === topics.length) throw notCounted()
          return { topic_metrics: left }
        },
        authorOf(call, `DELETE /mqtt/topic_metrics/${encodeURIComponent(topic)}`),
      )
      return noContent
    },
  }
}

const notCounted = () => new AppError('TOPIC_NOT_FOUND', 'Topic not found')

const toBody = ({ topic, createdAt, resetAt, counts, rates }: TopicMetricsEntry): TopicMetrics => ({
  topic,
  create_time: toSeconds(createdAt),
  ...(resetAt !== undefined && { reset_time: toSeconds(resetAt) }),
  metrics: Object.fromEntries([
    ...Object.entries(counts).map(([name, value]) => [`${name}.count`, value]),
    ...Object.entries(rates).map(([name, value]) => [`${name}.rate`, value]),
  ]) as TopicMetrics['metrics'], // one count and one rate per counter
})

const toSeconds = (milliseconds: number) => secondsToRfc3339(Math.floor(milliseconds / 1000))

export const topicMetricsModule = defineModule({
  name: 'topic-metrics',
  migration: { connections: topicMetricsTasks },
  create(context) {
    const { configuration, broker, clock } = context
    const topicMetrics = createTopicMetrics({
      topics: configuration.plain('topic_metrics'),
      hooks: broker.hooks,
      clock,
    })
    return {
      handlers: topicMetricsHandlers({ ...context, topicMetrics }),
      roots: { topic_metrics: topicMetricsRoot(topicMetrics) },
      start: topicMetrics.start,
      stop: topicMetrics.stop,
    }
  },
})
