import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { page, paging, response, string } from '../fields/index.ts'

/** A topic filter with subscribers, and its node. */
export const Topic = response({ topic: z.string(), node: z.string(), session: z.string().optional() })
export type Topic = z.infer<typeof Topic>

export const TopicQuery = z.object({ topic: string().optional(), node: string().optional(), ...paging })
export type TopicQuery = z.infer<typeof TopicQuery>

export const listTopics = endpoint({
  method: 'GET',
  path: '/topics',
  tag: 'Topics',
  query: TopicQuery,
  ok: { 200: page(Topic) },
})

export const getTopic = endpoint({
  method: 'GET',
  path: '/topics/{topic}',
  tag: 'Topics',
  params: z.object({ topic: string() }),
  ok: { 200: z.array(Topic) },
  errors: { 404: ['TOPIC_NOT_FOUND'] },
})

export const topics = { listTopics, getTopic }
