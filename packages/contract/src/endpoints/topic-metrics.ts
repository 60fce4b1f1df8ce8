import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { body, field, string } from '../fields/index.ts'
import { NewTopicMetrics, TopicMetrics } from './topic-metrics-model.ts'

export const listTopicMetrics = endpoint({
  method: 'GET',
  path: '/mqtt/topic_metrics',
  tag: 'MQTT',
  ok: { 200: z.array(TopicMetrics) },
})

/** Starts to count a topic, also after restarts. */
export const createTopicMetrics = endpoint({
  method: 'POST',
  path: '/mqtt/topic_metrics',
  title: { en: 'Add topic to topic metrics', zh: '添加主题监控' },
  tag: 'MQTT',
  body: NewTopicMetrics,
  ok: { 200: TopicMetrics },
  errors: { 400: ['BAD_REQUEST', 'BAD_TOPIC'], 409: ['EXCEED_LIMIT'] },
})

const resetAction = () =>
  field<'reset'>({ type: 'string', example: 'reset' }, (value, refuse) =>
    value === 'reset' ? value : refuse({ reason: 'not_a_enum_symbol' }),
  )

/** Resets the counts of one topic, or of all topics. Returns what was reset. */
export const resetTopicMetrics = endpoint({
  method: 'PUT',
  path: '/mqtt/topic_metrics',
  title: { en: 'Reset topic metrics', zh: '重置主题监控' },
  tag: 'MQTT',
  body: body({ action: resetAction(), topic: string().optional() }),
  ok: { 200: z.union([TopicMetrics, z.array(TopicMetrics)]) },
  errors: { 404: ['TOPIC_NOT_FOUND'] },
})

const byTopic = z.object({ topic: string() })

export const getTopicMetrics = endpoint({
  method: 'GET',
  path: '/mqtt/topic_metrics/{topic}',
  tag: 'MQTT',
  params: byTopic,
  ok: { 200: TopicMetrics },
  errors: { 404: ['TOPIC_NOT_FOUND'] },
})

export const deleteTopicMetrics = endpoint({
  method: 'DELETE',
  path: '/mqtt/topic_metrics/{topic}',
  title: { en: 'Delete topic from topic metrics', zh: '删除主题监控' },
  tag: 'MQTT',
  params: byTopic,
  ok: { 204: empty },
  errors: { 404: ['TOPIC_NOT_FOUND'] },
})

export const topicMetrics = {
  listTopicMetrics,
  createTopicMetrics,
  resetTopicMetrics,
  getTopicMetrics,
  deleteTopicMetrics,
}
