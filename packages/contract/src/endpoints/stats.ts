import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { boolean, count, counters, response } from '../fields/index.ts'

export const statNames = [
  'channels.count',
  'channels.max',
  'cluster_sessions.count',
  'cluster_sessions.max',
  'connections.count',
  'connections.max',
  'delayed.count',
  'delayed.max',
  'live_connections.count',
  'live_connections.max',
  'retained.count',
  'retained.max',
  'sessions.count',
  'sessions.max',
  'suboptions.count',
  'suboptions.max',
  'subscribers.count',
  'subscribers.max',
  'subscriptions.count',
  'subscriptions.max',
  'subscriptions.shared.count',
  'subscriptions.shared.max',
  'topics.count',
  'topics.max',
] as const
export type StatName = (typeof statNames)[number]

/** Gauges and their maximum since the start. */
export const Stats = response(counters(statNames))
export type Stats = z.infer<typeof Stats>

export const NodeStats = response({
  ...counters(statNames),
  /** Only with durable sessions. */
  'durable_subscriptions.count': count().optional(),
  node: z.string(),
})
export type NodeStats = z.infer<typeof NodeStats>

/** The sum of all nodes with `aggregate`, otherwise one element per running node. */
export const getStats = endpoint({
  method: 'GET',
  path: '/stats',
  tag: 'Metrics',
  query: z.object({ aggregate: boolean().optional() }),
  ok: { 200: z.union([Stats, z.array(NodeStats)]) },
})

export const stats = { getStats }
