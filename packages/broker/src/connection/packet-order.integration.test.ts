import type { Store } from '@mqdeck/kit'
import {
  connectRaw,
  createTempStore,
  eventually,
  openRaw,
  openTransport,
  type TempStore,
  uniqueName,
} from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestBroker, type TestBroker } from '../test-broker.ts'

let temp: TempStore
let store: Store
let mqtt: TestBroker
beforeEach(async () => {
  temp = await createTempStore()
  store = temp.store
  mqtt = await startTestBroker({ store })
})
afterEach(async () => {
  await mqtt.broker.stop()
  await temp.remove()
})

const stored = (version: 4 | 5) =>
  ({ version, clean: false, ...(version === 5 && { properties: { sessionExpiryInterval: 3600 } }) }) as const

/** Types of the packets received by a client, in order. */
const typesOf = (client: { readonly received: readonly { readonly cmd: string }[] }) =>
  client.received.map(({ cmd }) => cmd)

describe.each([4, 5] as const)(
  'MQTT %i: CONNACK is the first packet [MQTT-3.2.0-1] when the connection was lost',
  (version) => {
    const clientId = uniqueName('receiver')
    /** Connects, subscribes and gets a QoS 2 message, until the step where the connection is lost. */
    const loseConnection = async (lastStep: 'publish' | 'pubrec' | 'pubrel') => {
      const client = await connectRaw(mqtt.endpoint(), { clientId, ...stored(version) })
      await client.subscribe('t', { qos: 2 })
      await mqtt.broker.publish({ ...message, topic: 't' })
      const { messageId = 0 } = await client.next('publish')
      if (lastStep !== 'publish') {
        client.send({ cmd: 'pubrec', messageId, reasonCode: 0 })
        if (lastStep === 'pubrel') await client.next('pubrel')
      }
      await client.destroy()
      return messageId
    }
    const message = {
      payload: Buffer.from('x'),
      qos: 2 as const,
      retain: false,
      from: { clientId: 'api', username: undefined, peername: undefined, protocol: 'http' },
    }

    test.each([
      ['publish', 'publish'],
      ['pubrel', 'pubrel'],
    ] as const)('after %s, and %s follows', async (lastStep, repeated) => {
      const messageId = await loseConnection(lastStep)
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const again = await connectRaw(mqtt.endpoint(), { clientId, ...stored(version) })
        expect(again.connack().sessionPresent).toBe(true)
        expect((await again.next(repeated)).messageId).toBe(messageId)
        expect(typesOf(again)).toEqual(['connack', repeated])
        await again.destroy()
      }
    })

    test('after PUBREC, whether it arrived or not', async () => {
      await loseConnection('pubrec')
      const again = await connectRaw(mqtt.endpoint(), { clientId, ...stored(version) })
      await again.nextOf('publish', 'pubrel')
      expect(typesOf(again)[0]).toBe('connack')
    })
  },
)

describe.each([
  ['new session', { clean: true }],
  ['persistent session', { clean: false }],
])('a client that sends packets without waiting for CONNACK, with a %s', (_, { clean }) => {
  test.each([0, 1, 2] as const)('gets the answers in the order of its packets: PUBLISH with QoS %i', async (qos) => {
    const client = await openRaw(mqtt.endpoint(), 4)
    const flags = clean ? '02' : '00'
    const connect = `1012 00044d515454 04 ${flags} 0000 0006 ${Buffer.from('client').toString('hex')}`
    const publish = qos === 0 ? '3004 0001 74 78' : `${qos === 1 ? '32' : '34'}06 0001 74 0005 78`
    client.sendBytes(`${connect}${publish}c000`.replaceAll(' ', ''))
    await client.next('pingresp')
    const expected = ['connack', ...(qos === 0 ? [] : [qos === 1 ? 'puback' : 'pubrec']), 'pingresp']
    // PUBREC of a persistent session waits for the disk, PINGRESP does not.
    await eventually(
      () => client.received.length === expected.length,
      () => `Received ${typesOf(client).join()}`,
    )
    const order = typesOf(client)
    expect(order[0]).toBe('connack')
    expect(order.toSorted()).toEqual(expected.toSorted())
    if (clean) expect(order).toEqual(expected)
  })
})

test('DISCONNECT of the broker is the last packet, after messages of the same turn [MQTT-3.14.4-1]', async () => {
  const chunks: Buffer[] = []
  const transport = await openTransport(mqtt.endpoint(), { data: (bytes) => chunks.push(bytes), closed: () => {} })
  const answer = async (hex: string, length: number) => {
    chunks.length = 0
    transport.write(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
    await eventually(
      () => Buffer.concat(chunks).length >= length,
      () => `Received ${Buffer.concat(chunks).toString('hex')}`,
    )
    return Buffer.concat(chunks).toString('hex')
  }
  // MQTT 5: CONNECT, SUBSCRIBE to `t`, PUBLISH with QoS 1 to it and then a second CONNECT, which is a protocol error.
  const connect = '100e 00044d515454 05 02 0000 00 0001 61'
  expect((await answer(connect, 5)).startsWith('20')).toBe(true)
  await answer('8207 0001 00 0001 74 01', 6)
  expect(await answer(`3207 0001 74 0005 00 78 ${connect}`, 17)).toBe(
    '40020005' + '32070001740001' + '0078' + 'e0028200',
  )
  transport.destroy()
})
