import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Mosquitto, startMosquitto } from './mosquitto.ts'
import { connectMqttJs } from './mqttjs.ts'
import { connectRaw } from './raw-client.ts'

let mosquitto: Mosquitto
beforeAll(async () => {
  mosquitto = await startMosquitto(['max_keepalive 100'])
})
afterAll(() => mosquitto.stop())

test.each(['tcp', 'tls', 'ws'] as const)(
  'mosquitto works over %s with the raw client and with MQTT.js',
  async (transport) => {
    const endpoint = { host: mosquitto.host, port: mosquitto.ports[transport], transport }
    const raw = await connectRaw(endpoint, { keepalive: 60 })
    expect((await raw.subscribe('greeting', { qos: 1 })).granted).toEqual([1])
    const js = await connectMqttJs(endpoint)
    await js.client.publishAsync('greeting', 'hello', { qos: 1 })
    expect((await raw.receive()).payload.toString()).toBe('hello')
    await js.end()
    await raw.disconnect()
  },
)

test('the given lines are added to its configuration', async () => {
  const endpoint = { host: mosquitto.host, port: mosquitto.ports.tcp }
  const client = await connectRaw(endpoint, { keepalive: 500 })
  expect(client.connack().properties?.serverKeepAlive).toBe(100)
  await client.destroy()
})
