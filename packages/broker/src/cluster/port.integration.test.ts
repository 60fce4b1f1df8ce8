import { connectRaw } from '@mqdeck/testkit'
import { afterEach, expect, test } from 'vitest'
import { ReasonError, reasonCode } from '../packets/index.ts'
import { startTestBroker, type TestBroker } from '../test-broker.ts'
import { type ClusterPort, singleNode } from './port.ts'

let mqtt: TestBroker
afterEach(() => mqtt.broker.stop())

const startWith = async (forward: ClusterPort['forward']) => {
  mqtt = await startTestBroker({ cluster: { ...singleNode, forward } })
  return connectRaw(mqtt.endpoint())
}

test('a publisher is acknowledged after the peers have confirmed the message; local subscribers get it before', async () => {
  let confirm: (peers: number) => void = () => {}
  const client = await startWith(
    () =>
      new Promise((resolve) => {
        confirm = resolve
      }),
  )
  await client.subscribe('t')
  client.send({ cmd: 'publish', topic: 't', payload: 'x', qos: 1, dup: false, retain: false, messageId: 1 })
  await client.next('publish')
  expect(client.unread).toEqual([])
  confirm(2)
  expect((await client.next('puback')).reasonCode ?? 0).toBe(0)
  expect(mqtt.broker.metrics['messages.forward']).toBe(2)
})

test.each([1, 2] as const)(
  'a message that a peer does not accept is refused with its reason code, QoS %i',
  async (qos) => {
    const client = await startWith(async () => {
      throw new ReasonError(reasonCode.quotaExceeded, 'quota_exceeded')
    })
    expect(await client.publish('t', 'x', { qos })).toBe(reasonCode.quotaExceeded)
  },
)

test('a message without local subscribers counts as delivered if a peer has subscribers', async () => {
  const client = await startWith(() => 1)
  expect(await client.publish('t', 'x', { qos: 1 })).toBe(0)
})
