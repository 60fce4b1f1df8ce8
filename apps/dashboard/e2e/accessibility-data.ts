import type { Page } from 'playwright-core'
import { installExample } from './example-plugin.ts'
import type { FileStage } from './use-stage.ts'

/** Path and actions that show the whole screen. */
export type Screen = readonly [path: string, show: (page: Page, stage: FileStage) => Promise<unknown>]

/** Creates what the screens show. The client stays connected. */
export async function createScreenData(stage: FileStage): Promise<void> {
  const device = await stage.connect('device', { username: 'ann' })
  await device.client.subscribeAsync(['t/1', '$share/g/t/2'])
  await device.client.publishAsync('hall/1', '{"v":1}', { qos: 1, retain: true })
  await device.client.publishAsync('$delayed/600/later', 'x', { qos: 1 })
  await logMore(stage)
  await device.client.publishAsync('hall/2', '{"v":2}', { qos: 1 })
  await integrate(stage)
  const listeners = [{ type: 'tcp', name: 'default', bind: '127.0.0.1:0', enable: false }]
  await stage.api('PUT', '/gateways/stomp', { listeners })
  await stage.api('POST', '/exhooks', { name: 'audit', url: 'http://127.0.0.1:1', failed_action: 'ignore' })
  await installExample(stage)
  await createDataHub(stage)
}

/** Fills the log and creates a version of the configuration. */
async function logMore(stage: FileStage): Promise<void> {
  await stage.api('PUT', '/configs/log', { file: { default: { level: 'debug' } } })
  // Disabled, so that it rejects no clients.
  const authenticator = {
    mechanism: 'password_based',
    backend: 'built_in_database',
    user_id_type: 'username',
    password_hash_algorithm: { name: 'sha256', salt_position: 'prefix' },
  }
  const hash = { name: 'sha256', salt_position: 'suffix' }
  const made = { ...authenticator, password_hash_algorithm: hash, enable: false }
  await stage.api('POST', '/authentication', made)
  const rules = { type: 'built_in_database', enable: true }
  await stage.api('POST', '/authorization/sources', rules)
  await stage.api('POST', '/banned', { as: 'clientid', who: 'noisy', reason: 'test' })
  const trace = { name: 'traced', type: 'clientid', clientid: 'device' }
  await stage.api('POST', '/trace', trace)
}

/** A schema with what uses it. */
export async function createDataHub({ api }: Pick<FileStage, 'api'>): Promise<void> {
  const source = '{"type":"object","required":["celsius"]}'
  await api('POST', '/schema_registry', { name: 'reading', type: 'json', source })
  await api('POST', '/schema_registry_external', { name: 'remote', type: 'confluent', url: 'http://127.0.0.1:1' })
  const policy = { topics: ['readings/#'], failure_action: 'drop' }
  const checks = [{ type: 'json', schema: 'reading' }]
  await api('POST', '/schema_validations', { ...policy, name: 'checked', strategy: 'all_pass', checks })
  const formats = { payload_decoder: { type: 'json' }, payload_encoder: { type: 'json' } }
  const operations = [{ key: 'payload.unit', value: "'C'" }]
  await api('POST', '/message_transformations', { ...policy, ...formats, name: 'changed', operations })
}

/** A disconnected connector, and the actions that use it. */
async function integrate(stage: FileStage): Promise<void> {
  const send = (path: string, body: object) => stage.api('POST', path, body)
  await send('/connectors', { type: 'http', name: 'down', url: 'http://127.0.0.1:1' })
  await send('/actions', { type: 'http', name: 'alerts', connector: 'down', parameters: { method: 'post' } })
  await send('/rules', { id: 'plant', sql: 'SELECT * FROM "plant/#"', actions: ['http:alerts'] })
  await send('/connectors', {
    type: 'mqtt',
    name: 'self',
    server: `127.0.0.1:${stage.server.ports.tcp}`,
    pool_size: 1,
  })
  await send('/sources', { type: 'mqtt', name: 'line', connector: 'self', parameters: { topic: 'line/#' } })
  // A webhook with a missing part, and one with edited SQL.
  await send('/connectors', { type: 'http', name: 'hook_WH_D', url: 'http://127.0.0.1:1' })
  await send('/rules', { id: 'hook_WH_D', sql: 'SELECT payload.t as t FROM "hook"', actions: [] })
}
