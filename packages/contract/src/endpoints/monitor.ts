import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { count, range, response } from '../fields/index.ts'
import { byNode } from './nodes.ts'

/** Number of seconds before now. */
const latest = z.object({ latest: range(1, Infinity).optional() })

const sample = {
  time_stamp: count(),
  connections: z.int(),
  live_connections: z.int(),
  disconnected_durable_sessions: z.int(),
  subscriptions: z.int(),
  subscriptions_durable: z.int(),
  topics: z.int(),
  received: z.int(),
  sent: z.int(),
  dropped: z.int(),
  persisted: z.int(),
  validation_succeeded: z.int(),
  validation_failed: z.int(),
  transformation_succeeded: z.int(),
  transformation_failed: z.int(),
  /** Only on MQDeck's broker; EMQX 5.8 samples no bytes. -1 where no data was recorded. */
  received_bytes: z.int().optional(),
  sent_bytes: z.int().optional(),
}

/** A sample of one node: gauges at `time_stamp` (ms), and counts within the interval before it. */
export const NodeMonitorSample = response(sample)
export type NodeMonitorSample = z.infer<typeof NodeMonitorSample>

/** The same for the cluster. */
export const MonitorSample = response({ ...sample, subscriptions_ram: z.int() })
export type MonitorSample = z.infer<typeof MonitorSample>

const current = {
  connections: z.int(),
  live_connections: z.int(),
  subscriptions: z.int(),
  shared_subscriptions: z.int(),
  topics: z.int(),
  retained_msg_count: z.int(),
  received_msg_rate: z.int(),
  sent_msg_rate: z.int(),
  dropped_msg_rate: z.int(),
  persisted_rate: z.int(),
  validation_succeeded_rate: z.int(),
  validation_failed_rate: z.int(),
  transformation_succeeded_rate: z.int(),
  transformation_failed_rate: z.int(),
  /** Only on MQDeck's broker, in bytes per second. */
  received_bytes_rate: z.int().optional(),
  sent_bytes_rate: z.int().optional(),
  /** Enterprise edition only. */
  license_quota: z.int().optional(),
}

/** Rates in messages per second, over the last sampling interval. */
export const MonitorCurrent = response({
  ...current,
  disconnected_durable_sessions: z.int(),
  subscriptions_durable: z.int(),
  subscriptions_ram: z.int(),
})
export type MonitorCurrent = z.infer<typeof MonitorCurrent>

/** EMQX documents the durable gauges here too, but omits them. */
export const NodeMonitorCurrent = response({
  ...current,
  /** Milliseconds. */
  node_uptime: z.int(),
  disconnected_durable_sessions: z.int().optional(),
  subscriptions_durable: z.int().optional(),
})
export type NodeMonitorCurrent = z.infer<typeof NodeMonitorCurrent>

export const getMonitor = endpoint({
  method: 'GET',
  path: '/monitor',
  tag: 'Metrics',
  query: latest,
  ok: { 200: z.array(MonitorSample) },
  errors: { 400: ['BAD_RPC'] },
})

export const resetMonitor = endpoint({
  method: 'DELETE',
  path: '/monitor',
  title: { en: 'Clear monitor history', zh: '清除监控历史' },
  tag: 'Metrics',
  ok: { 204: empty },
})

export const getNodeMonitor = endpoint({
  method: 'GET',
  path: '/monitor/nodes/{node}',
  tag: 'Metrics',
  params: byNode,
  query: latest,
  ok: { 200: z.array(NodeMonitorSample) },
  errors: { 404: ['NOT_FOUND'] },
})

export const getMonitorCurrent = endpoint({
  method: 'GET',
  path: '/monitor_current',
  tag: 'Metrics',
  ok: { 200: MonitorCurrent },
})

export const getNodeMonitorCurrent = endpoint({
  method: 'GET',
  path: '/monitor_current/nodes/{node}',
  tag: 'Metrics',
  params: byNode,
  ok: { 200: NodeMonitorCurrent },
  errors: { 404: ['NOT_FOUND'] },
})

/** Counts within the interval before `time_stamp` (ms); -1 where no data was recorded. */
export const OwnMonitorSample = response({
  time_stamp: count(),
  /** Deliveries to subscribers that were dropped, and the part for each reason. */
  delivery_dropped: z.int(),
  delivery_dropped_queue_full: z.int(),
  delivery_dropped_expired: z.int(),
  delivery_dropped_too_large: z.int(),
  delivery_dropped_no_local: z.int(),
  delivery_dropped_qos0_msg: z.int(),
  /** Messages without a subscriber. */
  dropped_no_subscribers: z.int(),
  authentication_failure: z.int(),
  client_connected: z.int(),
  client_disconnected: z.int(),
})
export type OwnMonitorSample = z.infer<typeof OwnMonitorSample>

/** Counters that EMQX does not sample, in the same intervals as `/monitor`. */
export const getOwnMonitor = endpoint({
  method: 'GET',
  path: '/mqdeck/monitor',
  tag: 'MQDeck',
  query: latest,
  ok: { 200: z.array(OwnMonitorSample) },
})

export const monitor = {
  getOwnMonitor,
  getMonitor,
  resetMonitor,
  getNodeMonitor,
  getMonitorCurrent,
  getNodeMonitorCurrent,
}
