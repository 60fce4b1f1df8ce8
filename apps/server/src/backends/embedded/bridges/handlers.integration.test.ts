import {
  eventually,
  recordings,
  startHttpServer,
  startMosquitto,
  startPubsubPeer,
  type TestHttpServer,
} from '@mqdeck/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'

let stage: TestServer
let http: TestHttpServer
beforeAll(async () => {
  stage = await startTestServer()
  http = await startHttpServer()
  http.answer((_, response) => void response.writeHead(200).end())
})
afterAll(async () => {
  await http.down()
  await stage.stop()
})

afterEach(async () => {
  await stage.clear()
  await stage.call('DELETE', '/rules/r')
  for (const part of ['actions', 'sources', 'connectors']) {
    for (const { type, name } of rowsOf((await stage.get(`/${part}`)).body))
      await stage.call('DELETE', `/${part}/${type}:${name}`)
  }
})

const rowsOf = (body: unknown) => body as readonly Readonly<Record<string, unknown>>[]
const webhook = { type: 'webhook', name: 'w', url: 'http://127.0.0.1:9' }
const create = async (path: string, body: object) => {
  const answer = await stage.call('POST', path, body)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 })
}
const refusal = async (method: string, path: string, body?: object) => {
  const answer = await stage.call(method, path, body)
  return [answer.status, JSON.stringify(answer.body)]
}
const bodies = () => http.requests().map(({ body }) => body)

describe('a bridge', () => {
  test('has the recorded answers, from its creation to its deletion', async () => {
    const numbers = ['109', '110', '111', '125', '126', '127', '128']
    const recorded = recordings('admin').filter(({ name }) => numbers.some((number) => name.includes(`/${number}_`)))
    expect(recorded).toHaveLength(numbers.length)
    for (const { name, method, path, request, status, body } of recorded) {
      const answer = await stage.call(method, path, request)
      expect(answer.status, name).toBe(status)
      const shown = JSON.stringify(answer.body ?? '').replaceAll('mqdeck@127.0.0.1', 'rec53@127.0.0.1')
      expect(JSON.parse(shown), name).toEqual(body ?? '')
    }
  })

  test('sends the results of rules and the messages of its local topic', async () => {
    await create('/bridges', { ...webhook, url: `${http.origin}/in`, local_topic: 'local/#', body: '${payload}' })
    await create('/rules', { id: 'r', sql: 'SELECT * FROM "t/#"', actions: ['http:w'] })
    const { client } = await stage.connect('c')
    await client.publishAsync('t/1', 'by rule', { qos: 1 })
    await client.publishAsync('local/1', 'without rule', { qos: 1 })
    await eventually(
      () => bodies().length === 2,
      () => `received ${bodies()}`,
    )
    expect([...bodies()].sort()).toEqual(['by rule', 'without rule'])
    expect(http.requests()[0]?.target).toBe('/in')
    await eventually(
      async () => JSON.stringify(await stage.get('/bridges/webhook:w/metrics')).includes('"success":2'),
      () => 'no success',
    )
    expect((await stage.call('PUT', '/bridges/webhook:w/metrics/reset')).status).toBe(204)
    expect((await stage.get('/bridges/webhook:w/metrics')).body).toMatchObject({ metrics: { success: 0 } })
  })

  test('is its connector and action, and keeps those of their settings that bridges do not have', async () => {
    await create('/connectors', { ...webhook, type: 'http', name: 'c', tags: ['a'] })
    await create('/actions', {
      type: 'http',
      name: 'w',
      connector: 'c',
      parameters: { path: '/p', method: 'put', body: 'old' },
    })
    const { body } = await stage.get('/bridges/http:w')
    expect(body).toMatchObject({ type: 'webhook', name: 'w', method: 'put', body: 'old', url: webhook.url })
    const changed: Record<string, unknown> = { ...body, url: 'http://127.0.0.1:8', method: 'post' }
    delete changed.body
    expect((await stage.call('PUT', '/bridges/webhook:w', changed)).status).toBe(200)
    const { body: action } = await stage.get('/actions/http:w')
    expect(action).toMatchObject({ connector: 'c', parameters: { path: '/p', method: 'post' } })
    expect(action).not.toHaveProperty('parameters.body')
    expect((await stage.get('/connectors/http:c')).body).toMatchObject({ url: 'http://127.0.0.1:8', tags: ['a'] })
  })

  test('is disabled, stopped, restarted and tested together with its connector', async () => {
    await create('/bridges', { ...webhook, url: http.origin })
    const status = async () => rowsOf((await stage.get('/bridges')).body)[0]?.status
    expect(await status()).toBe('connected')
    expect((await stage.call('POST', '/bridges/webhook:w/stop')).status).toBe(204)
    expect(await status()).toBe('stopped')
    expect((await stage.call('POST', '/nodes/mqdeck@127.0.0.1/bridges/webhook:w/restart')).status).toBe(204)
    expect(await status()).toBe('connected')
    expect((await stage.call('PUT', '/bridges/webhook:w/enable/false')).status).toBe(204)
    expect((await stage.get('/bridges/webhook:w')).body).toMatchObject({ enable: false, status: 'stopped' })
    expect(await refusal('POST', '/bridges/webhook:w/start')).toEqual([
      400,
      expect.stringContaining('Forbidden operation, bridge not enabled'),
    ])
    expect((await stage.call('POST', '/bridges_probe', { ...webhook, url: http.origin })).status).toBe(204)
    expect(await refusal('POST', '/bridges_probe', webhook)).toEqual([400, expect.stringContaining('TEST_FAILED')])
  })

  test('cannot be deleted while a rule uses it, unless it is also removed from the rule', async () => {
    await create('/bridges', webhook)
    await create('/rules', { id: 'r', sql: 'SELECT * FROM "t/#"', actions: ['http:w'] })
    expect(await refusal('DELETE', '/bridges/webhook:w')).toEqual([
      400,
      expect.stringMatching(/Cannot delete bridge while active rules are defined.*"rules":\["r"\]/),
    ])
    expect((await stage.call('DELETE', '/bridges/webhook:w?also_delete_dep_actions=true')).status).toBe(204)
    expect((await stage.get('/rules/r')).body).toMatchObject({ actions: [] })
    expect((await stage.get('/connectors')).body).toEqual([])
  })

  test('is refused by the name of the wrong field, and nothing is created', async () => {
    expect(await refusal('POST', '/bridges', { ...webhook, type: 'nope' })).toEqual([
      400,
      expect.stringContaining('unsupported_type'),
    ])
    expect(await refusal('POST', '/bridges', { ...webhook, pool_size: 0 })).toEqual([
      400,
      expect.stringContaining('root.pool_size'),
    ])
    expect(await refusal('POST', '/bridges', { ...webhook, resource_opts: { batch_size: 5 } })).toEqual([
      400,
      expect.stringContaining('batch_size'),
    ])
    expect((await stage.get('/connectors')).body).toEqual([])
    await create('/bridges', webhook)
    expect(await refusal('POST', '/bridges', webhook)).toEqual([400, expect.stringContaining('ALREADY_EXISTS')])
    expect(await refusal('GET', '/bridges/mqtt:w')).toEqual([404, expect.stringContaining('type mqtt does not exist')])
  })

  test('is not shown if its connector has a second action', async () => {
    await create('/bridges', webhook)
    await create('/actions', { type: 'http', name: 'second', connector: 'w', parameters: {} })
    expect((await stage.get('/bridges')).body).toEqual([])
    const reason = expect.stringContaining('bridge already exists as non Bridge V1 compatible action')
    expect(await refusal('GET', '/bridges/webhook:w')).toEqual([404, reason])
    expect(await refusal('DELETE', '/bridges/webhook:w')).toEqual([400, reason])
    expect(await refusal('POST', '/bridges', webhook)).toEqual([400, reason])
  })
})

describe('an MQTT bridge', () => {
  test('publishes to another broker or subscribes to its topics, in one direction', async () => {
    const mosquitto = await startMosquitto()
    onTestFinished(mosquitto.stop)
    const server = `127.0.0.1:${mosquitto.ports.tcp}`
    const egress = { local: { topic: 'out/#' }, remote: { topic: 'remote/${topic}', qos: 1, payload: '${payload}' } }
    const ingress = { remote: { topic: 'remote/#', qos: 1 } }
    await create('/bridges', { type: 'mqtt', name: 'to', server, egress })
    await create('/bridges', { type: 'mqtt', name: 'from', server, ingress })
    await create('/rules', {
      id: 'r',
      sql: 'SELECT * FROM "$bridges/mqtt:from"',
      actions: [{ function: 'republish', args: { topic: 'back', payload: '${topic} ${payload}' } }],
    })
    const { client, message } = await stage.connect('c')
    await client.subscribeAsync('back')
    await client.publishAsync('out/1', 'hello', { qos: 1 })
    expect(await message('back')).toBe('remote/out/1 hello')
    expect((await stage.get('/bridges')).body).toMatchObject([
      { type: 'mqtt', name: 'to', egress: { ...egress, pool_size: 8 } },
      { type: 'mqtt', name: 'from', ingress },
    ])
    const other = { type: 'mqtt', name: 'x', server }
    expect(await refusal('POST', '/bridges', { ...other, egress, ingress })).toEqual([
      400,
      expect.stringContaining('root.ingress'),
    ])
    expect(await refusal('POST', '/bridges', { ...other, ingress: { ...ingress, local: { topic: 'a' } } })).toEqual([
      400,
      expect.stringContaining('root.ingress.local.topic'),
    ])
    expect(await refusal('PUT', '/bridges/mqtt:to', { server, ingress })).toEqual([
      400,
      expect.stringContaining('direction'),
    ])
  })
})

test('a message goes through a bridge to Google Pub/Sub, and through a source and its rule back', async () => {
  const peer = await startPubsubPeer()
  onTestFinished(peer.down)
  vi.stubEnv('PUBSUB_EMULATOR_HOST', peer.host)
  onTestFinished(() => void vi.unstubAllEnvs())
  peer.createTopic('mqtt')
  const account = { service_account_json: peer.account }
  const attributes = [{ key: 'sender', value: '${clientid}' }]
  const to = {
    type: 'gcp_pubsub',
    name: 'to',
    pubsub_topic: 'mqtt',
    local_topic: 'out/#',
    payload_template: '${payload}',
  }
  await create('/bridges', { ...to, ...account, attributes_template: attributes })
  expect((await stage.get('/bridges/gcp_pubsub:to')).body).toMatchObject({ ...to, service_account_json: '******' })
  await create('/connectors', { type: 'gcp_pubsub_consumer', name: 'c', ...account })
  const source = { type: 'gcp_pubsub_consumer', name: 's', connector: 'c', parameters: { topic: 'mqtt' } }
  await create('/sources', source)
  await create('/rules', {
    id: 'r',
    sql: 'SELECT value, attributes.sender AS sender FROM "$bridges/gcp_pubsub_consumer:s"',
    actions: [{ function: 'republish', args: { topic: 'back', payload: '${sender} ${value}' } }],
  })
  const { client, message } = await stage.connect('c')
  await client.subscribeAsync('back')
  await client.publishAsync('out/1', 'hello', { qos: 1 })
  expect(await message('back')).toBe('c hello')
  await eventually(
    () => peer.unacknowledged('emqx-sub-s-mqtt') === 0,
    () => 'Waited for the acknowledgement',
  )
  expect((await stage.get('/sources/gcp_pubsub_consumer:s')).body).toMatchObject({
    status: 'connected',
    parameters: { topic: 'mqtt', pull_max_messages: 100, ack_deadline: '60s', consumer_workers_per_topic: 1 },
    resource_opts: { health_check_interval: '30s', request_ttl: '45s' },
  })
})

test('every type of bridge has the fields of EMQX in its form schema', async () => {
  const { body } = await stage.get('/schemas/bridges')
  expect(Object.keys((body as unknown as { components: { schemas: object } }).components.schemas)).toEqual(
    expect.arrayContaining([
      'bridge_http.post',
      'bridge_mqtt.get',
      'bridge_redis.put_cluster',
      'connector_mqtt.egress',
    ]),
  )
})
