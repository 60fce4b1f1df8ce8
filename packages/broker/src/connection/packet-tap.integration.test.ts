import type { Log } from '@mqdeck/kit'
import { connectRaw, eventually, zoneWith } from '@mqdeck/testkit'
import { afterEach, expect, test } from 'vitest'
import { startTestBroker, type TestBroker } from '../test-broker.ts'

interface Logged extends Readonly<Record<string, unknown>> {
  readonly msg: string
}

let mqtt: TestBroker
let logged: Logged[]
afterEach(() => mqtt?.broker.stop())

const logFrom = (level: 'debug' | 'warn'): Log => {
  logged = []
  const write = (fields: object, msg: string) => void logged.push({ ...fields, msg })
  const isEnabled = (one: string) => level === 'debug' || one === 'warn' || one === 'error'
  return { isEnabled, debug: write, info: write, warn: write, error: write }
}
const of = (msg: string) => logged.filter((one) => one.msg === msg)

test('at level debug every packet of a client is logged without its password', async () => {
  mqtt = await startTestBroker({ log: logFrom('debug'), listener: { mountpoint: 'here/' } })
  const client = await connectRaw(mqtt.endpoint(), { clientId: 'c1', username: 'u1', password: Buffer.from('hidden!') })
  await client.subscribe('a/+', { qos: 1 })
  await client.publish('a/b', 'hello', { qos: 1 })
  await client.receive()
  const received = of('mqtt_packet_received')
  expect(received.map(({ type }) => type).slice(0, 3)).toEqual(['CONNECT', 'SUBSCRIBE', 'PUBLISH'])
  expect(received[0]).toMatchObject({ clientid: 'c1', username: 'u1', proto_ver: 5, peername: expect.any(String) })
  expect(received[1]).toMatchObject({ clientid: 'c1', topic_filters: [{ topic: 'a/+', qos: 1 }] })
  expect(received[2]).toMatchObject({ clientid: 'c1', topic: 'a/b', qos: 1, payload: Buffer.from('hello') })
  const sent = of('mqtt_packet_sent')
  expect(sent.map(({ type }) => type).sort()).toEqual(['CONNACK', 'PUBACK', 'PUBLISH', 'SUBACK'])
  expect(sent.find(({ type }) => type === 'PUBLISH')).toMatchObject({ clientid: 'c1', topic: 'a/b', qos: 1 })
  const values = logged.map((one) => JSON.stringify(one)).join()
  expect(values).not.toContain('hidden!')
  expect(values).not.toContain(JSON.stringify([...Buffer.from('hidden!')]))
})

test('packets are not logged above level debug', async () => {
  mqtt = await startTestBroker({ log: logFrom('warn') })
  const client = await connectRaw(mqtt.endpoint(), {})
  await client.subscribe('a', { qos: 1 })
  await client.publish('a', 'x', { qos: 1 })
  expect(logged).toEqual([])
})

test("refusals are logged with EMQX's event names", async () => {
  mqtt = await startTestBroker({
    log: logFrom('warn'),
    listener: { messages_rate: '1/100ms' },
    zones: { default: zoneWith({ max_mqueue_len: 1 }) },
  })
  mqtt.hooks.fold('client.authenticate', (before, { clientId }) =>
    clientId === 'bad' ? { result: 'deny', reasonCode: 0x86 } : before,
  )
  mqtt.hooks.fold('client.authorize', (before, _client, { topic }) => (topic === 'secret' ? 'deny' : before))
  await connectRaw(mqtt.endpoint(), { clientId: 'bad' }).catch(() => {})
  const asleep = await connectRaw(mqtt.endpoint(), {
    clientId: 'asleep',
    clean: false,
    properties: { sessionExpiryInterval: 100 },
  })
  await asleep.subscribe('a', { qos: 1 })
  await asleep.disconnect()
  const client = await connectRaw(mqtt.endpoint(), { clientId: 'c1' })
  await client.publish('secret', 'x', { qos: 1 })
  for (const payload of ['1', '2', '3']) await client.publish('a', payload, { qos: 1 })
  await eventually(
    () => of('dropped_msg_due_to_mqueue_is_full').length > 0,
    () => JSON.stringify(logged),
  )
  const found = (msg: string) => of(msg)[0]
  expect(found('authentication_failure')).toMatchObject({ clientid: 'bad', reason: 'bad_username_or_password' })
  expect(found('authorization_permission_denied')).toMatchObject({ clientid: 'c1', topic: 'secret', action: 'publish' })
  expect(found('cannot_publish_to_topic_due_to_not_authorized')).toMatchObject({ clientid: 'c1', topic: 'secret' })
  expect(found('dropped_msg_due_to_mqueue_is_full')).toMatchObject({ clientid: 'asleep', topic: 'a' })
  expect(found('socket_receive_paused_by_rate_limit')).toMatchObject({ clientid: 'c1' })
})
