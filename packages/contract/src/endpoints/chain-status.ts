import * as z from 'zod'
import { count, response } from '../fields/index.ts'

/** Events per second: now, over the last five minutes, and the maximum so far. */
export const rates = { rate: z.number(), rate_last5m: z.number(), rate_max: z.number() }

/** Requests of an authenticator or source to its backend; empty for those without a backend. */
export const ResourceMetrics = response({
  matched: count().optional(),
  success: count().optional(),
  failed: count().optional(),
  rate: z.number().optional(),
  rate_last5m: z.number().optional(),
  rate_max: z.number().optional(),
})
