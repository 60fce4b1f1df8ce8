import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { silentLog } from '@mqdeck/kit'
import {
  changeMqtt,
  connectMqttJs,
  connectRaw,
  createFakeClock,
  createTempFolder,
  eventually,
  mosquittoPublish,
  mosquittoSubscribe,
  openRaw,
  openWebSocketTo,
  testCertificate,
  uniqueName,
  unlimitedRetained,
} from '@mqdeck/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import type { FoldHooks, FoldPoint } from './hooks.ts'
import { startTestBroker, type TestBroker } from './test-broker.ts'
import type { ListenerType } from './types.ts'

let mqtt: TestBroker
afterEach(() => mqtt?.broker.stop())

const types = ['tcp', 'ssl', 'ws', 'wss'] as const satisfies readonly ListenerType[]

describe('four transports', () => {
  test.each(types)('MQTT.js clients exchange messages over %s at every QoS, in MQTT 3.1.1 and 5', async (type) => {
    mqtt = await startTestBroker({ types: [type] })
    for (const protocolVersion of [4, 5] as const) {
      const { client, message, end } = await connectMqttJs(mqtt.endpoint(type), { protocolVersion })
      for (const qos of [0, 1, 2] as const) {
        const topic = uniqueName('t')
        await client.subscribeAsync(topic, { qos })
        await client.publishAsync(topic, 'x'.repeat(100_000), { qos })
        expect(await message(topic)).toHaveLength(100_000)
      }
      await end()
    }
  })

  test.each(['tcp', 'ssl'] as const)(
    'mosquitto_pub and mosquitto_sub exchange messages with the broker over %s',
    async (type) => {
      mqtt = await startTestBroker({ types: [type] })
      const folder = await createTempFolder()
      const cafile = join(folder.path, 'ca.pem')
      await writeFile(cafile, (await testCertificate()).cert)
      const trust = type === 'ssl' ? { cafile } : {}
      for (const version of ['mqttv31', 'mqttv311', 'mqttv5']) {
        const topic = uniqueName('t')
        const options = ['-V', version, '-t', topic, '-q', '2']
        const subscriber = await mosquittoSubscribe(mqtt.endpoint(type), {
          ...trust,
          args: [...options, '-C', '1', '-i', uniqueName()],
        })
        await mosquittoPublish(mqtt.endpoint(type), { ...trust, args: [...options, '-m', `hello ${version}`] })
        expect((await subscriber.waitForExit()).code).toBe(0)
        expect(subscriber.output()).toContain(`hello ${version}`)
      }
      await folder.remove()
    },
  )

  test('[MQTT-6.0.0-1] a text frame closes the WebSocket', async () => {
    mqtt = await startTestBroker({ types: ['ws'] })
    const socket = openWebSocketTo(mqtt.endpoint('ws'))
    await new Promise((resolve) => socket.once('open', resolve))
    socket.send('text')
    expect(await new Promise((resolve) => socket.once('close', resolve))).toBe(1003)
  })

  test('[MQTT-6.0.0-3] a WebSocket without an MQTT subprotocol is refused with 400, another path with 404', async () => {
    mqtt = await startTestBroker({ types: ['ws'] })
    const { host, port } = mqtt.endpoint('ws')
    const statusOf = (path: string, protocol?: string) =>
      new Promise((resolve, reject) => {
        const headers = {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
          ...(protocol !== undefined && { 'sec-websocket-protocol': protocol }),
        }
        const asking = request({ host, port, path, headers })
        asking.on('response', ({ statusCode }) => resolve(statusCode))
        asking.on('upgrade', (response, socket) => {
          socket.destroy()
          resolve([response.statusCode, response.headers['sec-websocket-protocol']])
        })
        asking.on('error', reject)
        asking.end()
      })
    expect(await statusOf('/mqtt')).toBe(400)
    expect(await statusOf('/mqtt', 'chat')).toBe(400)
    expect(await statusOf('/other', 'mqtt')).toBe(404)
    expect(await statusOf('/mqtt', 'chat, mqtt')).toEqual([101, 'mqtt'])
    expect(await statusOf('/mqtt', 'mqttv3.1')).toEqual([101, 'mqttv3.1'])
  })

  test('connections above max_connections are closed immediately; new ones are accepted after others close', async () => {
    mqtt = await startTestBroker({ listener: { max_connections: 1 } })
    const first = await connectRaw(mqtt.endpoint())
    await expect(connectRaw(mqtt.endpoint())).rejects.toThrow('closed')
    await first.disconnect()
    await eventually(
      () => mqtt.broker.listeners()[0]?.currentConnections === 0,
      () => 'Waited for the place',
    )
    await connectRaw(mqtt.endpoint())
  })
})

describe('backpressure', () => {
  test('a subscriber that never reads fills only its own socket and queue and does not block others', async () => {
    mqtt = await startTestBroker({ settings: { max_mqueue_len: 100 } })
    const [stuck, reader, publisher] = await Promise.all([
      connectRaw(mqtt.endpoint(), { clientId: 'stuck' }),
      connectRaw(mqtt.endpoint()),
      connectRaw(mqtt.endpoint()),
    ])
    await stuck.subscribe('flood', { qos: 0 })
    await reader.subscribe('flood', { qos: 0 })
    stuck.transport.pause()
    const payload = Buffer.alloc(100_000)
    const view = () => mqtt.broker.client('stuck')
    for (let n = 0; n < 1000; n += 1) {
      await publisher.publish('flood', payload)
      if (n % 20 === 0) await publisher.ping()
    }
    await publisher.ping()
    await eventually(
      () => reader.received.filter(({ cmd }) => cmd === 'publish').length === 1000,
      () => 'Waited for all',
    )
    expect(view()?.mqueueLength).toBe(100)
    expect(view()?.mqueueDropped).toBeGreaterThan(500)
    // The high-water mark, plus what one turn can add, plus what the socket accepted before it was full.
    expect(view()?.pendingBytes).toBeLessThan(3 * 1024 * 1024)
    expect(mqtt.broker.metrics['delivery.dropped.queue_full']).toBe(view()?.mqueueDropped)

    stuck.transport.resume()
    await eventually(
      () => view()?.mqueueLength === 0 && view()?.pendingBytes === 0,
      () => 'Waited for the queue to drain',
    )
  })

  test('the broker stops reading from a client that sends but never reads', async () => {
    mqtt = await startTestBroker()
    const socket = connect(mqtt.endpoint().port, '127.0.0.1')
    // CONNECT of MQTT 3.1.1 with the client id `deaf`; then millions of PINGREQ.
    socket.write(Buffer.from('101000044d5154540402000000046465616600', 'hex').subarray(0, 18))
    socket.pause()
    const pings = Buffer.alloc(1024 * 1024, Buffer.from([0xc0, 0x00]))
    // More than the system's socket buffers hold in both directions.
    const total = 16 * pings.length
    for (let sent = 0; sent < total; sent += pings.length) socket.write(pings)
    const received = () => mqtt.broker.client('deaf')?.traffic.recvOct ?? 0
    const pending = () => mqtt.broker.client('deaf')?.pendingBytes ?? 0
    await eventually(
      () => pending() > 2 * 1024 * 1024,
      () => 'Waited for the broker to have enough',
    )
    // Until the system's socket buffers are full as well.
    await eventually(
      async () => {
        const before = received()
        for (let turn = 0; turn < 1000; turn += 1) await nextTurn()
        return received() === before
      },
      () => 'Waited for the broker to stop reading',
    )
    expect(pending()).toBeLessThan(3 * 1024 * 1024)
    expect(received()).toBeLessThan(total)

    // All its packets are handled as soon as it reads. Millions of them take long on a busy machine: each wait is for some more.
    socket.on('data', () => {}).resume()
    for (let before = received(); before < 18 + total; before = received())
      await eventually(
        () => received() > before,
        () => `Waited for more than ${before} of ${18 + total} bytes`,
      )
    expect(received()).toBe(18 + total)
    socket.destroy()
  })

  test('a slow asynchronous hook slows its publisher down, and messages keep their order', async () => {
    mqtt = await startTestBroker()
    let waiting = 0
    let most = 0
    const seen: number[] = []
    mqtt.hooks.fold('message.publish', async (message) => {
      waiting += 1
      most = Math.max(most, waiting)
      await nextTurn()
      waiting -= 1
      if (message) seen.push(Number(Buffer.from(message.payload).toString().split(' ')[0]))
      return message
    })
    const publisher = await connectRaw(mqtt.endpoint(), { clientId: 'eager' })
    const rest = 'x'.repeat(1000)
    for (let n = 0; n < 2000; n += 1) void publisher.publish('t', `${n} ${rest}`)
    await publisher.ping()
    expect(seen).toEqual(Array.from({ length: 2000 }, (_, n) => n))
    expect(most).toBe(1)
  })

  test('a client that floods the broker does not block other clients', async () => {
    mqtt = await startTestBroker()
    const subscribers = await Promise.all(Array.from({ length: 20 }, () => connectRaw(mqtt.endpoint())))
    for (const client of subscribers) {
      await client.subscribe('flood', { qos: 0 })
      client.transport.pause()
    }
    const [flooder, other] = await Promise.all([connectRaw(mqtt.endpoint()), connectRaw(mqtt.endpoint())])
    // PUBLISH of QoS 0: topic `flood`, no properties, no payload.
    const packet = Buffer.from('30080005666c6f6f6400', 'hex')
    flooder.sendBytes(Buffer.concat(Array.from({ length: 200_000 }, () => packet)))
    await other.ping()
    expect(mqtt.broker.metrics['messages.received']).toBeLessThan(200_000)
    await Promise.all(subscribers.map((client) => client.destroy()))
  })

  test('all of ten thousand retained messages reach a subscriber with QoS 1', async () => {
    mqtt = await startTestBroker({ retained: unlimitedRetained })
    const from = { clientId: 'api', username: undefined, peername: undefined, protocol: 'http' }
    for (let n = 0; n < 10_000; n += 1)
      await mqtt.broker.publish({ topic: `r/${n}`, payload: Buffer.from(`${n}`), qos: 1, retain: true, from })
    const { client, messages, end } = await connectMqttJs(mqtt.endpoint())
    await client.subscribeAsync('r/#', { qos: 1 })
    await eventually(
      () => messages.all.length === 10_000,
      () => `Got ${messages.all.length} messages`,
    )
    expect(mqtt.broker.metrics['delivery.dropped']).toBe(0)
    await end()
  })

  test('a long chain of packets in one chunk does not overflow the stack', async () => {
    mqtt = await startTestBroker()
    const client = await connectRaw(mqtt.endpoint())
    await client.subscribe('t', { qos: 0 })
    // PUBLISH of QoS 0: topic `t`, no properties, no payload.
    const packet = Buffer.from([0x30, 4, 0, 1, 0x74, 0])
    client.sendBytes(Buffer.concat(Array.from({ length: 30_000 }, () => packet)))
    await client.ping()
    expect(mqtt.broker.metrics['messages.qos0.received']).toBe(30_000)
    expect(mqtt.errors).toEqual([])
  })
})

describe('shared subscriptions', () => {
  test('[MQTT-4.8.2-5] pending messages of a member that leaves go to another, except sent QoS 2 messages', async () => {
    mqtt = await startTestBroker()
    const leaver = await connectRaw(mqtt.endpoint(), { clientId: 'leaver', properties: { receiveMaximum: 2 } })
    await leaver.subscribe('$share/g/t', { qos: 2 })
    const publisher = await connectRaw(mqtt.endpoint())
    await publisher.publish('t', 'taken', { qos: 2 })
    await publisher.publish('t', 'sent', { qos: 1 })
    await publisher.publish('t', 'queued', { qos: 2 })
    await leaver.next('publish')
    const stayer = await connectRaw(mqtt.endpoint())
    await stayer.subscribe('$share/g/t', { qos: 2 })
    await leaver.destroy()
    expect((await stayer.receive()).payload.toString()).toBe('sent')
    expect((await stayer.receive()).payload.toString()).toBe('queued')
    await publisher.publish('t', 'last', { qos: 1 })
    expect((await stayer.receive()).payload.toString()).toBe('last')
  })

  test('a disconnected member gets no messages while another is connected', async () => {
    mqtt = await startTestBroker()
    const away = await connectRaw(mqtt.endpoint(), { clientId: 'away', properties: { sessionExpiryInterval: 60 } })
    const here = await connectRaw(mqtt.endpoint())
    for (const client of [away, here]) await client.subscribe('$share/g/t', { qos: 1 })
    await away.disconnect()
    const publisher = await connectRaw(mqtt.endpoint())
    for (let n = 0; n < 10; n += 1) await publisher.publish('t', `${n}`, { qos: 1 })
    for (let n = 0; n < 10; n += 1) expect((await here.receive()).payload.toString()).toBe(`${n}`)
    await here.disconnect()
    await eventually(
      () => mqtt.broker.clientCount().live === 1,
      () => 'Waited for the end',
    )
    await publisher.publish('t', 'waits', { qos: 1 })
    expect(mqtt.broker.mqueue('away')).toHaveLength(1)
  })
})

describe('hooks and counters', () => {
  test('the hooks of a client run in the order of EMQX', async () => {
    mqtt = await startTestBroker()
    const calls: string[] = []
    const { hooks } = mqtt
    const record = <P extends FoldPoint>(point: P) => {
      const passOn = (value: unknown) => {
        calls.push(point)
        return value
      }
      hooks.fold(point, passOn as FoldHooks[P]) // right for every point: it gives back what it got
    }
    const folds = ['connect', 'authenticate', 'authorize', 'subscribe', 'unsubscribe'] as const
    for (const point of folds) record(`client.${point}`)
    record('message.publish')
    for (const point of [
      'client.check_authn_complete',
      'session.created',
      'client.connack',
      'client.connected',
      'client.check_authz_complete',
      'session.subscribed',
      'session.unsubscribed',
      'message.delivered',
      'message.acked',
      'client.disconnected',
      'session.terminated',
    ] as const)
      hooks.on(point, () => calls.push(point))
    const client = await connectRaw(mqtt.endpoint())
    await client.subscribe('t', { qos: 1 })
    await client.publish('t', 'x', { qos: 1 })
    await client.receive()
    await client.unsubscribe('t')
    await client.disconnect()
    await eventually(
      () => calls.includes('session.terminated'),
      () => 'Waited for the end',
    )
    expect(calls).toEqual([
      'client.connect',
      'client.authenticate',
      'client.check_authn_complete',
      'session.created',
      'client.connack',
      'client.connected',
      'client.authorize',
      'client.check_authz_complete',
      'client.subscribe',
      'session.subscribed',
      'client.authorize',
      'client.check_authz_complete',
      'message.publish',
      'message.delivered',
      'message.acked',
      'client.unsubscribe',
      'session.unsubscribed',
      'client.disconnected',
      'session.terminated',
    ])
  })

  test('every packet, message and session is counted under its EMQX name', async () => {
    mqtt = await startTestBroker()
    const client = await connectRaw(mqtt.endpoint())
    await client.subscribe('t', { qos: 2 })
    await client.publish('t', '0')
    await client.publish('t', '1', { qos: 1 })
    await client.publish('t', '2', { qos: 2 })
    for (let n = 0; n < 3; n += 1) await client.receive()
    await client.publish('nobody', 'x', { qos: 1 })
    await client.unsubscribe('t')
    await client.ping()
    await client.disconnect()
    await eventually(
      () => mqtt.broker.metrics['client.disconnected'] === 1,
      () => 'Waited for the end',
    )
    const counted = Object.fromEntries(
      Object.entries(mqtt.broker.metrics).filter(([name, count]) => count > 0 && !name.startsWith('bytes')),
    )
    expect(counted).toEqual({
      'authentication.success': 1,
      'authentication.success.anonymous': 1,
      'authorization.allow': 5,
      'authorization.nomatch': 5,
      'client.auth.anonymous': 1,
      'client.authenticate': 1,
      'client.authorize': 5,
      'client.connack': 1,
      'client.connect': 1,
      'client.connected': 1,
      'client.disconnected': 1,
      'client.subscribe': 1,
      'client.unsubscribe': 1,
      'messages.acked': 2,
      'messages.delivered': 3,
      'messages.dropped': 1,
      'messages.dropped.no_subscribers': 1,
      'messages.publish': 4,
      'messages.qos0.received': 1,
      'messages.qos0.sent': 1,
      'messages.qos1.received': 2,
      'messages.qos1.sent': 1,
      'messages.qos2.received': 1,
      'messages.qos2.sent': 1,
      'messages.received': 4,
      'messages.sent': 3,
      'packets.connack.sent': 1,
      'packets.connect.received': 1,
      'packets.disconnect.received': 1,
      'packets.pingreq.received': 1,
      'packets.pingresp.sent': 1,
      'packets.puback.received': 1,
      'packets.puback.sent': 2,
      'packets.pubcomp.received': 1,
      'packets.pubcomp.sent': 1,
      'packets.publish.received': 4,
      'packets.publish.sent': 3,
      'packets.pubrec.received': 1,
      'packets.pubrec.sent': 1,
      'packets.pubrel.received': 1,
      'packets.pubrel.sent': 1,
      'packets.received': 13,
      'packets.sent': 12,
      'packets.suback.sent': 1,
      'packets.subscribe.received': 1,
      'packets.unsuback.sent': 1,
      'packets.unsubscribe.received': 1,
      'session.created': 1,
      'session.terminated': 1,
    })
  })

  test('unexpected acknowledgements are counted as missed or in use', async () => {
    mqtt = await startTestBroker()
    const client = await connectRaw(mqtt.endpoint())
    for (const cmd of ['puback', 'pubrec', 'pubrel', 'pubcomp'] as const)
      client.send({ cmd, messageId: 9, reasonCode: 0 })
    expect((await client.next('pubrel')).reasonCode).toBe(0x92)
    expect((await client.next('pubcomp')).reasonCode).toBe(0x92)
    for (const cmd of ['puback', 'pubcomp'] as const) {
      const wrong = await connectRaw(mqtt.endpoint())
      await wrong.subscribe(cmd, { qos: 2 })
      await client.publish(cmd, 'x', { qos: 2 })
      const { messageId = 0 } = await wrong.next('publish')
      wrong.send({ cmd, messageId, reasonCode: 0 })
      expect((await wrong.next('disconnect')).reasonCode).toBe(0x82)
    }
    const { metrics } = mqtt.broker
    for (const name of ['puback', 'pubrec', 'pubrel', 'pubcomp'] as const)
      expect(metrics[`packets.${name}.missed`]).toBe(1)
    for (const name of ['puback', 'pubcomp'] as const) expect(metrics[`packets.${name}.inuse`]).toBe(1)
  })
})

test.each([
  [1, 'pubrec'],
  [1, 'pubcomp'],
  [2, 'puback'],
  [2, 'pubcomp'],
] as const)(
  'a message with QoS %i that is first acknowledged with %s ends the connection: protocol error',
  async (qos, cmd) => {
    mqtt = await startTestBroker()
    const client = await connectRaw(mqtt.endpoint())
    await client.subscribe('t', { qos })
    client.send({ cmd: 'publish', topic: 't', payload: 'x', qos, dup: false, retain: false, messageId: 1 })
    const { messageId = 0 } = await client.next('publish')
    client.send({ cmd, messageId, reasonCode: 0 })
    expect((await client.next('disconnect')).reasonCode).toBe(0x82)
  },
)

test('[MQTT-4.7.3-1] UNSUBSCRIBE with an empty topic filter ends the connection: protocol error', async () => {
  mqtt = await startTestBroker()
  const client = await connectRaw(mqtt.endpoint())
  client.sendBytes('a2050001000000')
  expect((await client.next('disconnect')).reasonCode).toBe(0x82)
})

test('[MQTT-3.1.2-24] CONNACK omits properties with default values if it would exceed the maximum packet size of the client', async () => {
  mqtt = await startTestBroker()
  const small = await connectRaw(mqtt.endpoint(), { properties: { maximumPacketSize: 20 } })
  expect(small.bytesOf(small.connack()).length).toBeLessThanOrEqual(20)
  expect(small.connack().properties).toEqual({ receiveMaximum: 100, maximumPacketSize: 1024 * 1024 })
  const large = await connectRaw(mqtt.endpoint(), { properties: { maximumPacketSize: 24 } })
  expect(large.connack().properties).toMatchObject({ retainAvailable: true, topicAliasMaximum: 65_535 })
})

describe('time', () => {
  test('a connection without CONNECT is closed after idle_timeout', async () => {
    const clock = createFakeClock()
    mqtt = await startTestBroker({ clock })
    const client = await openRaw(mqtt.endpoint())
    await eventually(
      () => mqtt.broker.listeners()[0]?.currentConnections === 1,
      () => 'Waited for the connection',
    )
    clock.advance(15_000)
    await client.waitForClose()
  })

  test('[MQTT-3.1.2-22] a silent client is disconnected after 1.5 times its keep alive, also when set by the management API', async () => {
    const clock = createFakeClock()
    mqtt = await startTestBroker({ clock })
    const client = await connectRaw(mqtt.endpoint(), { clientId: 'silent', keepalive: 10 })
    clock.advance(14_000)
    await client.ping()
    clock.advance(14_000)
    await client.ping()
    expect(mqtt.broker.setKeepalive('silent', 4)).toBe(true)
    expect(mqtt.broker.client('silent')?.keepalive).toBe(4)
    clock.advance(6_001)
    expect((await client.next('disconnect')).reasonCode).toBe(0x8d)
  })

  test('ended sessions are counted for as long as they are remembered', async () => {
    const clock = createFakeClock()
    mqtt = await startTestBroker({ clock })
    const counted = async (count: number) =>
      eventually(
        () => mqtt.broker.sessionCount(0) === count && mqtt.broker.clientCount().connections === 1,
        () => `Counted ${mqtt.broker.sessionCount(0)}`,
      )
    await connectRaw(mqtt.endpoint())
    await (await connectRaw(mqtt.endpoint())).disconnect()
    await counted(1)
    mqtt.broker.rememberSessions(60_000)
    await (await connectRaw(mqtt.endpoint())).disconnect()
    await counted(2)
    clock.advance(60_000)
    await counted(1)
  })

  test('[MQTT-3.1.2-23] a session ends after its expiry interval', async () => {
    const clock = createFakeClock()
    mqtt = await startTestBroker({ clock })
    const client = await connectRaw(mqtt.endpoint(), { clientId: 'away', properties: { sessionExpiryInterval: 60 } })
    await client.disconnect()
    await eventually(
      () => mqtt.broker.client('away')?.connected === false,
      () => 'Waited for the disconnection',
    )
    clock.advance(59_000)
    expect(mqtt.broker.client('away')).toBeDefined()
    clock.advance(1000)
    // In the next turn if this one has taken long.
    await eventually(
      () => mqtt.broker.client('away') === undefined,
      () => 'Waited for the end of the session',
    )
    expect(mqtt.broker.metrics['session.terminated']).toBe(1)
  })
})

describe('management', () => {
  test('a topic has an audience if it has a subscriber or a hook handles every message', async () => {
    mqtt = await startTestBroker()
    const { broker, hooks } = mqtt
    const client = await connectRaw(mqtt.endpoint(), { clientId: 'listener' })
    expect(broker.hasAudience('a/b')).toBe(false)
    for (const filter of ['a/+', 'a/b', '$share/g/a/b']) {
      await broker.subscribe(client.clientId, filter, { qos: 0, nl: 0, rap: 0, rh: 0 })
      expect([broker.hasAudience('a/b'), broker.hasAudience('b')]).toEqual([true, false])
      await broker.unsubscribe(client.clientId, filter)
      expect(broker.hasAudience('a/b')).toBe(false)
    }
    hooks.fold('message.publish', (message) => message)
    expect(broker.hasAudience('a/b')).toBe(true)
  })

  test('a client can be read, subscribed, unsubscribed and kicked', async () => {
    mqtt = await startTestBroker()
    const { broker } = mqtt
    const client = await connectRaw(mqtt.endpoint(), {
      clientId: 'one',
      properties: { sessionExpiryInterval: 100, receiveMaximum: 1 },
    })
    const options = { qos: 1, nl: 0, rap: 1, rh: 0 } as const
    expect(await broker.subscribe('one', 'a/+', options)).toMatchObject({ clientId: 'one', topic: 'a/+', qos: 1 })
    await expect(broker.subscribe('one', 'a/#/b', options)).rejects.toMatchObject({ reasonCode: 0x8f })
    expect([...broker.topics()]).toEqual(['a/+'])
    expect(broker.matchingTopics('a/b')).toEqual(['a/+'])
    const from = { clientId: 'api', username: undefined, peername: undefined, protocol: 'http' }
    for (const text of ['first', 'second'])
      expect(
        await broker.publish({ topic: 'a/b', payload: Buffer.from(text), qos: 1, retain: false, from }),
      ).toMatchObject({ delivered: 1 })
    await client.next('publish')
    const texts = (list: ReturnType<typeof broker.mqueue>) =>
      list?.map(({ message }) => Buffer.from(message.payload).toString())
    expect([texts(broker.inflight('one')), texts(broker.mqueue('one'))]).toEqual([['first'], ['second']])
    expect(broker.client('one')).toMatchObject({
      inflightCount: 1,
      inflightMax: 1,
      mqueueLength: 1,
      subscriptionsCount: 1,
    })
    expect(await broker.unsubscribe('one', 'a/+')).toBe(true)
    expect(await broker.unsubscribe('one', 'a/+')).toBe(false)
    expect(broker.stats()).toMatchObject({ connections: 1, liveConnections: 1, subscriptions: 0, topics: 0 })
    expect(await broker.kick('one', 'kicked')).toBe(true)
    expect((await client.next('disconnect')).reasonCode).toBe(0x98)
    expect(broker.client('one')).toBeUndefined()
    expect(await broker.kick('one', 'kicked')).toBe(false)
  })

  test('a mountpoint prefixes the topics of a listener, invisibly for its clients', async () => {
    mqtt = await startTestBroker({ listener: { mountpoint: 'site/${clientid}/' } })
    const client = await connectRaw(mqtt.endpoint(), { clientId: 'one' })
    await client.subscribe(['t', '$share/g/s'].map((topic) => ({ topic, qos: 0 })))
    expect(mqtt.broker.subscriptionsOf('one')?.map(({ topic }) => topic)).toEqual(['site/one/t', '$share/g/site/one/s'])
    await client.publish('t', 'x')
    expect((await client.receive()).topic).toBe('t')
    await client.publish('s', 'x')
    expect((await client.receive()).topic).toBe('s')
  })

  test('authorization uses the topics as the client sent them, without the mountpoint', async () => {
    mqtt = await startTestBroker({ listener: { mountpoint: 'site/' } })
    const asked: string[] = []
    mqtt.broker.hooks.fold('client.authorize', (_, __, { type, topic }) => {
      asked.push(`${type} ${topic}`)
      return { result: topic === 's' ? 'deny' : 'allow', source: 'test' }
    })
    const client = await connectRaw(mqtt.endpoint())
    expect((await client.subscribe(['t', '$share/g/s'])).granted).toEqual([0, 0x87])
    await client.publish('t', 'x', { qos: 1 })
    expect(asked).toEqual(['subscribe t', 'subscribe s', 'publish t'])
  })

  test('a client whose username has wildcards or a slash, or is missing, is refused by a mountpoint and logged', async () => {
    const warnings: object[] = []
    const log = { ...silentLog, warn: (fields: object, event: string) => void warnings.push({ event, ...fields }) }
    mqtt = await startTestBroker({ listener: { mountpoint: 'user/${username}/' }, log })
    const connack = async (username: string | undefined) => {
      const client = await openRaw(mqtt.endpoint(), 4)
      client.send({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clientId: 'c',
        clean: true,
        keepalive: 0,
        ...(username !== undefined && { username }),
      })
      return (await client.next('connack')).returnCode
    }
    expect(await connack('ann')).toBe(0)
    expect(await Promise.all(['+', '#', 'a/#/b', 'ann/x', '', undefined].map(connack))).toEqual([5, 5, 5, 5, 5, 5])
    const refusal = { event: 'mountpoint_refused', clientid: 'c', placeholder: '${username}' }
    expect(warnings).toEqual(Array.from({ length: 6 }, () => refusal))
  })

  test('[MQTT-4.7.3-3] a topic that is too long with its mountpoint is refused, other topics still work', async () => {
    mqtt = await startTestBroker({ listener: { mountpoint: 'area/' } })
    const [client, other] = await Promise.all([connectRaw(mqtt.endpoint()), connectRaw(mqtt.endpoint())])
    await mqtt.broker.subscribe(other.clientId, '#', { qos: 0, nl: 0, rap: 0, rh: 0 })
    client.send({ cmd: 'publish', topic: 'x'.repeat(65_533), payload: 'x', qos: 0, dup: false, retain: false })
    expect((await client.next('disconnect')).reasonCode).toBe(0x90)
    await other.ping()
    expect(mqtt.errors).toEqual([])
  })

  test('changed settings take effect immediately', async () => {
    mqtt = await startTestBroker()
    const client = await connectRaw(mqtt.endpoint())
    changeMqtt(mqtt.broker, { wildcard_subscription: false, max_subscriptions: 1 })
    expect((await client.subscribe(['a/+', 'b', 'c'], { qos: 0 })).granted).toEqual([0xa2, 0, 0x97])
  })
})
