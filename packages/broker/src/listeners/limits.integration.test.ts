import { connect } from 'node:net'
import {
  connectRaw,
  createFakeClock,
  type Endpoint,
  eventually,
  type FakeClock,
  listenerWith,
  openRaw,
} from '@mqdeck/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { startTestBroker, type TestBroker } from '../test-broker.ts'
import type { ListenerView } from '../types.ts'

let mqtt: TestBroker
afterEach(() => mqtt.broker.stop())

const view = (): ListenerView => {
  const [only] = mqtt.broker.listeners()
  if (!only) throw new Error('There is no listener')
  return only
}
const refused = async (endpoint: Endpoint) => {
  const client = await openRaw(endpoint).catch(() => undefined)
  await client?.waitForClose()
}

describe('connection limits', () => {
  test('a connection from a denied address is closed immediately and counted', async () => {
    mqtt = await startTestBroker({ listener: { access_rules: ['deny 127.0.0.0/8', 'allow all'] } })
    await refused(mqtt.endpoint())
    expect(view().refused.access_rules).toBe(1)
    await mqtt.broker.updateListener(
      'tcp:default',
      await listenerWith('tcp', { access_rules: ['allow 127.0.0.1', 'deny all'] }),
    )
    await connectRaw(mqtt.endpoint())
  })

  test('max_conn_rate accepts connections up to the rate, and more later', async () => {
    const clock = createFakeClock()
    mqtt = await startTestBroker({ clock, listener: { max_conn_rate: '2/s' } })
    await connectRaw(mqtt.endpoint())
    await connectRaw(mqtt.endpoint())
    await refused(mqtt.endpoint())
    expect(view().refused.max_conn_rate).toBe(1)
    clock.advance(500)
    await connectRaw(mqtt.endpoint())
    await refused(mqtt.endpoint())
  })

  test('quick_deny_anonymous refuses clients without a username before authentication [MQTT-3.1.4-3]', async () => {
    mqtt = await startTestBroker({ listener: { enable_authn: 'quick_deny_anonymous' } })
    const asked: (string | undefined)[] = []
    mqtt.hooks.fold('client.authenticate', (decision, { username }) => {
      asked.push(username)
      return decision
    })
    const nobody = await openRaw(mqtt.endpoint())
    nobody.send({
      cmd: 'connect',
      clientId: 'nobody',
      protocolId: 'MQTT',
      protocolVersion: 5,
      clean: true,
      keepalive: 0,
    })
    expect((await nobody.next('connack')).reasonCode).toBe(0x87)
    await nobody.waitForClose()
    await connectRaw(mqtt.endpoint(), { username: 'somebody' })
    expect(asked).toEqual(['somebody'])
  })
})

describe('rate limits of a client', () => {
  test.each([0, 1, 2] as const)('messages of QoS %i beyond the rate wait, and none is lost', async (qos) => {
    const clock = createFakeClock()
    mqtt = await startTestBroker({ clock, listener: { messages_rate: '5/s' } })
    const seen: string[] = []
    mqtt.hooks.fold('message.publish', (message) => {
      if (message) seen.push(Buffer.from(message.payload).toString())
      return message
    })
    const client = await connectRaw(mqtt.endpoint())
    const sent = Array.from({ length: 12 }, (_, index) => `${index}`)
    const done = Promise.all(sent.map((payload) => client.publish('t', payload, { qos })))
    const has = (count: number) =>
      eventually(
        () => seen.length === count && clock.pending() > 0,
        () => `Waited for ${count} messages, not ${seen.length}`,
      )
    await has(5)
    clock.advance(200)
    await has(6)
    // Another client has a rate of its own.
    const other = await connectRaw(mqtt.endpoint())
    await other.publish('t', 'other', { qos: 1 })
    clock.advance(1000)
    await has(12)
    clock.advance(1000)
    await eventually(
      () => seen.length === 13,
      () => 'Waited for all',
    )
    clock.advance(10_000)
    await done
    expect(seen.filter((payload) => payload !== 'other')).toEqual(sent)
  })

  test('bytes beyond the rate stay in the socket until the rate allows them', async () => {
    const clock = createFakeClock()
    mqtt = await startTestBroker({ clock, listener: { bytes_rate: '1KB/s' } })
    const client = await connectRaw(mqtt.endpoint(), { keepalive: 1 })
    const published = client.publish('t', Buffer.alloc(3000), { qos: 1 })
    const traffic = () => mqtt.broker.client(client.clientId)?.traffic
    await eventually(
      () => (traffic()?.recvOct ?? 0) > 3000,
      () => 'Waited for PUBLISH',
    )
    // Held back for longer than its keep alive, it is not taken for dead.
    clock.advance(1900)
    expect(traffic()?.recvPkt).toBe(1)
    clock.advance(300)
    await published
  })

  test('removing a limit resumes paused clients, setting one applies to connected clients', async () => {
    const clock = createFakeClock()
    mqtt = await startTestBroker({ clock, listener: { messages_rate: '1/h' } })
    const client = await connectRaw(mqtt.endpoint())
    await client.publish('t', '1', { qos: 1 })
    const second = client.publish('t', '2', { qos: 1 })
    await eventually(
      () => clock.pending() > 0 && mqtt.broker.client(client.clientId)?.traffic.recvMsg === 1,
      () => 'Waited',
    )
    await mqtt.broker.updateListener('tcp:default', await listenerWith('tcp'))
    expect(await second).toBeLessThan(0x80)
    await mqtt.broker.updateListener('tcp:default', await listenerWith('tcp', { messages_rate: '1/h' }))
    await client.publish('t', '3', { qos: 1 })
    const fourth = client.publish('t', '4', { qos: 1 })
    await mqtt.broker.updateListener('tcp:default', await listenerWith('tcp', { messages_rate: 'infinity' }))
    await fourth
  })

  test('a throttled client can be disconnected', async () => {
    mqtt = await startTestBroker({ listener: { messages_rate: '1/h' } })
    const client = await connectRaw(mqtt.endpoint())
    for (const payload of ['1', '2', '3']) void client.publish('t', payload)
    await eventually(
      () => mqtt.broker.client(client.clientId)?.traffic.recvMsg === 1,
      () => 'Waited for the first',
    )
    await mqtt.broker.kick(client.clientId, 'kicked')
    await client.waitForClose()
  })
})

describe('the PROXY protocol', () => {
  const connectBytes = Buffer.from('101100044d5154540502000000000464656166', 'hex')
  const send = (...parts: readonly Buffer[]) => {
    const { host, port } = mqtt.endpoint()
    const socket = connect(port, host)
    for (const part of parts) socket.write(part)
    return socket
  }
  const answer = (socket: ReturnType<typeof connect>) =>
    new Promise<Buffer | 'closed'>((resolve, reject) => {
      socket.once('data', resolve)
      socket.once('close', () => resolve('closed'))
      socket.once('error', reject)
    })
  const info = () => mqtt.broker.client('deaf')?.info
  const v2 = Buffer.from(
    '0d0a0d0a000d0a515549540a2111001a0a0102030a0000011388075b20000b070000000022000363 6c69'.replace(/\s/g, ''),
    'hex',
  )

  test('version 1 sets the client address, in the same chunk as CONNECT or before', async () => {
    mqtt = await startTestBroker({ listener: { proxy_protocol: true } })
    const header = Buffer.from('PROXY TCP4 10.1.2.3 10.0.0.1 5000 1883\r\n')
    const socket = send(Buffer.concat([header, connectBytes]))
    expect(await answer(socket)).toBeInstanceOf(Buffer)
    expect(info()).toMatchObject({ peerhost: '10.1.2.3', peerport: 5000 })
    socket.destroy()
  })

  test('a header may arrive byte by byte', async () => {
    mqtt = await startTestBroker({ listener: { proxy_protocol: true } })
    const bytes = Buffer.concat([v2, connectBytes])
    const socket = connect(mqtt.endpoint().port, '127.0.0.1')
    socket.setNoDelay(true)
    for (const byte of bytes) await new Promise((resolve) => socket.write(Buffer.of(byte), resolve))
    expect(await answer(socket)).toBeInstanceOf(Buffer)
    expect(info()).toMatchObject({ peerhost: '10.1.2.3', certCommonName: 'cli' })
    socket.destroy()
  })

  test('LOCAL and UNKNOWN keep the address of the proxy', async () => {
    mqtt = await startTestBroker({ listener: { proxy_protocol: true } })
    const socket = send(Buffer.from('PROXY UNKNOWN\r\n'), connectBytes)
    expect(await answer(socket)).toBeInstanceOf(Buffer)
    expect(info()).toMatchObject({ peerhost: '127.0.0.1', peerport: socket.localPort })
    socket.destroy()
  })

  test('without a header, or with a malformed one, the connection is closed', async () => {
    mqtt = await startTestBroker({ listener: { proxy_protocol: true } })
    expect(await answer(send(connectBytes))).toBe('closed')
    expect(await answer(send(Buffer.from('PROXY TCP4 nonsense\r\n')))).toBe('closed')
    expect(view().refused.proxy_protocol).toBe(2)
    expect(view().currentConnections).toBe(0)
  })

  test('a missing header closes the connection after the timeout', async () => {
    const clock = createFakeClock()
    mqtt = await startTestBroker({ clock, listener: { proxy_protocol: true, proxy_protocol_timeout: '3s' } })
    const socket = send(Buffer.from('PROXY TCP4 '))
    await eventually(
      () => view().currentConnections === 1,
      () => 'Waited for the connection',
    )
    clock.advance(2900)
    expect(view().currentConnections).toBe(1)
    clock.advance(400)
    expect(await answer(socket)).toBe('closed')
    expect(view().refused.proxy_protocol).toBe(1)
  })
})

/** The broker looks after its connections in slices: it has a turn of the event loop for each second. */
async function passSecond(clock: FakeClock): Promise<void> {
  clock.advance(1000)
  await new Promise(setImmediate)
}

describe('a client that does not read', () => {
  test('is disconnected after send_timeout', async () => {
    const clock = createFakeClock()
    mqtt = await startTestBroker({ clock, listener: { tcp_options: { send_timeout: '15s', high_watermark: '64KB' } } })
    const client = await connectRaw(mqtt.endpoint())
    await client.subscribe('t')
    client.transport.pause()
    const pending = () => mqtt.broker.client(client.clientId)?.pendingBytes ?? 0
    const message = { topic: 't', payload: Buffer.alloc(100_000), qos: 0, retain: false } as const
    const from = { clientId: 'x', username: undefined, peername: undefined, protocol: 'http' } as const
    while (pending() < 64 * 1024) {
      await mqtt.broker.publish({ ...message, from })
      await new Promise(setImmediate)
    }
    const reasons: string[] = []
    mqtt.hooks.on('client.disconnected', (_client, reason) => reasons.push(reason))
    for (let second = 0; second < 15; second += 1) await passSecond(clock)
    expect(reasons).toEqual([])
    await passSecond(clock)
    expect(reasons).toEqual(['send_timeout'])
    client.transport.resume()
    await client.waitForClose()
  })
})
