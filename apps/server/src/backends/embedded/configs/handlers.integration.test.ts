import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectRaw, eventually, type MqttJsClient, wholeZone } from '@mqdeck/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'

let one: TestServer
beforeAll(async () => {
  one = await startTestServer()
})
afterEach(async () => {
  await one.clear()
  for (const { version } of (await versions()).slice(-1))
    await one.call('POST', `/mqdeck/config_versions/${version}/restore`)
})
afterAll(() => one?.stop())

const put = async (path: string, body: unknown) => {
  const answer = await one.call('PUT', path, body)
  return { status: answer.status, body: answer.body as unknown }
}
const get = async (path: string) => (await one.get(path)).body as unknown
const putText = async (text: string, query = '') => {
  const response = await fetch(`${one.server.urls.api}/configs${query}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${one.token()}`, 'content-type': 'text/plain' },
    body: text,
  })
  return { status: response.status, text: await response.text() }
}
const versions = async () =>
  (
    (await get('/mqdeck/config_versions')) as {
      data: { version: number; by: string; call: string; changed: string[] }[]
    }
  ).data
const problemOf = ({ body }: { body: unknown }) => JSON.parse((body as { message: string }).message) as unknown

/** The first message of a client. */
const nextMessage = (client: MqttJsClient) =>
  new Promise<{ topic: string; text: string }>((resolve) =>
    client.client.once('message', (topic, payload) => resolve({ topic, text: payload.toString() })),
  )

describe('a hostile body or text', () => {
  const zones = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`z${index}`, {}]))

  test('is rejected with too many zones', async () => {
    const answer = await put('/mqdeck/zones', zones(257))
    expect(answer.status).toBe(400)
    expect(problemOf(answer)).toMatchObject({ path: 'zones', reason: 'must have at most 256 entries' })
    expect((await put('/mqdeck/zones', zones(256))).status).toBe(200)
  })

  test.each(['__proto__', 'constructor', 'prototype'])('is rejected with a zone named %s', async (name) => {
    const text = await putText(`zones.${name}.mqtt.max_inflight = 3`)
    expect([text.status, text.text]).toEqual([400, expect.stringContaining(name)])
    const answer = await put('/mqdeck/zones', JSON.parse(`{"${name}":{"mqtt":{"max_inflight":3}}}`))
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringContaining(name)])
  })

  test('with 10 000 errors gets the first hundred', async () => {
    const { status, text } = await putText(Array.from({ length: 10_000 }, (_, index) => `k${index} = 1`).join('\n'))
    expect(status).toBe(400)
    expect((JSON.parse(text) as { message: string }).message.split('\n')).toHaveLength(101)
    expect(text).toContain('only the first 100 errors')
  })

  test('gets no long values or keys in the response', async () => {
    const long = 'x'.repeat(100_000)
    const { text } = await putText(`${long} = 1`)
    expect(text.length).toBeLessThan(1000)
    const { body } = await put('/configs/sys_topics', { sys_msg_interval: long })
    expect(JSON.stringify(body).length).toBeLessThan(2000)
  })

  test('gets no secrets in the response', async () => {
    const key = '-----BEGIN PRIVATE KEY-----\nSECRET\n-----END PRIVATE KEY-----\n'
    for (const ssl_options of [{ keyfile: { key } }, { password: ['SECRET'] }, { versions: [key] }, { verify: key }]) {
      const body = { id: 'ssl:default', type: 'ssl', bind: '127.0.0.1:0', ssl_options }
      const answer = await put('/listeners/ssl:default', body)
      expect(answer.status).toBe(400)
      expect(JSON.stringify(answer.body)).not.toContain('SECRET')
    }
    const { text } = await putText(
      `listeners.ssl.default { bind = "127.0.0.1:0", ssl_options.password { a = SECRET } }`,
    )
    expect(text).toContain('ssl_options.password')
    expect(text).not.toContain('SECRET')
  })
})

describe('a changed setting takes effect immediately', () => {
  test('max_qos_allowed [MQTT-3.2.2-9]', async () => {
    const { status, body } = await put('/configs/global_zone', wholeZone({ mqtt: { max_qos_allowed: 1 } }))
    expect(status).toBe(200)
    expect(body).toMatchObject({ mqtt: { max_qos_allowed: 1, max_inflight: 32 }, force_gc: { enable: true } })
    expect(await maximumQosOf('c1')).toBe(1)
  })

  test('the topic rewrite', async () => {
    const rule = { action: 'publish', source_topic: 'x/#', re: '^x/(.+)$', dest_topic: 'y/$1' }
    expect(await put('/mqtt/topic_rewrite', [rule])).toEqual({ status: 200, body: [rule] })
    const client = await one.connect('c2')
    await client.client.subscribeAsync('y/#')
    const message = nextMessage(client)
    await client.client.publishAsync('x/1', 'hello')
    expect(await message).toEqual({ topic: 'y/1', text: 'hello' })
    const broken = await put('/mqtt/topic_rewrite', [rule, { ...rule, re: '(' }])
    expect(broken.status).toBe(400)
    expect(problemOf(broken)).toMatchObject({ path: 'rewrite.2.re' })
    expect(
      (
        await put(
          '/mqtt/topic_rewrite',
          Array.from({ length: 21 }, () => rule),
        )
      ).status,
    ).toBe(413)
  })

  test('the automatic subscription', async () => {
    const body = [{ topic: 'auto/${clientid}', qos: 1, rh: 0, rap: 0, nl: 0 }]
    expect((await put('/mqtt/auto_subscribe', body)).body).toEqual(body)
    await one.connect('c3')
    await eventually(
      () => one.server.broker.subscriptionsOf('c3')?.some(({ topic }) => topic === 'auto/c3') === true,
      () => 'c3 is not subscribed',
    )
    expect(
      (
        await put(
          '/mqtt/auto_subscribe',
          Array.from({ length: 21 }, () => body[0]),
        )
      ).status,
    ).toBe(409)
  })

  test('delayed publish, whose messages can be read and deleted', async () => {
    const client = await one.connect('c4')
    await client.client.publishAsync('$delayed/600/later', 'x', { qos: 1 })
    const list = (await get('/mqtt/delayed/messages')) as { data: { msgid: string; node: string }[]; meta: unknown }
    expect(list).toMatchObject({
      data: [{ topic: 'later', delayed_interval: 600, from_clientid: 'c4', from_username: 'undefined', qos: 1 }],
      meta: { count: 1, hasnext: false, limit: 100, page: 1 },
    })
    const [{ msgid, node }] = list.data as [{ msgid: string; node: string }]
    const path = `/mqtt/delayed/messages/${node}/${msgid}`
    expect(await get(path)).toMatchObject({ msgid, payload: 'eA==' })
    expect((await one.call('DELETE', path)).status).toBe(204)
    expect((await one.call('DELETE', path)).body).toMatchObject({ code: 'MESSAGE_ID_NOT_FOUND' })
    expect((await one.call('DELETE', '/mqtt/delayed/messages/later')).body).toMatchObject({ code: 'MESSAGE_NOT_FOUND' })
    await put('/mqtt/delayed', { enable: false })
    await client.client.publishAsync('$delayed/600/later', 'x', { qos: 1 })
    expect(await get('/mqtt/delayed/messages')).toMatchObject({ meta: { count: 0 } })
  })

  test('the retainer', async () => {
    await put('/mqtt/retainer', { max_payload_size: '2B' })
    const client = await one.connect('c5')
    await client.client.publishAsync('kept/1', 'abc', { qos: 1, retain: true })
    await client.client.publishAsync('kept/2', 'ab', { qos: 1, retain: true })
    const kept = [...one.server.broker.retained.all()].map(({ topic }) => topic)
    expect(kept.filter((topic) => topic.startsWith('kept/'))).toEqual(['kept/2'])
  })

  test('the system topics', async () => {
    await put('/configs/sys_topics', { sys_msg_interval: '1s', sys_event_messages: { client_subscribed: true } })
    const client = await one.connect('c6')
    await client.client.subscribeAsync('$SYS/brokers/+/clients/c7/subscribed')
    const message = nextMessage(client)
    await (await one.connect('c7')).client.subscribeAsync('t')
    expect((await message).topic).toContain('clients/c7/subscribed')
  })

  test('flapping detection', async () => {
    await put('/configs/global_zone', wholeZone({ flapping_detect: { enable: true, max_count: 2, ban_time: '1m' } }))
    for (const _ of [1, 2]) await (await one.connect('f1')).end()
    await eventually(
      async () => JSON.stringify(await get('/banned')).includes('flapping'),
      () => 'f1 is not banned',
    )
    await one.call('DELETE', '/banned')
  })

  test('the log', async () => {
    const before = (await get('/configs/log')) as { file: { default: object } }
    const file = { default: { ...before.file.default, level: 'info', path: '${EMQX_LOG_DIR}/other.log' } }
    expect((await put('/configs/log', { ...before, file })).status).toBe(200)
    await put('/mqtt/delayed', { max_delayed_messages: 3 })
    const read = () => readFileSync(join(one.folder, 'log/other.log.1'), 'utf8')
    await eventually(
      () => read().includes('configuration'),
      () => `the log has nothing of it: ${read()}`,
    )
    const audit = { enable: true, path: '${EMQX_LOG_DIR}/other.log' }
    const refused = await put('/configs/log', { ...before, file, audit })
    expect(problemOf(refused)).toMatchObject({ path: 'root.audit.path' })
  })

  test('a named zone, merged over the global one', async () => {
    const text =
      'zones {quiet {mqtt {max_qos_allowed = 0}}}\nmqtt {max_inflight = 9}\nlisteners {tcp {default {zone = quiet}}}'
    expect(await putText(text)).toEqual({ status: 200, text: '' })
    expect(one.server.broker.zones().quiet?.mqtt).toMatchObject({ max_qos_allowed: 0, max_inflight: 9 })
    expect(await maximumQosOf('z1')).toBe(0)
    const { status, text: message } = await putText('zones {quiet {mqtt {max_qos_allowed = 7}}}')
    expect(status).toBe(400)
    expect(message).toContain('zones.quiet.mqtt.max_qos_allowed')
    expect((await putText('listeners {tcp {default {zone = nowhere}}}')).text).toContain('must name a zone that exists')
    expect(await get('/mqdeck/zones')).toEqual({ quiet: { mqtt: { max_qos_allowed: 0 } } })
    const gone = await put('/mqdeck/zones', {})
    expect(problemOf(gone)).toMatchObject({ path: 'zones.quiet' })
    const zones = { quiet: { mqtt: { max_inflight: 3 } }, loud: { flapping_detect: { enable: true } } }
    expect(await put('/mqdeck/zones', zones)).toEqual({ status: 200, body: zones })
    expect(one.server.broker.zones().quiet?.mqtt).toMatchObject({ max_qos_allowed: 2, max_inflight: 3 })
    expect((await put('/mqdeck/zones', { ...zones, default: {} })).status).toBe(400)
  })

  /** The maximum QoS announced to a client. */
  async function maximumQosOf(clientId: string): Promise<unknown> {
    const client = await connectRaw({ host: '127.0.0.1', port: one.server.ports.tcp ?? 0 }, { clientId })
    await client.disconnect()
    return client.connack().properties?.maximumQoS
  }
})

describe('a rejected change leaves everything unchanged', () => {
  test.each([
    [{ mqtt: { max_inflight: 0 } }, 'mqtt.max_inflight'],
    [{ mqtt: { retry_interval: '30x' } }, 'mqtt.retry_interval'],
    [{ mqtt: { max_infligth: 3 } }, 'mqtt'],
    [{ durable_sessions: { enable: true } }, 'durable_sessions.enable'],
    [{ force_gc: { count: 1 } }, 'force_gc.count'],
  ])('%j', async (body, path) => {
    const before = await get('/configs/global_zone')
    const answer = await put('/configs/global_zone', wholeZone({ flapping_detect: { enable: true }, ...body }))
    expect(answer.status).toBe(400)
    expect(problemOf(answer)).toMatchObject({ kind: 'validation_error', path })
    expect(await get('/configs/global_zone')).toEqual(before)
  })

  test.each(Object.keys(wholeZone()))('a zone without its root %s', async (root) => {
    const before = (await get('/configs/global_zone')) as object
    const answer = await put('/configs/global_zone', { ...before, [root]: undefined })
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
    expect(problemOf(answer)).toEqual({ reason: 'required_field', path: root, kind: 'validation_error' })
    expect(await get('/configs/global_zone')).toEqual(before)
  })

  test('a text, reported with line and key', async () => {
    const text = 'delayed {enable = false}\nmqtt {\n  max_inflight = none\n}\nnothing {}\n'
    const { status, text: answer } = await putText(text)
    expect(status).toBe(400)
    expect(JSON.parse(answer)).toEqual({
      code: 'UPDATE_FAILED',
      message: 'line 3, mqtt.max_inflight: must be a whole number\nline 5, nothing: is not known',
    })
    expect(await get('/mqtt/delayed')).toMatchObject({ enable: true })
    expect((await putText('mqtt {')).status).toBe(400)
    expect((await putText('node {}')).text).toContain('is read only')
    expect((await putText('node {}', '?ignore_readonly=true')).status).toBe(200)
  })
})

test('a text replaces the configuration or is merged into it, as requested', async () => {
  await put('/configs/global_zone', wholeZone({ mqtt: { max_inflight: 9 } }))
  await putText('mqtt {max_qos_allowed = 1}')
  expect(await get('/configs/global_zone')).toMatchObject({ mqtt: { max_inflight: 9, max_qos_allowed: 1 } })
  await putText('mqtt {max_qos_allowed = 0}', '?mode=replace')
  expect(await get('/configs/global_zone')).toMatchObject({ mqtt: { max_inflight: 32, max_qos_allowed: 0 } })
})

test('a text can be validated: changes and errors are reported, and nothing is applied', async () => {
  const check = (body: string) =>
    fetch(`${one.server.urls.api}/mqdeck/config_check`, {
      method: 'POST',
      headers: { authorization: `Bearer ${one.token()}`, 'content-type': 'text/plain' },
      body,
    }).then((response) => response.json() as Promise<unknown>)
  expect(await check('mqtt {max_inflight = 3}')).toEqual({
    errors: [],
    changes: [{ path: 'mqtt.max_inflight', from: 32, to: 3 }],
  })
  expect(await check('\nmqtt {max_inflight = -3}')).toEqual({
    errors: [{ path: 'mqtt.max_inflight', reason: 'must be between 1 and 65535', line: 2, column: 7 }],
    changes: [],
  })
  expect(await get('/configs/global_zone')).toMatchObject({ mqtt: { max_inflight: 32 } })
})

test('the whole exported text can be imported again and changes nothing', async () => {
  const text = await (
    await fetch(`${one.server.urls.api}/configs`, { headers: { authorization: `Bearer ${one.token()}` } })
  ).text()
  expect(text).toContain('default_password = "******"')
  const count = (await versions()).length
  expect(await putText(text, '?mode=replace')).toEqual({ status: 200, text: '' })
  expect((await versions()).length).toBe(count)
})

test('a root or one value can be reset to its default', async () => {
  await put('/configs/sys_topics', { sys_msg_interval: '5s', sys_heartbeat_interval: '7s' })
  expect((await one.call('POST', '/configs_reset/sys_topics?conf_path=sys_msg_interval')).status).toBe(200)
  expect(await get('/configs/sys_topics')).toMatchObject({ sys_msg_interval: '1m', sys_heartbeat_interval: '7s' })
  expect((await one.call('POST', '/configs_reset/sys_topics')).status).toBe(200)
  expect(await get('/configs/sys_topics')).toMatchObject({ sys_heartbeat_interval: '30s' })
  const answer = await one.call('POST', '/configs_reset/sys_topics?conf_path=nothing')
  expect(answer).toMatchObject({ status: 400, body: { code: 'NO_DEFAULT_VALUE' } })
})

test('every change creates a version with its author, which can be restored', async () => {
  await put('/mqtt/delayed', { max_delayed_messages: 11 })
  await put('/mqtt/delayed', { max_delayed_messages: 12 })
  const [last, before] = await versions()
  expect(last).toMatchObject({ by: 'admin', call: 'PUT /mqtt/delayed', changed: ['delayed.max_delayed_messages'] })
  expect(await getText(`/mqdeck/config_versions/${before?.version}`)).toContain('max_delayed_messages = 11')
  expect((await one.call('POST', `/mqdeck/config_versions/${before?.version}/restore`)).status).toBe(204)
  expect(await get('/mqtt/delayed')).toMatchObject({ max_delayed_messages: 11 })
  expect((await one.call('POST', '/mqdeck/config_versions/999/restore')).status).toBe(404)

  async function getText(path: string) {
    const response = await fetch(`${one.server.urls.api}${path}`, {
      headers: { authorization: `Bearer ${one.token()}` },
    })
    return response.text()
  }
})

test('values from start options are reported with their source', async () => {
  expect(await get('/mqdeck/overrides')).toContainEqual({
    path: 'listeners.tcp.default.bind',
    source: 'MQDECK_TCP_PORT',
  })
})

test('only an administrator changes the configuration', async () => {
  await one.call('POST', '/users', { username: 'eve', password: 'Viewer-pass1', role: 'viewer', description: '' })
  const token = await one.login('eve', 'Viewer-pass1')
  expect((await one.call('PUT', '/mqtt/delayed', { enable: false }, token)).status).toBe(403)
  expect((await one.call('GET', '/configs/global_zone', undefined, token)).status).toBe(200)
})
