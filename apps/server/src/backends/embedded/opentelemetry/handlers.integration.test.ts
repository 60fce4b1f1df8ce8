import { eventually, type OtlpReceiver, startOtlpReceiver, testAuthority } from '@mqdeck/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'

let all: TestServer
let receiver: OtlpReceiver
let defaults: Settings
const others: OtlpReceiver[] = []

interface Settings {
  readonly metrics: object
  readonly traces: { readonly filter: { readonly e2e_tracing_options: object } }
  readonly logs: object
  readonly exporter: { readonly ssl_options: object }
}

beforeAll(async () => {
  all = await startTestServer()
  defaults = (await all.get('/opentelemetry')).body as unknown as Settings // as in the first test
})
beforeEach(async () => {
  receiver = await startOtlpReceiver()
})
afterEach(async () => {
  await put(defaults)
  await all.call('DELETE', '/opentelemetry/whitelist/clientid')
  await all.call('DELETE', '/opentelemetry/whitelist/topic')
  await all.clear()
  receiver.stop()
  for (const other of others.splice(0)) other.stop()
})
afterAll(() => all.stop())

const put = (settings: unknown) => all.call('PUT', '/opentelemetry', settings)
const change = async (changes: object, to: Pick<OtlpReceiver, 'url'> = receiver) => {
  const answer = await put({ ...defaults, exporter: { ...defaults.exporter, endpoint: to.url }, ...changes })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}
const metrics = { enable: true, interval: '1s' }
const legacy = (changes: object = {}) => ({
  traces: {
    ...defaults.traces,
    enable: true,
    scheduled_delay: '50ms',
    filter: { ...defaults.traces.filter, ...changes },
  },
})
const e2e = (changes: object = {}) =>
  legacy({ trace_mode: 'e2e', e2e_tracing_options: { ...defaults.traces.filter.e2e_tracing_options, ...changes } })
const span = (name: string, clientId?: string) =>
  receiver.spans.take(
    (one) => one.name === name && (clientId === undefined || clientOf(one.attributes) === clientId),
    `a span ${name} ${clientId ?? ''}`,
  )
const clientOf = (attributes: Readonly<Record<string, unknown>>) =>
  attributes['client.clientid'] ?? attributes['messaging.client_id']
const traceId = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${traceId}-b7ad6b7169203331-01`
const named = (parent: string) => ({ properties: { userProperties: { traceparent: parent } } })
const v5 = { protocolVersion: 5 } as const

const stateOf = async (signal: string) => Object(Object((await all.get('/mqdeck/monitoring')).body)[signal])
const reaching = (signal: string, state: string) =>
  eventually(
    async () => {
      const found = await stateOf(signal)
      return found.state === state && found
    },
    () => `${signal} are not ${state}`,
  )

describe('/opentelemetry', () => {
  test.each([
    [{ traces: { max_queue_size: 0 } }, 'traces.max_queue_size'],
    [{ metrics: { enable: true, interval: '10ms' } }, 'metrics.interval'],
    [{ exporter: { endpoint: 'ftp://x' } }, 'exporter.endpoint'],
    [{ exporter: { endpoint: 'http://x:1', ssl_options: { enable: true } } }, 'exporter.endpoint'],
    [{ exporter: { headers: { 'a b': 'x' } } }, 'exporter.headers.a b'],
    [
      { traces: { filter: { e2e_tracing_options: { sample_ratio: '120%' } } } },
      'traces.filter.e2e_tracing_options.sample_ratio',
    ],
  ])('rejects %j with the path', async (body, path) => {
    const { status, body: answer } = await put(body)
    expect(status).toBe(400)
    expect(JSON.parse(String(Object(answer).message)).path).toBe(`root.${path}`)
  })

  test('rejects a missing certificate while an exporter is enabled', async () => {
    const exporter = {
      ...defaults.exporter,
      endpoint: 'https://localhost:1',
      ssl_options: { ...defaults.exporter.ssl_options, cacertfile: '/nowhere/ca.pem' },
    }
    const { status, body } = await put({ ...defaults, exporter, metrics })
    expect(status).toBe(400)
    expect(JSON.parse(String(Object(body).message)).path).toBe('opentelemetry.exporter.ssl_options.cacertfile')
    expect((await all.get('/opentelemetry')).body).toEqual(defaults)
  })

  test('masks headers, and keeps a header that is sent back masked', async () => {
    await change({
      metrics,
      exporter: { ...defaults.exporter, endpoint: receiver.url, headers: { 'X-Key': 'secret' } },
    })
    const { body: shown } = await all.get('/opentelemetry')
    expect(shown).toMatchObject({ exporter: { headers: { 'X-Key': '******' } } })
    expect((await put(shown)).status).toBe(200)
    receiver.metrics.clear()
    await receiver.metrics.take(() => true, 'metrics')
    expect(receiver.headers()).toMatchObject({ 'x-key': 'secret' })
  })
})

describe('metrics', () => {
  test("arrive with EMQX's names, types and the node", async () => {
    await all.connect('counted')
    await change({ metrics })
    const counter = await receiver.metrics.take(({ name }) => name === 'messages.received', 'the counter')
    expect(counter).toMatchObject({ kind: 'counter', unit: '1' })
    expect(counter.resource).toMatchObject({
      'service.name': 'mqdeck',
      'service.version': expect.any(String),
      'service.instance.id': 'mqdeck@127.0.0.1',
    })
    const live = await receiver.metrics.take(({ name }) => name === 'live_connections.count', 'the gauge')
    expect(live).toMatchObject({ kind: 'gauge', value: 1 })
    await receiver.metrics.take(({ name }) => name === 'cpu.use', 'the machine')
  })

  test('go to another collector when the address changes, and stop when disabled', async () => {
    await change({ metrics })
    await receiver.metrics.take(() => true, 'metrics')
    const second = await startOtlpReceiver()
    others.push(second)
    await change({ metrics }, second)
    await second.metrics.take(() => true, 'metrics')
    expect(await reaching('metrics', 'exporting')).toMatchObject({ dropped: 0 })
    expect(await stateOf('traces')).toMatchObject({ state: 'off' })
    await put(defaults)
    expect((await all.get('/mqdeck/monitoring')).body).toMatchObject({ metrics: { state: 'off' } })
  })

  test('arrive over TLS at a collector with a trusted certificate that trusts ours', async () => {
    const authority = await testAuthority()
    const [server, client] = await Promise.all([authority.issue(), authority.issue({ commonName: 'mqdeck' })])
    const secure = await startOtlpReceiver({ tls: { ...server, ca: authority.cert } })
    others.push(secure)
    const ssl_options = {
      ...defaults.exporter.ssl_options,
      enable: true,
      verify: 'verify_peer',
      cacertfile: authority.cert,
      certfile: client.cert,
      keyfile: client.key,
    }
    await change({ metrics, exporter: { ...defaults.exporter, endpoint: secure.url, ssl_options } })
    await secure.metrics.take(() => true, 'metrics')
    const { body } = await all.get('/opentelemetry')
    expect(JSON.stringify(body)).not.toContain('PRIVATE KEY')
  })

  test('a collector with an untrusted certificate gets nothing', async () => {
    const [known, stranger] = await Promise.all([testAuthority(), testAuthority('Other CA')])
    const secure = await startOtlpReceiver({ tls: await stranger.issue() })
    others.push(secure)
    const ssl_options = { ...defaults.exporter.ssl_options, verify: 'verify_peer', cacertfile: known.cert }
    await change({ metrics, exporter: { ...defaults.exporter, endpoint: secure.url, ssl_options } })
    await reaching('metrics', 'failing')
    expect(secure.metrics.all).toEqual([])
  })
})

describe('logs', () => {
  test('arrive with level, name and fields, from the configured level on', async () => {
    await change({ logs: { enable: true, level: 'debug', scheduled_delay: '50ms' } })
    await all.connect('logged')
    const entry = await receiver.logs.take(({ attributes }) => attributes.clientid === 'logged', 'an entry')
    expect(entry).toMatchObject({
      severity: 'debug',
      severityNumber: 5,
      body: expect.stringMatching(/^[a-z_]+$/),
      resource: { 'service.instance.id': 'mqdeck@127.0.0.1' },
    })
    expect(Math.abs(Date.now() - entry.at)).toBeLessThan(60_000)
    await change({ logs: { enable: true, level: 'error', scheduled_delay: '50ms' } })
    receiver.logs.clear()
    await all.connect('unlogged')
    await change({ logs: { enable: true, level: 'debug', scheduled_delay: '50ms' } })
    await all.connect('logged again')
    await receiver.logs.take(({ attributes }) => attributes.clientid === 'logged again', 'an entry')
    expect(receiver.logs.all.some(({ attributes }) => attributes.clientid === 'unlogged')).toBe(false)
  })
})

describe('traces in mode legacy', () => {
  test('a message with a traceparent becomes part of that trace, with a span per subscriber', async () => {
    await change(legacy())
    const [publisher, first, second] = await Promise.all([
      all.connect('publisher', v5),
      all.connect('first', v5),
      all.connect('second', v5),
    ])
    await first.client.subscribeAsync('traced/#', { qos: 1 })
    await second.client.subscribeAsync('traced/#')
    await publisher.client.publishAsync('traced/a', 'x', { qos: 1, ...named(traceparent) })
    const process = await span('process_message')
    expect(process).toMatchObject({
      traceId,
      parentId: 'b7ad6b7169203331',
      attributes: { 'messaging.client_id': 'publisher', 'messaging.destination.name': 'traced/a' },
    })
    for (const client of ['first', 'second']) {
      const sent = await span('send_published_message', client)
      expect(sent).toMatchObject({ traceId, parentId: process.spanId })
      expect(sent.endedAt).toBeGreaterThanOrEqual(sent.startedAt)
    }
  })

  test('the traceparent is forwarded to subscribers unchanged [MQTT-3.3.2-17]', async () => {
    await change(legacy())
    const publisher = await all.connect('publisher', v5)
    const subscriber = await all.connect('subscriber', v5)
    await subscriber.client.subscribeAsync('traced/b')
    const arrival = new Promise<object>((resolve) =>
      subscriber.client.once('message', (_, __, packet) => resolve(packet)),
    )
    await publisher.client.publishAsync('traced/b', 'x', named(traceparent))
    expect(await arrival).toMatchObject(named(traceparent))
  })

  test('a message without a sampled traceparent is not traced; with trace_all, messages without one are', async () => {
    await change(legacy())
    const publisher = await all.connect('publisher', v5)
    await publisher.client.publishAsync('none', 'x', { qos: 1 })
    await publisher.client.publishAsync('unsampled', 'x', { qos: 1, ...named(`00-${traceId}-b7ad6b7169203331-00`) })
    await publisher.client.publishAsync('malformed', 'x', { qos: 1, ...named('00-zz') })
    await publisher.client.publishAsync('sampled', 'x', { qos: 1, ...named(traceparent) })
    await change(legacy({ trace_all: true }))
    await publisher.client.publishAsync('root', 'x')
    const topics = [await span('process_message'), await span('process_message')].map(
      ({ attributes }) => attributes['messaging.destination.name'],
    )
    expect(topics).toEqual(['sampled', 'root'])
    expect(receiver.spans.all.at(-1)?.parentId).toBe('')
  })
})

describe('traces in mode e2e', () => {
  test('a client on the list is traced when it connects, subscribes and disconnects', async () => {
    await change(e2e())
    await all.call('POST', '/opentelemetry/whitelist/clientid', ['watched'])
    await all.connect('other', v5)
    const { client } = await all.connect('watched', v5)
    await client.subscribeAsync('a/b')
    await client.unsubscribeAsync('a/b')
    await client.endAsync()
    const connect = await span('client.connect')
    expect(connect).toMatchObject({
      parentId: '',
      attributes: { 'client.clientid': 'watched', 'cluster.id': 'emqxcl', 'client.connack.reason_code': 0 },
    })
    expect(await span('client.authn')).toMatchObject({ traceId: connect.traceId, parentId: connect.spanId })
    const subscribe = await span('client.subscribe')
    expect(subscribe.attributes['client.subscribe.topics']).toBe('["a/b"]')
    expect(await span('client.authz')).toMatchObject({
      parentId: subscribe.spanId,
      attributes: { 'authz.action_type': 'subscribe', 'authz.topic': 'a/b', 'authz.result': 'allow' },
    })
    expect((await span('client.unsubscribe')).attributes['client.unsubscribe.topics']).toBe('["a/b"]')
    expect((await span('client.disconnect')).attributes['client.disconnect.reason']).toBe('normal')
    expect(receiver.spans.all.every(({ attributes }) => attributes['client.clientid'] === 'watched')).toBe(true)
  })

  test('a client that loses its connection leaves a span of the broker', async () => {
    await change(e2e())
    await all.call('POST', '/opentelemetry/whitelist/clientid', ['watched'])
    await all.connect('watched', v5)
    await all.server.broker.kick('watched', 'kicked')
    expect((await span('broker.disconnect')).attributes['client.disconnect.reason']).toBe('kicked')
  })

  test('a message of a topic on the list is traced to its last acknowledgement', async () => {
    await change(e2e({ msg_trace_level: 2 }))
    await all.call('POST', '/opentelemetry/whitelist/topic', ['deep/#'])
    const publisher = await all.connect('publisher', v5)
    const [one, two] = await Promise.all([all.connect('one', v5), all.connect('two', v5)])
    await one.client.subscribeAsync('deep/+', { qos: 1 })
    await two.client.subscribeAsync('deep/+', { qos: 2 })
    await publisher.client.publishAsync('shallow', 'x', { qos: 1 })
    await publisher.client.publishAsync('deep/a', 'x', { qos: 2, ...named(traceparent) })
    const publish = await span('client.publish')
    expect(publish).toMatchObject({
      traceId,
      parentId: 'b7ad6b7169203331',
      attributes: { 'message.topic': 'deep/a', 'client.clientid': 'publisher', 'message.qos': 2 },
    })
    expect(await span('client.authz')).toMatchObject({ parentId: publish.spanId })
    const route = await span('message.route')
    expect(route.parentId).toBe(publish.spanId)
    const toOne = await span('broker.publish', 'one')
    const toTwo = await span('broker.publish', 'two')
    expect([toOne.parentId, toTwo.parentId]).toEqual([route.spanId, route.spanId])
    const chain = async (parent: string, ...names: readonly string[]) => {
      let above = parent
      for (const name of names) {
        const next = await receiver.spans.take((span) => span.name === name && span.parentId === above, `${name} below`)
        above = next.spanId
      }
    }
    await chain(toOne.spanId, 'client.puback')
    await chain(toTwo.spanId, 'client.pubrec', 'broker.pubrel', 'client.pubcomp')
    await chain(publish.spanId, 'broker.pubrec', 'client.pubrel', 'broker.pubcomp')
    expect(new Set(receiver.spans.all.map((span) => span.traceId))).toEqual(new Set([traceId]))
  })

  test('a sample ratio of 1 traces everything that is enabled, and 0 nothing', async () => {
    await change(e2e({ sample_ratio: '100%', client_messaging: true, follow_traceparent: false }))
    const publisher = await all.connect('publisher', v5)
    await publisher.client.publishAsync('sampled', 'x', named(traceparent))
    const publish = await span('client.publish')
    expect(publish).toMatchObject({ parentId: '' })
    expect(publish.traceId).not.toBe(traceId)
    expect(receiver.spans.all.some(({ name }) => name === 'client.connect')).toBe(false)
    await change(e2e({ sample_ratio: '0%', client_messaging: true }))
    await all.call('POST', '/opentelemetry/whitelist/topic', ['last'])
    await publisher.client.publishAsync('sampled', 'x')
    await publisher.client.publishAsync('last', 'x')
    expect((await span('client.publish')).attributes['message.topic']).toBe('last')
  })

  test('the lists are sorted, bounded and checked', async () => {
    await all.call('POST', '/opentelemetry/whitelist/topic', ['b/#', 'a/+', 'b/#'])
    expect((await all.get('/opentelemetry/whitelist/topic')).body).toEqual(['a/+', 'b/#'])
    const many = Array.from({ length: 31 }, (_, index) => `c${index}`)
    expect((await all.call('POST', '/opentelemetry/whitelist/clientid', many)).status).toBe(400)
    expect((await all.call('POST', '/opentelemetry/whitelist/topic', ['a/#/b'])).status).toBe(400)
    expect((await all.get('/opentelemetry/whitelist/other')).status).toBe(400)
    expect((await all.call('DELETE', '/opentelemetry/whitelist/topic')).status).toBe(204)
    expect((await all.get('/opentelemetry/whitelist/topic')).body).toEqual([])
  })
})

describe('a collector that rejects everything', () => {
  test('costs only the queue, delays no message, and is logged once; dropped data is counted', async () => {
    receiver.refuse('not today')
    const settings = legacy({ trace_all: true })
    await change({ traces: { ...settings.traces, max_queue_size: 10 } })
    const publisher = await all.connect('publisher', v5)
    for (let count = 0; count < 500; count += 1) publisher.client.publish('flood', 'x')
    await publisher.client.publishAsync('flood', 'x', { qos: 1 })
    const { reason, dropped } = await reaching('traces', 'failing')
    expect(reason).toContain('not today')
    expect(dropped).toBeGreaterThan(400)
    receiver.refuse(undefined)
    await publisher.client.publishAsync('after', 'x', { qos: 1 })
    await span('process_message')
    await reaching('traces', 'exporting')
  })
})
