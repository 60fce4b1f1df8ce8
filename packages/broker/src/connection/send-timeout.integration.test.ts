import { connectRaw, createFakeClock } from '@mqdeck/testkit'
import { afterEach, expect, test } from 'vitest'
import { startTestBroker, type TestBroker } from '../test-broker.ts'
import { checkIntervalMs } from './watch.ts'

let mqtt: TestBroker
afterEach(() => mqtt.broker.stop())

// CONNACK and SUBACK have 9 bytes, the frame header of the message has 10: fewer bytes seem to be sent than none.
test('a WebSocket client is not disconnected by send_timeout when the first message is sent to it', async () => {
  const clock = createFakeClock()
  mqtt = await startTestBroker({ types: ['wss'], clock })
  const client = await connectRaw(mqtt.endpoint('wss'), { version: 4 })
  await client.subscribe('large')
  const from = { clientId: 'api', username: undefined, peername: '', protocol: 'mqtt' } as const
  void mqtt.broker.publish({ topic: 'large', payload: Buffer.alloc(100_000), qos: 0, retain: false, from })
  // Runs after the message was given to the socket, in the same turn.
  mqtt.broker.turn.schedule(() => clock.advance(checkIntervalMs))
  expect((await client.receive()).payload).toHaveLength(100_000)
  // The message arrives in any case, because the broker sends its last bytes before it closes a connection.
  await client.ping()
})
