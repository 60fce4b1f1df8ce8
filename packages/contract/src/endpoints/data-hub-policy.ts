import * as z from 'zod'
import { body, boolean, count, field, response, string } from '../fields/index.ts'

/** Common part of `/schema_validations` and `/message_transformations`. */

const LogFailure = response({ level: z.string() })

/** Fields of validations and transformations in responses. */
export const policyShape = {
  name: z.string(),
  tags: z.array(z.string()).optional(),
  description: z.string(),
  enable: z.boolean(),
  topics: z.array(z.string()),
  failure_action: z.string(),
  log_failure: LogFailure,
} as const

const PolicyMetrics = response({
  matched: count(),
  succeeded: count(),
  failed: count(),
  rate: z.number(),
  rate_last5m: z.number(),
  rate_max: z.number(),
})
export type PolicyMetrics = z.infer<typeof PolicyMetrics>

/** Rates are per second. */
export const PolicyStatistics = response({
  metrics: PolicyMetrics,
  node_metrics: z.array(response({ node: z.string(), metrics: PolicyMetrics })),
})
export type PolicyStatistics = z.infer<typeof PolicyStatistics>

const names = () =>
  field<readonly string[]>({ type: 'array', items: { type: 'string' } }, (value, refuse) => {
    const all: readonly unknown[] = Array.isArray(value) ? value : []
    if (!Array.isArray(value)) return refuse({ expected: '[string()]' })
    return all.every((one) => typeof one === 'string') ? all : refuse({ expected: '[string()]' })
  })

/** Every name once, in the new order. */
export const NewOrder = body({ order: names() })

/** Why an order was rejected: names that are unknown, missing or repeated. */
export const OrderProblem = response({
  code: z.literal('BAD_REQUEST'),
  message: z.string(),
  not_found: z.array(z.string()),
  not_reordered: z.array(z.string()),
  duplicated: z.array(z.string()),
})
export type OrderProblem = z.infer<typeof OrderProblem>

export const byPolicy = z.object({ name: string() })
export const enablingPolicy = z.object({ name: string(), enable: boolean() })
export const policyNotFound = { 404: ['NOT_FOUND'] } as const
