import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  connectMqttJs,
  createTempFolder,
  mosquittoPublish,
  mosquittoSubscribe,
  openWebSocketTo,
  type TempFolder,
  testCertificate,
  uniqueName,
} from '@mqdeck/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as bytes from './bytes.ts'
import { isEmbedded, transports, useTarget } from './target.ts'

const mqtt = useTarget()

describe.each(transports)('MQTT.js over %s', (transport) => {
  test.each([3, 4, 5] as const)(
    'version %i: connects, subscribes, publishes with every QoS, unsubscribes and ends',
    async (version) => {
      const topic = uniqueName('mqttjs')
      const client = await connectMqttJs(mqtt.endpoint(transport), {
        protocolVersion: version,
        ...(version === 3 && { protocolId: 'MQIsdp' }),
        clientId: uniqueName('m').slice(-20),
      })
      await client.client.subscribeAsync(topic, { qos: 2 })
      for (const qos of [0, 1, 2] as const) {
        await client.client.publishAsync(topic, `with ${qos}`, { qos })
        expect(await client.message(topic)).toBe(`with ${qos}`)
      }
      await client.client.unsubscribeAsync(topic)
      await client.end()
    },
  )

  test('large messages are transferred in both directions', async () => {
    const topic = uniqueName('large')
    const client = await connectMqttJs(mqtt.endpoint(transport))
    await client.client.subscribeAsync(topic, { qos: 1 })
    const payload = Buffer.alloc(900_000, 'large ')
    await client.client.publishAsync(topic, payload, { qos: 1 })
    expect(await client.message(topic)).toBe(payload.toString())
    await client.end()
  })

  test('many parallel messages keep their order', async () => {
    const topic = uniqueName('many')
    const client = await connectMqttJs(mqtt.endpoint(transport))
    await client.client.subscribeAsync(topic, { qos: 1 })
    const sent = Array.from({ length: 500 }, (_, index) => `${index}`)
    const publishing = Promise.all(sent.map((payload) => client.client.publishAsync(topic, payload, { qos: 1 })))
    const received: string[] = []
    while (received.length < sent.length) received.push(await client.message(topic))
    await publishing
    expect(received).toEqual(sent)
    await client.end()
  })

  test('the will of a client whose connection breaks is published', async () => {
    const topic = uniqueName('will')
    const watcher = await connectMqttJs(mqtt.endpoint(transport))
    await watcher.client.subscribeAsync(topic)
    const client = await connectMqttJs(mqtt.endpoint(transport), {
      will: { topic, payload: Buffer.from('gone'), qos: 1, retain: false },
    })
    client.client.stream.destroy()
    expect(await watcher.message(topic)).toBe('gone')
    await watcher.end()
    await client.client.endAsync(true)
  })
})

const socketTransports = transports.filter((transport) => transport === 'tcp' || transport === 'tls')

describe.each(socketTransports)('mosquitto_pub and mosquitto_sub over %s', (transport) => {
  let folder: TempFolder
  let tls: { cafile: string } | undefined
  beforeAll(async () => {
    folder = await createTempFolder()
    if (transport !== 'tls') return
    const cafile = join(folder.path, 'ca.pem')
    await writeFile(cafile, (await testCertificate()).cert)
    tls = { cafile }
  })
  afterAll(() => folder.remove())

  test.each(
    (['mqttv31', 'mqttv311', 'mqttv5'] as const).flatMap((version) =>
      ([0, 1, 2] as const).map((qos) => [version, qos] as const),
    ),
  )('%s, QoS %i', async (version, qos) => {
    const topic = uniqueName('mosquitto')
    const subscriber = await mosquittoSubscribe(mqtt.endpoint(transport), {
      ...tls,
      args: ['-V', version, '-t', topic, '-q', `${qos}`, '-C', '3', '-F', 'message %p'],
    })
    const lines = ['one', 'two', 'drei ü']
    await mosquittoPublish(
      mqtt.endpoint(transport),
      { ...tls, args: ['-V', version, '-t', topic, '-q', `${qos}`, '-l'] },
      `${lines.join('\n')}\n`,
    )
    for (const line of lines) expect(await subscriber.line(/^message /)).toBe(`message ${line}`)
    expect((await subscriber.waitForExit()).code).toBe(0)
  })

  test('properties of MQTT 5 are transferred between them', async () => {
    const topic = uniqueName('mosquitto')
    const subscriber = await mosquittoSubscribe(mqtt.endpoint(transport), {
      ...tls,
      args: ['-V', 'mqttv5', '-t', topic, '-C', '1', '-F', 'message %C|%R|%D|%P|%p'],
    })
    const properties = ['content-type text/plain', 'response-topic answers', 'correlation-data 42', 'user-property a b']
    await mosquittoPublish(mqtt.endpoint(transport), {
      ...tls,
      args: [
        '-V',
        'mqttv5',
        '-t',
        topic,
        '-m',
        'x',
        ...properties.flatMap((each) => ['-D', 'publish', ...each.split(' ')]),
      ],
    })
    expect(await subscriber.line(/^message /)).toBe('message text/plain|answers|42|a:b|x')
    await subscriber.waitForExit()
  })

  test('retained messages are found and removed', async () => {
    const topic = uniqueName('mosquitto')
    const publish = (...args: string[]) =>
      mosquittoPublish(mqtt.endpoint(transport), { ...tls, args: ['-t', topic, '-r', ...args] })
    await publish('-m', 'kept', '-q', '1')
    const subscriber = await mosquittoSubscribe(mqtt.endpoint(transport), {
      ...tls,
      args: ['-t', topic, '-C', '1', '-F', 'message %r %p'],
    })
    expect(await subscriber.line(/^message /)).toBe('message 1 kept')
    await subscriber.waitForExit()
    await publish('-n', '-q', '1')
  })
})

const webTransports = transports.filter((transport) => transport === 'ws' || transport === 'wss')

describe.each(webTransports)('MQTT over %s', (transport) => {
  const open = async (subprotocols?: readonly string[], path?: string) => {
    const socket = openWebSocketTo({
      ...mqtt.endpoint(transport),
      ...(subprotocols && { subprotocols }),
      ...(path !== undefined && { path }),
    })
    const opened = new Promise<void>((resolve, reject) => {
      socket.once('open', () => resolve())
      socket.once('error', reject)
    })
    const closed = new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)))
    const message = () =>
      new Promise<{ data: Buffer; isBinary: boolean }>((resolve) =>
        socket.once('message', (data: Buffer, isBinary) => resolve({ data, isBinary })),
      )
    return { socket, opened, closed, message }
  }
  const connect = () => bytes.connect({ payload: [bytes.str(uniqueName())] })

  test('[MQTT-6.0.0-3] [MQTT-6.0.0-4] the subprotocol mqtt is offered and chosen', async () => {
    const { socket, opened } = await open(['mqtt'])
    await opened
    expect(socket.protocol).toBe('mqtt')
    socket.terminate()
  })

  test('[MQTT-6.0.0-4] mqtt is chosen among several subprotocols', async () => {
    const { socket, opened } = await open(['chat', 'mqtt'])
    await opened
    expect(socket.protocol).toBe('mqtt')
    socket.terminate()
  })

  test('[MQTT-6.0.0-1] packets come in binary frames', async () => {
    const { socket, opened, message } = await open()
    await opened
    socket.send(connect())
    const { data, isBinary } = await message()
    expect(isBinary).toBe(true)
    expect(data[0]).toBe(0x20)
    socket.terminate()
  })

  test('[MQTT-6.0.0-1] a text frame closes the connection', async () => {
    const { socket, opened, closed } = await open()
    await opened
    socket.send('CONNECT')
    await closed
  })

  test('[MQTT-6.0.0-2] packets need not be aligned with frames', async () => {
    const { socket, opened, message } = await open()
    await opened
    const packet = connect()
    for (let start = 0; start < packet.length; start += 3) socket.send(packet.subarray(start, start + 3))
    expect((await message()).data[0]).toBe(0x20)
    const received: Buffer[] = []
    const answered = new Promise<void>((resolve) =>
      socket.on('message', (data: Buffer) => {
        received.push(data)
        if (Buffer.concat(received).toString('hex') === 'd000d000d000') resolve()
      }),
    )
    socket.send(Buffer.concat([bytes.packet(0xc0), bytes.packet(0xc0), bytes.packet(0xc0)]))
    await answered
    socket.terminate()
  })

  test("a path that is not the listener's is rejected", async () => {
    const { opened } = await open(['mqtt'], '/somewhere-else')
    await expect(opened).rejects.toThrow(/40\d|closed|hang up|reset/i)
  })

  test('DISCONNECT closes the WebSocket', async () => {
    const { socket, opened, message, closed } = await open()
    await opened
    socket.send(connect())
    await message()
    socket.send(bytes.packet(0xe0))
    await closed
  })

  test('a PUBLISH larger than a frame of 64 KiB arrives complete', async () => {
    const client = await mqtt.connect({}, mqtt.endpoint(transport))
    const topic = uniqueName('ws')
    await client.subscribe(topic)
    await client.publish(topic, Buffer.alloc(300_000, 'x'))
    expect((await client.receive()).payload).toHaveLength(300_000)
  })
})

test.skipIf(!isEmbedded)('clients of all transports exchange messages', async () => {
  const topic = uniqueName('all')
  const clients = await Promise.all(transports.map((transport) => mqtt.connect({}, mqtt.endpoint(transport))))
  for (const client of clients) await client.subscribe(topic, { qos: 1 })
  for (const client of clients) await client.publish(topic, client.clientId, { qos: 1 })
  for (const client of clients) {
    const received: string[] = []
    while (received.length < clients.length) received.push((await client.receive()).payload.toString())
    expect(received).toEqual(clients.map(({ clientId }) => clientId))
  }
})
