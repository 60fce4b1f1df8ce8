import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { body, counters, field, inlineBody, response, string } from '../fields/index.ts'

/**
 * Counters of a topic. `in` counts published messages, `out` messages sent to subscribers, by the QoS they were sent
 * with.
 */
export const topicCounters = [
  'messages.dropped',
  'messages.in',
  'messages.out',
  'messages.qos0.in',
  'messages.qos0.out',
  'messages.qos1.in',
  'messages.qos1.out',
  'messages.qos2.in',
  'messages.qos2.out',
] as const
export type TopicCounter = (typeof topicCounters)[number]

const rates = Object.fromEntries(topicCounters.map((name) => [`${name}.rate`, z.number()])) as Readonly<
  Record<`${TopicCounter}.rate`, z.ZodNumber> // exactly these names
>

const moment = () =>
  z.string().meta({
    oneOf: [
      { type: 'integer', example: 1640995200 },
      { type: 'string', format: 'date-time', example: '2022-01-01T00:00:00.000Z' },
    ],
  })

/**
 * Metrics of one topic: counts since `reset_time`, or `create_time` if never reset (RFC 3339, seconds). Rates are
 * messages per second over the last ten seconds.
 */
export const TopicMetrics = response({
  topic: z.string(),
  create_time: moment(),
  reset_time: moment().optional(),
  metrics: response({ ...counters(topicCounters.map((name) => `${name}.count` as const)), ...rates }),
})
export type TopicMetrics = z.infer<typeof TopicMetrics>

export const listTopicMetrics = endpoint({
  method: 'GET',
  path: '/mqtt/topic_metrics',
  tag: 'MQTT',
  ok: { 200: z.array(TopicMetrics) },
})

export const NewTopicMetrics = inlineBody({ topic: string() })

/** Starts to count a topic, also after restarts. */
export const createTopicMetrics = endpoint({
  method: 'POST',
  path: '/mqtt/topic_metrics',
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
