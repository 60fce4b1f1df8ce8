import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { body, boolean, count, response } from '../fields/index.ts'
import { string } from '../fields/text.ts'

export const TelemetryStatus = body({ enable: boolean() })
export type TelemetryStatus = z.infer<typeof TelemetryStatus>

const objectOf = (value: z.ZodType) => z.record(z.string(), value)

/** The reported data. It identifies no person, address, client or topic. */
export const TelemetryData = response({
  emqx_version: z.string(),
  license: response({ edition: z.string() }),
  os_name: z.string(),
  os_version: z.string(),
  /** On this broker the versions of Node and V8. */
  otp_version: z.string(),
  /** Milliseconds. */
  up_time: count(),
  /** Random, generated once. */
  uuid: z.string(),
  cluster_uuid: z.string(),
  /** Of the other nodes. */
  nodes_uuid: z.array(z.string()),
  active_plugins: z.array(z.string()),
  num_clients: count(),
  num_cluster_sessions: count(),
  messages_received: count(),
  messages_sent: count(),
  build_info: objectOf(z.unknown()),
  /** Memory in bytes. */
  vm_specs: response({ num_cpus: count(), total_memory: count() }),
  /** Rates in messages per second since the last report. */
  mqtt_runtime_insights: response({
    messages_sent_rate: z.number(),
    messages_received_rate: z.number(),
    num_topics: count(),
  }),
  advanced_mqtt_features: response({
    topic_rewrite: count(),
    delayed: count(),
    retained: count(),
    auto_subscribe: count(),
  }),
  authn_authz: response({
    authn: z.array(z.string()),
    authn_listener: z.array(z.string()),
    authz: z.array(z.string()),
  }),
  gateway: objectOf(z.unknown()),
  rule_engine: response({ num_rules: count() }),
  bridge: response({ num_data_bridges: count(), data_bridge: objectOf(z.unknown()) }),
  exhook: response({ num_servers: count(), servers: z.array(objectOf(z.unknown())) }),
})
export type TelemetryData = z.infer<typeof TelemetryData>

export const getTelemetryStatus = endpoint({
  method: 'GET',
  path: '/telemetry/status',
  tag: 'Telemetry',
  ok: { 200: TelemetryStatus },
})

/** 400 if unchanged. */
export const updateTelemetryStatus = endpoint({
  method: 'PUT',
  path: '/telemetry/status',
  title: { en: 'Enable or disable telemetry', zh: '启用或禁用遥测' },
  tag: 'Telemetry',
  body: TelemetryStatus,
  ok: { 200: TelemetryStatus },
  errors: { 400: ['BAD_REQUEST'] },
})

/** 404 if telemetry is disabled. */
export const getTelemetryData = endpoint({
  method: 'GET',
  path: '/telemetry/data',
  tag: 'Telemetry',
  ok: { 200: TelemetryData },
  errors: { 404: ['NOT_FOUND'] },
})

/** One attempt to report; `at` is RFC 3339. */
export const TelemetryAttempt = response({
  at: z.string(),
  report_url: z.string(),
  outcome: z.enum(['sent', 'failed']),
  /** Why it failed, in one sentence. */
  reason: z.string().optional(),
})
export type TelemetryAttempt = z.infer<typeof TelemetryAttempt>

/** The report URL and the data, whether telemetry is enabled or not. */
export const TelemetryReport = response({
  /** Empty if reports are not sent. */
  report_url: z.string(),
  /** Milliseconds between two reports. */
  interval: count(),
  /** The report as it would be sent now. */
  data: TelemetryData,
  last: TelemetryAttempt.optional(),
  /** RFC 3339; missing if no report is scheduled. */
  next_at: z.string().optional(),
})
export type TelemetryReport = z.infer<typeof TelemetryReport>

export const getTelemetryReport = endpoint({
  method: 'GET',
  path: '/mqdeck/telemetry',
  tag: 'MQDeck',
  ok: { 200: TelemetryReport },
})

export const TelemetryReportChange = body({ report_url: string() })

export const updateTelemetryReport = endpoint({
  method: 'PUT',
  path: '/mqdeck/telemetry',
  title: { en: 'Change telemetry settings', zh: '修改遥测设置' },
  tag: 'MQDeck',
  body: TelemetryReportChange,
  ok: { 204: empty },
  errors: { 400: ['BAD_REQUEST'] },
})

/** Reports now. 400 if telemetry is disabled or has no URL; otherwise the result, success or failure. */
export const sendTelemetryReport = endpoint({
  method: 'POST',
  path: '/mqdeck/telemetry/send',
  title: { en: 'Send telemetry report', zh: '发送遥测报告' },
  tag: 'MQDeck',
  ok: { 200: TelemetryAttempt },
  errors: { 400: ['BAD_REQUEST'] },
})

export const telemetryReports = {
  getTelemetryStatus,
  updateTelemetryStatus,
  getTelemetryData,
  getTelemetryReport,
  updateTelemetryReport,
  sendTelemetryReport,
}
