import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { connectRaw, encryptKey, freePort, type ListenerChanges, listenerWith, testAuthority } from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestBroker, type TestBroker } from '../../test-broker.ts'
import { quicCapability } from './capability.ts'

let mqtt: TestBroker
beforeEach(async () => {
  mqtt = await startTestBroker({ types: [] })
})
afterEach(() => mqtt.broker.stop())

const listen = async (changes: ListenerChanges<'quic'> = {}) => {
  await mqtt.broker.addListener(await listenerWith('quic', changes))
  return endpoint()
}
const view = () => mqtt.broker.listeners()[0]
const endpoint = () => ({ host: '127.0.0.1', port: view()?.boundPort ?? 0, transport: 'quic' as const })

// On machines without the library the broker refuses, and there is nothing else to test.
describe.runIf(quicCapability().available)('MQTT over QUIC', () => {
  test.each([4, 5] as const)('version %i: subscribes, publishes with every QoS, and ends', async (version) => {
    const at = await listen()
    const client = await connectRaw(at, { version })
    await client.subscribe('t/#', { qos: 2 })
    for (const qos of [0, 1, 2] as const) {
      await client.publish(`t/${qos}`, `hello ${qos}`, { qos })
      expect((await client.receive()).payload.toString()).toBe(`hello ${qos}`)
    }
    expect(mqtt.broker.client(client.clientId)?.info).toMatchObject({ listener: 'quic:default', peerhost: '127.0.0.1' })
    expect(view()).toMatchObject({ running: true, currentConnections: 1 })
    await client.disconnect()
    await expect.poll(() => view()?.currentConnections).toBe(0)
  })

  test('a large message arrives complete', async () => {
    const client = await connectRaw(await listen())
    await client.subscribe('t', { qos: 1 })
    const payload = randomBytes(300_000)
    await client.publish('t', payload, { qos: 1 })
    expect(payload.equals(Buffer.from((await client.receive()).payload))).toBe(true)
  })

  test('only clients with ALPN mqtt are accepted', async () => {
    const { openTransport } = await import('@mqdeck/testkit')
    const at = await listen()
    await expect(openTransport({ ...at, alpn: 'h3' }, { data: () => {}, closed: () => {} })).rejects.toThrow()
    await connectRaw(at)
  })

  test('a connection above max_connections is closed', async () => {
    const at = await listen({ max_connections: 1 })
    const first = await connectRaw(at)
    await expect(connectRaw(at)).rejects.toThrow()
    expect(view()?.refused.max_connections).toBe(1)
    await first.ping()
  })

  test('stop sends 0x8B, start accepts clients again at the same port', async () => {
    const bind = `127.0.0.1:${await freePort()}`
    const at = await listen({ bind })
    const client = await connectRaw(at)
    await mqtt.broker.stopListener('quic:default')
    expect((await client.next('disconnect')).reasonCode).toBe(0x8b)
    expect(view()).toMatchObject({ running: false, currentConnections: 0 })
    await mqtt.broker.startListener('quic:default')
    await connectRaw(at)
  })

  test('a port in use is refused with eaddrinuse', async () => {
    const other = createSocket('udp4')
    const port = await new Promise<number>((resolve) => other.bind(0, '127.0.0.1', () => resolve(other.address().port)))
    await expect(listen({ bind: `127.0.0.1:${port}` })).rejects.toMatchObject({ path: 'bind', code: 'eaddrinuse' })
    other.close()
    expect(mqtt.broker.listeners()).toEqual([])
  })

  test('client certificates are verified, and clients have their names', async () => {
    const authority = await testAuthority('Clients')
    const at = await listen({ ssl_options: { verify: 'verify_peer', cacertfile: authority.cert } })
    const tls = await authority.issue({ commonName: 'device 7' })
    const client = await connectRaw({ ...at, tls })
    expect(mqtt.broker.client(client.clientId)?.info.certCommonName).toBe('device 7')
    const foreign = await (await testAuthority('Others')).issue()
    await expect(connectRaw({ ...at, tls: foreign })).rejects.toThrow()
    await expect(connectRaw(at)).rejects.toThrow()
  })

  test('an encrypted key works, and a changed certificate keeps clients connected', async () => {
    const [first, second] = [await testAuthority('First'), await testAuthority('Second')]
    const [one, other] = [await first.issue(), await second.issue()]
    const keyfile = encryptKey(one.key, 'sesame')
    const at = await listen({ ssl_options: { certfile: one.cert, keyfile, password: 'sesame' } })
    const client = await connectRaw({ ...at, tls: { ca: first.cert } })
    await mqtt.broker.updateListener(
      'quic:default',
      await listenerWith('quic', { ssl_options: { certfile: other.cert, keyfile: other.key } }),
    )
    await connectRaw({ ...at, tls: { ca: second.cert } })
    await client.ping()
  })

  test('invalid datagrams do not affect clients', async () => {
    const at = await listen()
    const client = await connectRaw(at)
    const socket = createSocket('udp4')
    const send = (bytes: Buffer) => new Promise((resolve) => socket.send(bytes, at.port, at.host, resolve))
    for (let n = 0; n < 500; n += 1) await send(randomBytes(1 + (n % 1200)))
    // A 0-RTT packet without a token, on which the library stumbles.
    const zeroRtt = Buffer.concat([
      Buffer.from('d0000000010812345678123456780812345678123456784032', 'hex'),
      randomBytes(1200),
    ])
    for (let n = 0; n < 20; n += 1) await send(zeroRtt)
    await client.ping()
    await connectRaw(at)
    socket.close()
  })
})

test('listenerTypes returns the types that this node can run', () => {
  expect(mqtt.broker.listenerTypes().map(({ type }) => type)).toEqual(['tcp', 'ssl', 'ws', 'wss', 'quic'])
  expect(mqtt.broker.listenerTypes().at(-1)?.available).toBe(quicCapability().available)
})
