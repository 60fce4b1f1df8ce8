import {
  createTopicMetrics,
  deleteTopicMetrics,
  listTopicMetrics,
  resetTopicMetrics,
  type TopicMetrics,
} from '@mqdeck/contract'
import { defineChange, defineQuery } from '../../api/index.ts'

export const topicMetricsQuery = defineQuery<undefined, readonly TopicMetrics[]>({
  name: 'topic-metrics',
  load: (call, _args, signal) => call(listTopicMetrics, { signal }),
  poll: 'chosen',
})

interface TopicName {
  readonly topic: string
}

export const addTopic = defineChange<TopicName, TopicMetrics>({
  apply: (call, { topic }) => call(createTopicMetrics, { body: { topic } }),
  invalidates: [topicMetricsQuery],
})

export const resetTopic = defineChange<TopicName, unknown>({
  apply: (call, { topic }) => call(resetTopicMetrics, { body: { action: 'reset', topic } }),
  invalidates: [topicMetricsQuery],
})

export const resetAllTopics = defineChange<undefined, unknown>({
  apply: (call) => call(resetTopicMetrics, { body: { action: 'reset' } }),
  invalidates: [topicMetricsQuery],
})

export const deleteTopic = defineChange<TopicName, unknown>({
  apply: (call, { topic }) => call(deleteTopicMetrics, { params: { topic } }),
  invalidates: [topicMetricsQuery],
})
