import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { bodyList, count, oneOf, response, string } from '../fields/index.ts'
import { openTelemetry } from '../roots/index.ts'

export const getOpenTelemetry = endpoint({
  method: 'GET',
  path: '/opentelemetry',
  tag: 'Monitor',
  ok: { 200: openTelemetry.schema },
})

export const updateOpenTelemetry = endpoint({
  method: 'PUT',
  path: '/opentelemetry',
  title: { en: 'Change OpenTelemetry settings', zh: '修改 OpenTelemetry 设置' },
  tag: 'Monitor',
  body: openTelemetry.schema,
  ok: { 200: openTelemetry.schema },
  errors: { 400: ['BAD_REQUEST'] },
})

export const traceListTypes = ['clientid', 'topic'] as const
export type TraceListType = (typeof traceListTypes)[number]

const list = {
  path: '/opentelemetry/whitelist/{type}',
  tag: 'Opentelemetry',
  params: z.object({ type: oneOf(traceListTypes) }),
} as const

/** Client IDs or topic filters that mode `e2e` always traces. */
export const getTraceList = endpoint({ ...list, method: 'GET', ok: { 200: z.array(z.string()) } })

/** Replaces the list. */
export const replaceTraceList = endpoint({
  ...list,
  method: 'POST',
  title: { en: 'Add trace list entries', zh: '添加追踪对象' },
  body: bodyList(string()),
  ok: { 204: empty },
  errors: { 400: ['BAD_REQUEST'], 500: ['INTERNAL_ERROR'] },
})

export const clearTraceList = endpoint({
  ...list,
  method: 'DELETE',
  title: { en: 'Delete trace list entries', zh: '删除追踪对象' },
  ok: { 204: empty },
  errors: { 500: ['INTERNAL_ERROR'] },
})

/**
 * State of an exporter. `state` is `waiting` until something was sent for the first time. Times are milliseconds since
 * the epoch.
 */
export const ExportState = response({
  state: oneOf(['off', 'waiting', 'exporting', 'failing']),
  /** Why the last attempt failed. */
  reason: z.string().optional(),
  succeeded_at: count().optional(),
  failed_at: count().optional(),
  /** Number of items dropped since the start because the buffer was full while the target was unreachable. */
  dropped: count(),
})
export type ExportState = z.infer<typeof ExportState>

/** Status of exports to other systems. */
export const getMonitoringState = endpoint({
  method: 'GET',
  path: '/mqdeck/monitoring',
  tag: 'MQDeck',
  ok: {
    200: response({ push_gateway: ExportState, metrics: ExportState, traces: ExportState, logs: ExportState }),
  },
})

export const openTelemetryExport = {
  getOpenTelemetry,
  updateOpenTelemetry,
  getTraceList,
  replaceTraceList,
  clearTraceList,
  getMonitoringState,
}
