import { connectRaw, createFakeClock, eventually, openRaw } from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestBroker, type TestBroker } from '../test-broker.ts'
import { checkIntervalMs, maxHandlingSeconds } from './watch.ts'

describe('a client whose packet is not answered because a hook does not return', () => {
  const clock = createFakeClock()
  let mqtt: TestBroker
  beforeEach(async () => {
    mqtt = await startTestBroker({ clock, settings: { idle_timeout: Number.POSITIVE_INFINITY } })
  })
  afterEach(() => mqtt.broker.stop())

  const wait = async (seconds: number) => {
    for (let ms = 0; ms < seconds * 1000; ms += checkIntervalMs) {
      clock.advance(checkIntervalMs)
      await new Promise(setImmediate)
    }
  }

  test.each(['client.connect', 'client.authenticate'] as const)(
    'is disconnected after the deadline: %s',
    async (point) => {
      let asked = 0
      mqtt.hooks.fold(point, () => {
        asked += 1
        return new Promise<never>(() => {})
      })
      const client = await openRaw(mqtt.endpoint(), 5)
      client.send({ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 5, clientId: 'a', clean: true, keepalive: 0 })
      await eventually(
        () => asked === 1,
        () => 'Waited for the hook',
      )
      await wait(maxHandlingSeconds - 1)
      expect(mqtt.errors).toEqual([])
      await wait(2)
      await client.waitForClose()
      expect(mqtt.errors).toEqual([expect.stringMatching(/^packet_handler_stuck/)])
    },
  )

  test.each(['client.subscribe', 'message.publish'] as const)('gets DISCONNECT "server busy": %s', async (point) => {
    mqtt.hooks.fold(point, () => new Promise<never>(() => {}))
    const client = await connectRaw(mqtt.endpoint())
    if (point === 'client.subscribe')
      client.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 't', qos: 1 }] })
    else client.send({ cmd: 'publish', topic: 't', payload: 'x', qos: 1, dup: false, retain: false, messageId: 1 })
    await eventually(
      () => (mqtt.broker.client(client.clientId)?.traffic.recvPkt ?? 0) === 2,
      () => 'Waited for the packet',
    )
    await wait(maxHandlingSeconds + 1)
    expect((await client.next('disconnect')).reasonCode).toBe(0x89)
  })
})
