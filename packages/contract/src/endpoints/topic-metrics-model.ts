import * as z from 'zod'
import { counters, inlineBody, response, string } from '../fields/index.ts'

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

export const NewTopicMetrics = inlineBody({ topic: string() })
