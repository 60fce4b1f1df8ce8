import { mosquittoPublish, mosquittoSubscribe, uniqueName } from '@mqdeck/testkit'
import { describe, expect, test } from 'vitest'
import { useTarget } from './target.ts'

const mqtt = useTarget()

/**
 * mosquitto's clients disconnect if anything comes before CONNACK. They keep no state on disk: after a reconnect, they
 * get acknowledgements for messages that they do not know.
 */
describe.each([
  ['mqttv31', 3, []],
  ['mqttv311', 4, []],
  ['mqttv5', 5, ['-x', '60']],
] as const)('a session of mosquitto_sub with %s whose connection was killed', (name, version, options) => {
  const session = (clientId: string) => ['-V', name, '-c', '-i', clientId, '-q', '2', ...options]

  test.each([
    ['PUBLISH received', ['x', 'next']],
    ['PUBREC sent', ['next']],
    ['PUBREL received', ['next']],
  ] as const)(
    '[MQTT-3.2.0-1] with %s: it connects, and gets what is missing and the next message',
    async (state, payloads) => {
      const clientId = uniqueName('m').slice(-20)
      const topic = uniqueName('killed')
      const client = await mqtt.connect({
        version,
        clientId,
        clean: false,
        ...(version === 5 && { properties: { sessionExpiryInterval: 60 } }),
      })
      const publisher = await mqtt.connect()
      await client.subscribe([{ topic, qos: 2 }])
      await publisher.publish(topic, 'x', { qos: 2 })
      const { messageId = 0 } = await client.next('publish')
      // A message of its own waits for PUBREL.
      client.send({ cmd: 'publish', topic: 'own', payload: '', qos: 2, retain: false, dup: false, messageId: 900 })
      await client.next('pubrec')
      if (state !== 'PUBLISH received') client.send({ cmd: 'pubrec', messageId, reasonCode: 0 })
      if (state === 'PUBREC sent') await client.ping()
      if (state === 'PUBREL received') await client.next('pubrel')
      await client.destroy()

      const args = [...session(clientId), '-t', topic, '-C', `${payloads.length}`, '-W', '20', '-F', 'message %p']
      const subscriber = await mosquittoSubscribe(mqtt.endpoint(), { args })
      await publisher.publish(topic, 'next', { qos: 2 })
      for (const payload of payloads) expect(await subscriber.line(/^message /)).toBe(`message ${payload}`)
      expect((await subscriber.waitForExit()).code).toBe(0)
      // The session is complete: the same client can also publish in it.
      const watcher = await mqtt.connect()
      await watcher.subscribe(`${topic}/own`)
      await mosquittoPublish(mqtt.endpoint(), { args: [...session(clientId), '-t', `${topic}/own`, '-m', 'own'] })
      expect((await watcher.receive()).payload.toString()).toBe('own')
    },
  )
})
