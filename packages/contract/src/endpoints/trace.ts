import * as z from 'zod'
import { binaryBody, empty, endpoint } from '../endpoint.ts'
import {
  bodyRoot,
  count,
  epochSeconds,
  object,
  oneOf,
  range,
  response,
  string,
  undocumentedRange,
  withDefault,
} from '../fields/index.ts'

/** Filter of a trace: a client, a topic filter, an address, or a rule. The value is in the field of that name. */
export const traceTypes = ['clientid', 'topic', 'ip_address', 'ruleid'] as const
export type TraceType = (typeof traceTypes)[number]

export const tracePayloads = ['text', 'hex', 'hidden'] as const
export type TracePayload = (typeof tracePayloads)[number]

export const traceFormatters = ['text', 'json'] as const
export type TraceFormatter = (typeof traceFormatters)[number]

/** Maximum number of traces, including stopped ones. */
export const maxTraces = 30

/** EMQX's rule for names, up to 256 characters. */
export const traceName = /^[A-Za-z]+[A-Za-z0-9-_]*$/

const formatterSchema = {
  type: undefined,
  enum: undefined,
  oneOf: [
    { type: 'string', enum: ['json'] },
    { type: 'string', enum: ['text'] },
  ],
  example: 'text',
}

/**
 * Without `start_at` it starts immediately, without `end_at` it runs for ten minutes. Both are seconds since the epoch
 * or RFC 3339.
 */
export const NewTrace = object({
  name: string(),
  type: oneOf(traceTypes),
  topic: string().optional(),
  clientid: string().optional(),
  ip_address: string().optional(),
  ruleid: string().optional(),
  payload_encode: withDefault(oneOf(tracePayloads), 'text'),
  start_at: epochSeconds().optional(),
  end_at: epochSeconds().optional(),
  formatter: oneOf(traceFormatters, formatterSchema).optional(),
}).register(bodyRoot, { root: '' })
export type NewTrace = z.infer<typeof NewTrace>

const moment = {
  oneOf: [
    { type: 'integer', example: 1640995200 },
    { type: 'string', format: 'date-time', example: '2022-01-01T00:00:00.000Z' },
  ],
}

export const traceStates = ['running', 'stopped', 'waiting'] as const
export type TraceState = (typeof traceStates)[number]

/** Times are RFC 3339 without fractions. `log_size`: bytes per running node. */
export const Trace = response({
  name: z.string(),
  type: z.enum(traceTypes),
  topic: z.string().optional(),
  clientid: z.string().optional(),
  ip_address: z.string().optional(),
  ruleid: z.string().optional(),
  payload_encode: z.enum(tracePayloads).meta({ default: 'text' }),
  formatter: z.enum(traceFormatters).meta(formatterSchema),
  status: z.enum(traceStates),
  start_at: z.string().meta(moment),
  end_at: z.string().meta(moment),
  // EMQX's document says that it is a list.
  log_size: z.record(z.string(), count()),
})
export type Trace = z.infer<typeof Trace>

/** Trace file of a node: bytes, and seconds since the epoch of the last write. */
export const TraceLogFile = response({ node: z.string(), size: count(), mtime: z.int() })
export type TraceLogFile = z.infer<typeof TraceLogFile>

/** `items` starts at the requested position and may end within a line. `position` is where to continue. */
export const TraceLog = response({
  items: z.string(),
  meta: response({ position: z.int(), bytes: count() }),
})
export type TraceLog = z.infer<typeof TraceLog>

const tag = 'Trace'
const one = { params: z.object({ name: string() }), tag } as const
const notFound = { 404: ['NOT_FOUND'] } as const

/** Newest first. */
export const listTraces = endpoint({ method: 'GET', path: '/trace', tag, ok: { 200: z.array(Trace) } })

export const createTrace = endpoint({
  method: 'POST',
  path: '/trace',
  title: { en: 'Create trace', zh: '创建追踪' },
  tag,
  body: NewTrace,
  ok: { 200: Trace },
  errors: { 400: ['INVALID_PARAMS'], 409: ['ALREADY_EXISTS', 'DUPLICATE_CONDITION', 'BAD_TYPE'] },
})

/** Deletes all traces and their files. */
export const clearTraces = endpoint({
  method: 'DELETE',
  path: '/trace',
  title: { en: 'Delete all traces', zh: '删除所有追踪' },
  tag,
  ok: { 204: empty },
})

export const deleteTrace = endpoint({
  method: 'DELETE',
  path: '/trace/{name}',
  title: { en: 'Delete trace', zh: '删除追踪' },
  ...one,
  ok: { 204: empty },
  errors: notFound,
})

/**
 * Stops the trace. Its file is kept until it is deleted. EMQX documents the whole trace but returns these two fields.
 */
export const stopTrace = endpoint({
  method: 'PUT',
  path: '/trace/{name}/stop',
  title: { en: 'Stop trace', zh: '停止追踪' },
  ...one,
  ok: { 200: response({ enable: z.boolean(), name: z.string() }) },
  errors: notFound,
})

/** A zip with one file per node, or of one node. */
export const downloadTrace = endpoint({
  method: 'GET',
  path: '/trace/{name}/download',
  ...one,
  query: z.object({ node: string().optional() }),
  timeoutMs: 600_000,
  ok: { 200: binaryBody },
  errors: { 404: ['NOT_FOUND', 'NODE_ERROR'] },
})

/** The trace log of one node, by default of the responding one, from `position`: up to `bytes`. */
export const readTraceLog = endpoint({
  method: 'GET',
  path: '/trace/{name}/log',
  ...one,
  query: z.object({
    bytes: withDefault(range(0, 2_147_483_647), 1000),
    position: withDefault(undocumentedRange(0, Number.MAX_SAFE_INTEGER), 0),
    node: string().optional(),
  }),
  ok: { 200: TraceLog },
  errors: { 400: ['BAD_REQUEST'], 404: ['NOT_FOUND', 'NODE_ERROR'], 503: ['SERVICE_UNAVAILABLE'] },
})

/** One entry per node with the trace. */
export const listTraceLogs = endpoint({
  method: 'GET',
  path: '/trace/{name}/log_detail',
  ...one,
  ok: { 200: z.array(TraceLogFile) },
  errors: notFound,
})

export const traces = {
  listTraces,
  createTrace,
  clearTraces,
  deleteTrace,
  stopTrace,
  downloadTrace,
  readTraceLog,
  listTraceLogs,
}
