import { connectRaw } from '@mqdeck/testkit'
import { afterEach, expect, test } from 'vitest'
import { reasonCode } from '../packets/index.ts'
import { startTestBroker, type TestBroker } from '../test-broker.ts'
import type { SimulatedConnect } from '../types.ts'

let mqtt: TestBroker
afterEach(() => mqtt?.broker.stop())

const anonymous: Omit<SimulatedConnect, 'listener'> = {
  clientId: 'c1',
  username: undefined,
  password: undefined,
  peerhost: '127.0.0.1',
  certCommonName: undefined,
  certSubject: undefined,
}
const simulate = (more: Partial<SimulatedConnect> = {}) => {
  const [listener] = mqtt.broker.listeners()
  return mqtt.broker.simulateConnect({ listener: listener?.id ?? '', ...anonymous, ...more })
}

test('a simulated CONNECT gets the same identity and mountpoint as a real one', async () => {
  mqtt = await startTestBroker({
    settings: {
      use_username_as_clientid: true,
      client_attrs_init: [{ expression: "nth(1, tokens(username, '-'))", set_as_attr: 'group' }],
    },
    listener: { mountpoint: 'm/${username}/' },
  })
  const client = await connectRaw(mqtt.endpoint(), { clientId: 'c1', username: 'a-1' })
  const real = mqtt.broker.client('a-1')?.info
  const found = simulate({ username: 'a-1' })
  expect(found).toMatchObject({ refusal: undefined, authentication: true })
  const { clientId, username, peerhost, zone, mountpoint, attributes, listener } = found?.info ?? {}
  expect({ clientId, username, peerhost, zone, mountpoint, attributes, listener }).toEqual({
    clientId: real?.clientId,
    username: real?.username,
    peerhost: real?.peerhost,
    zone: real?.zone,
    mountpoint: real?.mountpoint,
    attributes: real?.attributes,
    listener: real?.listener,
  })
  expect(attributes).toEqual({ group: 'a' })
  await client.disconnect()
})

test('a simulated CONNECT uses the names in the certificate', async () => {
  mqtt = await startTestBroker({ settings: { peer_cert_as_username: 'cn' } })
  expect(simulate({ certCommonName: 'device-1' })?.info).toMatchObject({
    username: 'device-1',
    certCommonName: 'device-1',
  })
})

test('a simulated CONNECT with an invalid name is refused and not counted', async () => {
  mqtt = await startTestBroker({ settings: { max_clientid_len: 5 }, listener: { mountpoint: '${clientid}/' } })
  const before = { ...mqtt.broker.metrics }
  expect(simulate({ clientId: 'longer' })?.refusal).toBe(reasonCode.clientIdentifierNotValid)
  expect(simulate({ clientId: '#' })?.refusal).toBe(reasonCode.notAuthorized)
  expect(simulate({ clientId: 'c1' })?.refusal).toBeUndefined()
  expect({ ...mqtt.broker.metrics }).toEqual(before)
  expect(mqtt.broker.stats().connections).toBe(0)
})

test('a simulated CONNECT at a missing listener returns undefined', async () => {
  mqtt = await startTestBroker()
  expect(simulate({ listener: 'tcp:none' })).toBeUndefined()
})
