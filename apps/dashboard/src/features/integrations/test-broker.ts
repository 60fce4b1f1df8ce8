import type { Answers } from '../../api/render-page.tsx'
import { recordedSchema } from '../../schema-form/test-documents.ts'

const node = 'emqx@127.0.0.1'

// Recorded from EMQX 5.8: conformance/contract/recorded/seed.jsonl, 244, 245, 022 and 021.
export const http = {
  type: 'http',
  name: 'h1',
  actions: ['a_http'],
  sources: [],
  status: 'disconnected',
  status_reason: 'Connection refused',
  node_status: [{ node, status: 'disconnected', status_reason: 'Connection refused' }],
  description: '',
  enable: true,
  url: 'http://127.0.0.1:9999',
  headers: { 'content-type': 'application/json', authorization: '******' },
  connect_timeout: '5s',
  enable_pipelining: 100,
  pool_size: 2,
  pool_type: 'random',
  resource_opts: { health_check_interval: '15s', start_after_created: true, start_timeout: '5s' },
  ssl: { enable: false, verify: 'verify_none' },
}
export const mqtt = {
  type: 'mqtt',
  name: 'm1',
  actions: [],
  sources: ['s_mqtt'],
  status: 'connected',
  node_status: [{ node, status: 'connected' }],
  description: '',
  enable: true,
  server: '127.0.0.1:1883',
  username: 'u',
  password: '******',
  proto_ver: 'v5',
  clean_start: true,
  static_clientids: [],
  pool_size: 2,
  ssl: { enable: false, verify: 'verify_none' },
  // A field of a newer broker that is not in the schema.
  last_seen: 17,
}
const kafka = {
  type: 'kafka_producer',
  name: 'kp',
  actions: [],
  sources: [],
  status: 'stopped',
  node_status: [{ node, status: 'stopped' }],
  enable: false,
  authentication: 'none',
  bootstrap_hosts: '127.0.0.1:9092',
}
export const webhook = { ...http, name: 'alerts_WH_D', actions: ['alerts_WH_D'] }

export const httpAction = {
  type: 'http',
  name: 'a_http',
  connector: 'h1',
  enable: true,
  error: 'Resource not operational',
  status: 'disconnected',
  status_reason: 'Resource not operational',
  node_status: [{ node, status: 'disconnected', status_reason: 'Resource not operational' }],
  rules: ['r1'],
  created_at: 1795247846986,
  last_modified_at: 1795247846986,
  description: 'Alerts',
  parameters: { body: '${.}', headers: {}, max_retries: 2, method: 'post', path: '/post' },
  resource_opts: {
    health_check_interval: '15s',
    inflight_window: 100,
    max_buffer_bytes: '256MB',
    query_mode: 'async',
    request_ttl: '45s',
    worker_pool_size: 16,
  },
}
const mqttSource = {
  type: 'mqtt',
  name: 's_mqtt',
  connector: 'm1',
  enable: true,
  error: '',
  status: 'connected',
  status_reason: '',
  node_status: [{ node, status: 'connected', status_reason: '' }],
  rules: ['r2'],
  created_at: 1795247847018,
  last_modified_at: 1795247847018,
  description: '',
  parameters: { no_local: false, qos: 1, topic: 't/a' },
  resource_opts: { health_check_interval: '15s' },
}

const zero = {
  dropped: 0,
  'dropped.expired': 0,
  'dropped.other': 0,
  'dropped.queue_full': 0,
  'dropped.resource_not_found': 0,
  'dropped.resource_stopped': 0,
  failed: 0,
  inflight: 0,
  late_reply: 0,
  matched: 0,
  queuing: 0,
  queuing_bytes: 0,
  rate: 0,
  rate_last5m: 0,
  rate_max: 0,
  received: 0,
  retried: 0,
  success: 0,
}
export const metrics = (more: Partial<typeof zero> = {}) => ({ ...zero, ...more })
export const statistics = (more: Partial<typeof zero>) => ({
  metrics: metrics(more),
  node_metrics: [{ node, metrics: metrics(more) }],
})

export const done = () => new Response(null, { status: 204 })
export const refused = (message: string, code = 'BAD_REQUEST', status = 400) =>
  Response.json({ code, message }, { status })

interface Stored {
  readonly type: string
  readonly name: string
}
interface Inventory {
  readonly connectors?: readonly Stored[]
  readonly actions?: readonly Stored[]
  readonly sources?: readonly Stored[]
}

/** A broker like EMQX with these objects and types, without the endpoints that only this broker has. */
export async function brokerWith(
  { connectors = [http, mqtt, kafka], actions = [httpAction], sources = [mqttSource] }: Inventory = {},
  more: Answers = {},
): Promise<Answers> {
  const [connectorSchema, actionSchema] = await Promise.all(['connectors', 'actions'].map(recordedSchema))
  const each = (path: string, all: readonly Stored[]) =>
    Object.fromEntries(all.map((one) => [`GET /${path}/${one.type}:${one.name}`, one]))
  return {
    'GET /schemas/connectors': connectorSchema,
    'GET /schemas/actions': actionSchema,
    'GET /connectors': connectors,
    'GET /actions_summary': actions,
    'GET /sources_summary': sources,
    'GET /action_types': ['http', 'mqtt', 'redis', 'pulsar', 'brand_new'],
    'GET /source_types': ['mqtt', 'rabbitmq'],
    ...each('connectors', connectors),
    ...each('actions', actions),
    ...each('sources', sources),
    'GET /actions/http:a_http/metrics': statistics({
      matched: 1000,
      success: 900,
      failed: 40,
      dropped: 60,
      'dropped.queue_full': 45,
      'dropped.expired': 15,
      queuing: 7,
      queuing_bytes: 2048,
      rate: 12.5,
    }),
    'GET /sources/mqtt:s_mqtt/metrics': statistics({ received: 321, rate: 3 }),
    ...more,
  }
}
