import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { epochMicroseconds, oneOf, page, paging, response, string, undocumentedRange } from '../fields/index.ts'

/** Origin of a change. */
export const auditOrigins = ['dashboard', 'rest_api', 'cli', 'erlang_console'] as const
export type AuditOrigin = (typeof auditOrigins)[number]
export const auditMethods = ['post', 'put', 'delete'] as const
export type AuditMethod = (typeof auditMethods)[number]
const results = ['success', 'failure'] as const

const whole = () => undocumentedRange(0, Number.MAX_SAFE_INTEGER)

export const AuditQuery = z.object({
  node: string().optional(),
  from: oneOf(auditOrigins).optional(),
  source: string().optional(),
  source_ip: string().optional(),
  operation_id: string().optional(),
  operation_type: string().optional(),
  operation_result: oneOf(results).optional(),
  http_status_code: whole().optional(),
  http_method: oneOf(auditMethods).optional(),
  gte_duration_ms: whole().optional(),
  lte_duration_ms: whole().optional(),
  gte_created_at: epochMicroseconds().optional(),
  lte_created_at: epochMicroseconds().optional(),
  ...paging,
})
export type AuditQuery = z.infer<typeof AuditQuery>

/** Command-line entries have none of the following fields: EMQX writes the empty text instead. */
const orEmpty = <T extends z.ZodType>(schema: T) => z.union([schema, z.literal('')])

/** The request. Secrets are `******` in body and headers. Both are truncated if long, and EMQX may omit them. */
export const AuditedRequest = response({
  /** The parameters of the path. */
  bindings: z.record(z.string(), z.unknown()).meta({ type: 'object' }).optional(),
  /** JSON on this broker; Erlang terms on EMQX, although it documents an object. */
  body: z.string().meta({ type: 'object' }).optional(),
  headers: z.record(z.string(), z.string()).meta({ type: 'object' }).optional(),
  method: z.enum(auditMethods),
})
export type AuditedRequest = z.infer<typeof AuditedRequest>

/** A change, or an attempt. */
export const AuditEntry = response({
  /** Only of command-line entries. */
  args: orEmpty(z.array(z.string())).meta({ type: 'array', items: { type: 'string' } }),
  /** RFC 3339 with microseconds. */
  created_at: z.string().meta({
    oneOf: [
      { type: 'integer', example: 1640995200000000 },
      { type: 'string', format: 'date-time', example: '2022-01-01T00:00:00.000000Z' },
    ],
  }),
  duration_ms: z.int(),
  /** `code` and `message` of the response; empty on success. */
  failure: orEmpty(z.record(z.string(), z.unknown())).meta({ type: 'array', items: { type: 'string' } }),
  from: z.enum(auditOrigins),
  http_method: orEmpty(z.enum(auditMethods)).meta({ type: 'string', enum: auditMethods }),
  http_request: orEmpty(AuditedRequest),
  http_status_code: orEmpty(z.int()).meta({ type: 'integer' }),
  node: z.string(),
  /** The path below `/api/v5` with parameter names: `/rules/:id`. */
  operation_id: z.string(),
  /** The first part of the path. */
  operation_type: z.string(),
  operation_result: orEmpty(z.enum(results)).meta({ type: 'string', enum: results }),
  /** A dashboard user or an API key. */
  source: z.string(),
  source_ip: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Newest first. */
export const listAudit = endpoint({
  method: 'GET',
  path: '/audit',
  tag: 'Audit',
  query: AuditQuery,
  ok: { 200: page(AuditEntry) },
  errors: { 400: ['BAD_REQUEST'] },
})

export const audit = { listAudit }
