import { silentLog } from '@mqdeck/kit'
import { createFakeClock, createTempStore } from '@mqdeck/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { integrationRoots, newOf, structsOf } from './catalog.ts'
import { createIntegrations } from './create-integrations.ts'
import type { ActionEvent } from './integrations.ts'
import type { IntegrationsSettings } from './plan-changes.ts'

/** Plain settings. Nothing listens on port 1, so no server is needed. */
const connector = { url: 'http://127.0.0.1:1/base', headers: { authorization: 'Bearer abc' }, enable: false }
const action = { connector: 'c', parameters: { path: '${path}', body: '${n}', headers: {} } }

function read(wire: { connectors?: object; actions?: object; sources?: object }): IntegrationsSettings {
  const plain = <K extends keyof IntegrationsSettings>(root: K): IntegrationsSettings[K] => {
    const kind = integrationRoots[root]
    return kind.toPlain(kind.schema.parse(wire[root] ?? {})) as IntegrationsSettings[K]
  }
  return { connectors: plain('connectors'), actions: plain('actions'), sources: plain('sources') }
}

async function createStage() {
  const temp = await createTempStore()
  const integrations = createIntegrations({
    clock: createFakeClock(),
    log: silentLog,
    store: temp.store,
    folder: '/',
    node: 'n',
  })
  onTestFinished(async () => {
    await integrations.stop()
    await temp.remove()
  })
  return integrations
}

const both = { connectors: { http: { c: connector } }, actions: { http: { a: action } } }

test('a disabled connector is stopped, and its action is not operational', async () => {
  const integrations = await createStage()
  await integrations.update(read(both))
  expect(integrations.state('connector', 'http:c')).toMatchObject({ status: 'stopped', reason: '' })
  expect(integrations.state('action', 'http:a')).toMatchObject({
    status: 'disconnected',
    reason: 'Resource not operational',
  })
  expect(integrations.state('source', 'mqtt:s')).toBeUndefined()
})

test('a disabled action is not installed, accepts no messages and counts none', async () => {
  const integrations = await createStage()
  await integrations.update(read({ ...both, actions: { http: { a: { ...action, enable: false } } } }))
  expect(integrations.state('action', 'http:a')).toMatchObject({ status: 'disconnected', reason: 'Not installed' })
  const outcome = await new Promise((done) => integrations.send('http:a', {}, { done }))
  expect(outcome).toEqual({ result: 'out_of_service', reason: 'bridge_disabled' })
  expect(integrations.metrics('action', 'http:a')).toMatchObject({ matched: 0 })
})

test('messages wait while the connector connects for the first time', async () => {
  const integrations = await createStage()
  const updated = integrations.update(read({ ...both, connectors: { http: { c: { ...connector, enable: true } } } }))
  await new Promise((resolve) => setImmediate(resolve))
  integrations.send('http:a', { path: 'x' }, {})
  expect(integrations.metrics('action', 'http:a')).toMatchObject({ matched: 1, dropped: 0, queuing: 1 })
  await updated
  expect(integrations.state('connector', 'http:c')?.status).toBe('disconnected')
})

test('messages to a stopped connector are dropped and counted', async () => {
  const integrations = await createStage()
  await integrations.update(read(both))
  const outcome = await new Promise((done) => integrations.send('http:a', { path: 'x' }, { done }))
  expect(outcome).toEqual({ result: 'out_of_service', reason: 'resource_stopped' })
  expect(integrations.metrics('action', 'http:a')).toMatchObject({
    matched: 1,
    dropped: 1,
    'dropped.resource_stopped': 1,
  })
  integrations.resetMetrics('action', 'http:a')
  expect(integrations.metrics('action', 'http:a')).toMatchObject({ matched: 0, dropped: 0 })
})

test('a connector lists its actions and sources, and cannot be deleted while it has any', async () => {
  const integrations = await createStage()
  await integrations.update(read(both))
  expect(integrations.dependants('http:c')).toEqual({ actions: ['a'], sources: [] })
  await expect(integrations.update(read({ actions: both.actions }))).rejects.toMatchObject({
    name: 'IntegrationError',
    code: 'BAD_REQUEST',
    path: 'actions.http.a.connector',
  })
  expect(integrations.state('connector', 'http:c')).toBeDefined()
  await integrations.update(read({ connectors: both.connectors }))
  await integrations.update(read({}))
  expect(integrations.state('connector', 'http:c')).toBeUndefined()
})

test('at startup, invalid objects have the reason in their state, and the others work', async () => {
  const integrations = await createStage()
  await integrations.start(read({ ...both, actions: { http: { a: { ...action, connector: 'gone' }, b: action } } }))
  expect(integrations.state('action', 'http:a')).toMatchObject({ status: 'disconnected', reason: 'Not installed' })
  const outcome = await new Promise((done) => integrations.send('http:a', {}, { done }))
  expect(outcome).toMatchObject({ result: 'failed' })
  expect(integrations.state('action', 'http:b')).toMatchObject({ reason: 'Resource not operational' })
})

test('a refused connection is reported in the words of EMQX', async () => {
  const integrations = await createStage()
  const settings = read({ connectors: { http: { c: { ...connector, enable: true } } }, actions: both.actions })
  await integrations.update(settings)
  expect(integrations.state('connector', 'http:c')).toMatchObject({
    status: 'disconnected',
    reason: 'Connection refused',
  })
  const made = settings.connectors.http?.c
  if (!made) throw new Error('no settings')
  await expect(integrations.probe('connector', 'http', made)).rejects.toMatchObject({
    code: 'TEST_FAILED',
    message: 'Connection refused',
  })
})

test('a dry run renders the templates without sending, counting or showing secrets', async () => {
  const integrations = await createStage()
  await integrations.update(read(both))
  const events: ActionEvent[] = []
  const end = integrations.observe((event) => events.push(event))
  const data = { path: 'p q?', n: { big: 2n ** 63n, float: 1 } }
  const outcome = await new Promise((done) =>
    integrations.send('http:a', data, { done, renderOnly: true, trace: 'rule r' }),
  )
  const request = {
    method: 'POST',
    path: '/base/p%20q%3F',
    headers: { authorization: '******' },
    body: '{"big":9223372036854775808,"float":1.0}',
  }
  expect(outcome).toEqual({ result: 'success', answer: request })
  expect(events).toEqual([
    { event: 'action_template_rendered', action: 'http:a', trace: 'rule r', request },
    { event: 'action_stopped_after_template_rendering', action: 'http:a', trace: 'rule r' },
  ])
  expect(integrations.metrics('action', 'http:a')).toMatchObject({ matched: 0 })
  end()
  integrations.send('http:a', data)
  expect(events).toHaveLength(2)
})

test('state changes are reported, and a new description is not a state change', async () => {
  const integrations = await createStage()
  const heard: string[] = []
  integrations.onStateChange((part, id, state) => heard.push(`${part} ${id} ${state?.status}`))
  const enabled = { http: { c: { ...connector, enable: true } } }
  await integrations.update(read({ connectors: enabled }))
  expect(heard).toEqual(['connector http:c connecting', 'connector http:c disconnected'])
  await integrations.update(read({ connectors: { http: { c: { ...enabled.http.c, description: 'new' } } } }))
  expect(heard).toHaveLength(2)
  await integrations.update(read({}))
  expect(heard.at(-1)).toBe('connector http:c undefined')
})

test('a new object is validated by its type and gets all defaults', () => {
  const made = newOf('connector').schema.parse({ type: 'mqtt', name: 'm1', server: '127.0.0.1:1883' })
  // Recorded from EMQX (`seed/006`).
  expect(made).toMatchObject({
    bridge_mode: false,
    clean_start: true,
    connect_timeout: '10s',
    description: '',
    enable: true,
    keepalive: '160s',
    max_inflight: 32,
    pool_size: 8,
    proto_ver: 'v4',
    resource_opts: { health_check_interval: '15s', start_after_created: true, start_timeout: '5s' },
    retry_interval: '15s',
    static_clientids: [],
  })
  const refused = (part: 'connector' | 'action', value: object) => newOf(part).schema.safeParse(value).success
  expect(refused('connector', { type: 'mqtt', name: 'm1', server: '127.0.0.1:1883', nonsense: 1 })).toBe(false)
  expect(refused('connector', { type: 'mqtt', name: 'a b', server: '127.0.0.1:1883' })).toBe(false)
  expect(refused('connector', { type: 'http', name: 'h', url: 'https://a' })).toBe(false)
  expect(refused('action', { type: 'http', name: 'a', connector: 'c' })).toBe(false)
  expect(structsOf('source', 'http')).toBeUndefined()
})
