import { request } from 'node:http'
import { createTrustedProxies } from '@mqdeck/kit'
import {
  connectMqttJs,
  connectRaw,
  createFakeClock,
  eventually,
  type FakeClock,
  type ListenerChanges,
  listenerWith,
  openWebSocketTo,
} from '@mqdeck/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import { startTestBroker, type TestBroker } from '../test-broker.ts'

let mqtt: TestBroker
afterEach(() => mqtt.broker.stop())

type WebSocketOptions = NonNullable<ListenerChanges<'ws'>['websocket']>

async function listen(websocket: WebSocketOptions, clock?: FakeClock, trusted: readonly string[] = []) {
  mqtt = await startTestBroker({
    types: [],
    trustedProxies: createTrustedProxies(trusted),
    ...(clock && { clock }),
  })
  await mqtt.broker.addListener(await listenerWith('ws', { websocket }))
  return mqtt.endpoint('ws')
}
const refusals = () => mqtt.broker.listeners()[0]?.refused.websocket
const infoOf = (clientId: string) => mqtt.broker.client(clientId)?.info

/** The status that answers a request for a WebSocket. */
function statusOf(path: string, headers: Readonly<Record<string, string>> = {}): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asking = request({
      host: '127.0.0.1',
      port: mqtt.endpoint('ws').port,
      path,
      setHost: !('Host' in headers), // it would replace an empty one
      headers: {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64'),
        ...headers,
      },
    })
    asking.on('response', ({ statusCode }) => resolve(statusCode))
    asking.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve(response.statusCode)
    })
    asking.on('error', reject)
    asking.end()
  })
}
const offer = (...names: readonly string[]) => ({ 'Sec-WebSocket-Protocol': names.join(', ') })

const connectPacket = Buffer.from('101100044d5154540502000000000464656166', 'hex')
const opened = (options: ClientOptions = {}) => {
  const { host, port } = mqtt.endpoint('ws')
  const socket = new WebSocket(`ws://${host}:${port}/mqtt`, ['mqtt'], options)
  return new Promise<WebSocket>((resolve, reject) => {
    socket.once('open', () => resolve(socket))
    socket.once('error', reject)
  })
}
const message = (socket: WebSocket) => new Promise<Buffer>((resolve) => socket.once('message', resolve))

describe('the request', () => {
  test('mqtt_path: other paths get 404', async () => {
    await listen({ mqtt_path: '/broker' })
    expect(await statusOf('/mqtt', offer('mqtt'))).toBe(404)
    expect(await statusOf('/broker?x=1', offer('mqtt'))).toBe(101)
    expect(refusals()).toBe(1)
  })

  test('supported_subprotocols: the client must offer one of them [MQTT-6.0.0-3]', async () => {
    await listen({ supported_subprotocols: 'mqtt-v5, own' })
    expect(await statusOf('/mqtt', offer('mqtt'))).toBe(400)
    expect(await statusOf('/mqtt', offer('mqtt', 'own'))).toBe(101)
    expect(await statusOf('/mqtt')).toBe(400)
  })

  test('fail_if_no_subprotocol false accepts clients that offer none and still refuses a wrong one', async () => {
    await listen({ fail_if_no_subprotocol: false })
    expect(await statusOf('/mqtt')).toBe(101)
    expect(await statusOf('/mqtt', offer('chat'))).toBe(400)
  })

  test('check_origin_enable accepts the listed origins, and clients without an origin if allowed', async () => {
    await listen({ check_origin_enable: true, check_origins: 'http://a.example, https://b.example:8443' })
    expect(await statusOf('/mqtt', { ...offer('mqtt'), Origin: 'https://b.example:8443' })).toBe(101)
    expect(await statusOf('/mqtt', { ...offer('mqtt'), Origin: 'https://b.example' })).toBe(403)
    expect(await statusOf('/mqtt', offer('mqtt'))).toBe(101)
    const strict = await listenerWith('ws', { websocket: { check_origin_enable: true, allow_origin_absence: false } })
    await mqtt.broker.updateListener('ws:default', strict)
    expect(await statusOf('/mqtt', offer('mqtt'))).toBe(403)
  })

  test('on a loopback address, pages and host names of other machines get 403, and its own are accepted', async () => {
    await listen({ check_origins: 'https://app.example' })
    const statuses = async (name: string, values: readonly string[]) =>
      Promise.all(values.map((value) => statusOf('/mqtt', { ...offer('mqtt'), [name]: value })))
    const foreign = ['http://evil.example', 'http://127.0.0.1.evil.example', 'http://203.0.113.9', 'null', 'file://']
    expect(await statuses('Origin', foreign)).toEqual(foreign.map(() => 403))
    const own = [
      'http://127.0.0.1:18083',
      'https://localhost',
      'http://[::1]:1',
      'http://a.localhost',
      'https://app.example',
    ]
    expect(await statuses('Origin', own)).toEqual(own.map(() => 101))
    expect(await statuses('Host', ['evil.example', 'rebound.example:8083', ''])).toEqual([403, 403, 403])
    expect(await statuses('Host', ['localhost:8083', '[::1]:8083', 'mqtt'])).toEqual([101, 101, 101])
    expect(refusals()).toBe(foreign.length + 3)
  })

  test('on a loopback address, names of dashboard.allowed_hosts are accepted as host and origin', async () => {
    mqtt = await startTestBroker({ types: ['ws'], allowedHosts: ['mqtt.example'] })
    const headers = { ...offer('mqtt'), Host: 'mqtt.example', Origin: 'https://mqtt.example' }
    expect(await statusOf('/mqtt', headers)).toBe(101)
  })

  test('a trusted proxy on the machine may forward pages and host names of other machines', async () => {
    await listen({}, undefined, ['127.0.0.1'])
    const page = { ...offer('mqtt'), Host: 'mqtt.example', Origin: 'https://app.example' }
    expect(await statusOf('/mqtt', { ...page, 'X-Forwarded-For': '203.0.113.9' })).toBe(101)
    expect(await statusOf('/mqtt', page)).toBe(403)
  })

  test('on an address of the network, every page is accepted unless check_origin_enable is set', async () => {
    mqtt = await startTestBroker({ types: [] })
    const settings = await listenerWith('ws')
    await mqtt.broker.addListener({ ...settings, bind: { ...settings.bind, host: '0.0.0.0' } })
    const page = { ...offer('mqtt'), Host: 'mqtt.example', Origin: 'https://app.example' }
    expect(await statusOf('/mqtt', page)).toBe(101)
  })

  test('a missing request closes the connection after the timeout', async () => {
    const clock = createFakeClock()
    const { port } = await listen({}, clock)
    const { connect } = await import('node:net')
    const socket = connect(port, '127.0.0.1')
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write('GET /mqtt HTTP/1.1\r\n')
    await eventually(
      () => mqtt.broker.listeners()[0]?.currentConnections === 1,
      () => 'Waited for the connection',
    )
    clock.advance(15_250)
    await closed
    expect(refusals()).toBe(1)
  })
})

describe('behind a proxy', () => {
  const addressOf = async (headers: Readonly<Record<string, string>>) => {
    const socket = await opened({ headers })
    socket.send(connectPacket)
    await message(socket)
    const info = infoOf('deaf')
    socket.terminate()
    return { host: info?.peerhost, port: info?.peerport }
  }

  test('without trusted proxies the headers of every client are ignored', async () => {
    await listen({})
    const found = await addressOf({ 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Port': '5000' })
    expect(found.host).toBe('127.0.0.1')
    expect(found.port).not.toBe(5000)
  })

  test('behind a trusted proxy the client address is the last address that is not a trusted proxy', async () => {
    await listen({}, undefined, ['127.0.0.1', '10.0.0.0/8'])
    expect(
      await addressOf({ 'X-Forwarded-For': '203.0.113.9, 192.0.2.3, 10.0.0.1', 'X-Forwarded-Port': '5000' }),
    ).toEqual({
      host: '192.0.2.3',
      port: 5000,
    })
    expect((await addressOf({ 'X-Forwarded-For': 'unknown' })).host).toBe('127.0.0.1')
  })

  test('a listener without a header name ignores headers of trusted proxies', async () => {
    await listen({ proxy_address_header: 'X-Real-IP', proxy_port_header: '' }, undefined, ['127.0.0.1'])
    const headers = { 'x-real-ip': '2001:db8::1', 'X-Forwarded-For': '192.0.2.3', 'X-Forwarded-Port': '5000' }
    const found = await addressOf(headers)
    expect(found.host).toBe('2001:db8::1')
    expect(found.port).not.toBe(5000)
    const none = await listenerWith('ws', { websocket: { proxy_address_header: '' } })
    await mqtt.broker.updateListener('ws:default', none)
    expect((await addressOf(headers)).host).toBe('127.0.0.1')
  })

  test('callerHeaders names the client of a forwarded connection, and only this broker can create them', async () => {
    await listen({})
    const pairs = mqtt.broker.callerHeaders({ host: '192.0.2.7', port: 4711 })
    const own = Object.fromEntries(pairs)
    expect(await addressOf(own)).toEqual({ host: '192.0.2.7', port: 4711 })
    const [name = '', value = ''] = pairs[0] ?? []
    expect((await addressOf({ [name]: value.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')) })).host).toBe(
      '127.0.0.1',
    )
    expect((await addressOf({ [name]: '192.0.2.7 4711' })).host).toBe('127.0.0.1')
  })
})

describe('messages', () => {
  test.each([
    ['single', 3],
    ['multiple', 1],
  ] as const)('mqtt_piggyback %s: packets of one turn come in %i messages', async (mqtt_piggyback, count) => {
    await listen({ mqtt_piggyback })
    const socket = await opened()
    const messages: Buffer[] = []
    socket.on('message', (data: Buffer) => messages.push(data))
    // Clients may join theirs in any case.
    const pings = Buffer.from('c000c000c000', 'hex')
    socket.send(Buffer.concat([connectPacket]))
    await eventually(
      () => messages.length === 1,
      () => 'Waited for CONNACK',
    )
    socket.send(pings)
    await eventually(
      () => Buffer.concat(messages.slice(1)).length === 6,
      () => 'Waited for PINGRESP',
    )
    expect(messages).toHaveLength(1 + count)
    socket.terminate()
  })

  test('single sends every packet of one turn in a separate message, regardless of length', async () => {
    await listen({ mqtt_piggyback: 'single' })
    const { port, host } = mqtt.endpoint('ws')
    const client = await connectMqttJs({ host, port, transport: 'ws' })
    await client.client.subscribeAsync('t', { qos: 1 })
    const sizes = [10, 1000, 70_000, 125, 126]
    const payloads = sizes.map((size) => 'x'.repeat(size))
    // Not one by one: they are to leave the broker in few turns.
    await Promise.all(payloads.map((payload) => client.client.publishAsync('t', payload, { qos: 1 })))
    for (const size of sizes) expect(await client.message('t')).toHaveLength(size)
    await client.end()
  })

  test('single keeps a long packet in one piece', async () => {
    await listen({ mqtt_piggyback: 'single' })
    const { port, host } = mqtt.endpoint('ws')
    const client = await connectMqttJs({ host, port, transport: 'ws' })
    await client.client.subscribeAsync('t', { qos: 1 })
    await client.client.publishAsync('t', 'x'.repeat(100_000), { qos: 1 })
    expect(await client.message('t')).toHaveLength(100_000)
    await client.end()
  })

  test('max_frame_size: a longer message ends the connection', async () => {
    await listen({ max_frame_size: 1000 })
    const socket = await opened()
    socket.send(connectPacket)
    await message(socket)
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    socket.send(Buffer.alloc(1001))
    expect(await closed).toBe(1009)
  })

  test('max_frame_size infinity accepts packets up to the maximum packet size', async () => {
    mqtt = await startTestBroker({ types: ['ws'], settings: { max_packet_size: 20 * 1024 * 1024 } })
    const client = await connectRaw(mqtt.endpoint('ws'))
    expect(await client.publish('t', Buffer.alloc(18 * 1024 * 1024), { qos: 1 })).toBeLessThan(0x80)
  })

  test('compress with its options: the negotiated options are used, and packets arrive unchanged', async () => {
    await listen({
      compress: true,
      deflate_opts: {
        level: 'best_compression',
        mem_level: 9,
        strategy: 'filtered',
        server_context_takeover: 'no_takeover',
        client_context_takeover: 'no_takeover',
        server_max_window_bits: 10,
        client_max_window_bits: 11,
      },
    })
    const socket = await opened({ perMessageDeflate: true })
    expect(socket.extensions).toBe('permessage-deflate')
    socket.terminate()
    const client = await connectMqttJs({ ...mqtt.endpoint('ws') })
    await client.client.subscribeAsync('t', { qos: 1 })
    const text = 'all work and no play '.repeat(5000)
    await client.client.publishAsync('t', text, { qos: 1 })
    expect(await client.message('t')).toBe(text)
    await client.end()
  })

  test('without compress no compression is negotiated', async () => {
    await listen({})
    const socket = await opened({ perMessageDeflate: true })
    expect(socket.extensions).toBe('')
    socket.terminate()
  })

  test('a text message ends the connection [MQTT-6.0.0-1]', async () => {
    const socket = openWebSocketTo(await listen({}))
    await new Promise((resolve) => socket.once('open', resolve))
    socket.send('hello')
    expect(await new Promise((resolve) => socket.once('close', resolve))).toBe(1003)
  })

  test('idle_timeout: a silent connection is closed, a WebSocket ping keeps it open', async () => {
    const clock = createFakeClock()
    await listen({ idle_timeout: '10s' }, clock)
    const socket = await opened()
    socket.send(connectPacket)
    await message(socket)
    clock.advance(9_000)
    socket.ping()
    await new Promise((resolve) => socket.once('pong', resolve))
    clock.advance(9_000)
    expect(infoOf('deaf')).toBeDefined()
    const closed = new Promise((resolve) => socket.once('close', resolve))
    clock.advance(1_250)
    await closed
  })
})
