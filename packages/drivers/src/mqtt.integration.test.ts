import { createServer, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { clientTls, toPlain } from '@mqdeck/contract'
import { eventually, startMosquitto } from '@mqdeck/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { type MqttSettings, mqttType } from './mqtt.ts'
import type { MqttMessage } from './mqtt-message.ts'

/** An MQTT 3.1.1 broker that accepts every client and sends no other packets. */
async function startSilentBroker() {
  const sockets = new Set<Socket>()
  let received = 0
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    socket.once('data', () => {
      socket.write(new Uint8Array([0x20, 2, 0, 0]))
      socket.on('data', ({ length }) => {
        received += length
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  return { port: typeof address === 'object' && address ? address.port : 0, received: () => received }
}

async function opened(changes: Partial<MqttSettings>) {
  const type = mqttType({
    host: '127.0.0.1',
    port: 1,
    ssl: toPlain(clientTls, clientTls.schema.parse({ enable: false })),
    folder: '/nowhere',
    version: 5,
    identities: [{ clientId: 'c' }],
    cleanStart: true,
    bridgeMode: false,
    keepalive: 60_000,
    connectTimeout: 5_000,
    retryInterval: 5_000,
    maxInflight: 0,
    ...changes,
  })
  const connection = await type.connect(new AbortController().signal)
  onTestFinished(() => type.close(connection))
  return connection
}

test('messages that are never acknowledged are not kept', async () => {
  const broker = await startSilentBroker()
  const connection = await opened({ port: broker.port, version: 4, retryInterval: 10 })
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const megabytes = () => {
    collect()
    collect()
    return process.memoryUsage().arrayBuffers / 1_000_000
  }
  const before = megabytes()
  const payload = new Uint8Array(500_000)
  for (let count = 1; count <= 100; count += 1) {
    const sent = connection.publish({ topic: 't', payload, qos: 1, retain: false, properties: {} })
    expect(await sent.catch(String)).toContain('no acknowledgement')
    await eventually(
      () => broker.received() >= count * payload.length,
      () => `${broker.received()} bytes have arrived`,
    )
  }
  expect(megabytes() - before).toBeLessThan(20)
})

test('user properties can have the names of properties of every object', async () => {
  const broker = await startMosquitto()
  onTestFinished(() => broker.stop())
  const connection = await opened({ port: broker.ports.tcp })
  const messages: MqttMessage[] = []
  await connection.subscribe({ filter: 't', qos: 1, noLocal: false }, (message) => void messages.push(message))
  const userProperties = [
    ['constructor', '1'],
    ['__proto__', '2'],
    ['toString', '3'],
    ['constructor', '4'],
  ] as const
  await connection.publish({
    topic: 't',
    payload: new Uint8Array(),
    qos: 1,
    retain: false,
    properties: { userProperties },
  })
  await eventually(
    () => messages.length === 1,
    () => 'the message has not come',
  )
  const pairs = messages[0]?.properties.userProperties ?? []
  expect(pairs.map(([name, value]) => `${name} ${value}`).sort()).toEqual([
    '__proto__ 2',
    'constructor 1',
    'constructor 4',
    'toString 3',
  ])
})
