import * as z from 'zod'
import { count, oneOf, response, string } from '../fields/index.ts'

/** Shared fields of connectors, actions and sources. */

/** `stopped`: disabled. `inconsistent`: the nodes of a cluster differ. */
export const ResourceStatus = z.enum(['connected', 'connecting', 'disconnected', 'inconsistent', 'stopped'])
export type ResourceStatus = z.infer<typeof ResourceStatus>

/** `status_reason`: why it is not connected; empty or missing if it is. */
export const NodeStatus = response({ node: z.string(), status: ResourceStatus, status_reason: z.string().optional() })
export type NodeStatus = z.infer<typeof NodeStatus>

/** Response fields besides the settings. */
export const statusFields = {
  status: ResourceStatus,
  status_reason: z.string().optional(),
  node_status: z.array(NodeStatus).optional(),
}

/** Metrics of an action or a source. Rates are per second. */
export const IntegrationMetrics = response({
  matched: count(),
  received: z.number(),
  success: count(),
  failed: count(),
  dropped: count(),
  'dropped.expired': count(),
  'dropped.other': count(),
  'dropped.queue_full': count(),
  'dropped.resource_not_found': count(),
  'dropped.resource_stopped': count(),
  late_reply: count(),
  retried: count(),
  inflight: count(),
  queuing: count(),
  queuing_bytes: count(),
  rate: z.number(),
  rate_last5m: z.number(),
  rate_max: z.number(),
})
export type IntegrationMetrics = z.infer<typeof IntegrationMetrics>

export const IntegrationStatistics = response({
  metrics: IntegrationMetrics,
  node_metrics: z.array(response({ node: z.string(), metrics: IntegrationMetrics })),
})
export type IntegrationStatistics = z.infer<typeof IntegrationStatistics>

/** An action or a source without its settings. Times are milliseconds since the epoch. */
export const IntegrationSummary = response({
  type: z.string(),
  name: z.string(),
  enable: z.boolean(),
  description: z.string(),
  created_at: z.int(),
  last_modified_at: z.int(),
  ...statusFields,
  node_status: z.array(NodeStatus),
  /** Ids of the rules that use it. */
  rules: z.array(z.string()),
})
export type IntegrationSummary = z.infer<typeof IntegrationSummary>

/** Response if an action or source cannot be deleted: `rules` use it. */
export const StillUsed = response({
  code: z.string().meta({ enum: ['BAD_REQUEST'] }),
  message: z.string(),
  rules: z.array(z.string()).optional(),
})
export type StillUsed = z.infer<typeof StillUsed>

/** `type:name`, e.g. `http:my_webhook`. */
export const byResourceId = z.object({ id: string() })
/** The only operation in EMQX; stopping is `enable/false`. */
export const operation = oneOf(['start'])
