import * as z from 'zod'
import { endpoint, textBody } from '../endpoint.ts'
import { response, string, withDefault } from '../fields/index.ts'

/** `GET /status?format=json`. */
export const StatusResponse = response({
  rel_vsn: z.string(),
  node_name: z.string(),
  broker_status: z.enum(['started', 'stopped']),
  app_status: z.enum(['running', 'not_running']),
})
export type StatusResponse = z.infer<typeof StatusResponse>

/** Two lines of `text/plain`, or JSON with `format=json`. 503 with the same body while the broker is not running. */
export const getStatus = endpoint({
  method: 'GET',
  path: '/status',
  tag: 'Status',
  auth: 'none',
  query: z.object({ format: withDefault(string(), 'text') }),
  ok: { 200: textBody },
  otherErrors: { 503: textBody },
})

export const status = { getStatus }
