import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  connectMqttJs,
  createTempFolder,
  eventually,
  freePort,
  type MqttJsClient,
  type RunningProcess,
  startProcess,
  waitForPort,
} from '@mqdeck/testkit'
import { describeIntegration } from '@mqdeck/testkit/suites'
import type { IPublishPacket } from 'mqtt'
import { expect, onTestFinished, test } from 'vitest'
import { createHarness } from '../test-harness.ts'

const password = 's3cr3t-pa55word'

/** mosquitto with one user and persistent sessions on its own port. */
async function createBroker() {
  const folder = await createTempFolder()
  const port = await freePort()
  const file = (name: string) => join(folder.path, name)
  await writeFile(file('passwords'), '')
  await startProcess({ command: 'mosquitto_passwd', args: ['-b', file('passwords'), 'user', password] }).waitForExit()
  await writeFile(file('acl'), 'user user\ntopic readwrite t/#\n', { mode: 0o600 })
  await writeFile(
    file('mosquitto.conf'),
    [
      ...(process.getuid?.() === 0 ? ['user root'] : []),
      'allow_anonymous false',
      `password_file ${file('passwords')}`,
      `acl_file ${file('acl')}`,
      'persistence true',
      `persistence_location ${folder.path}/`,
      'max_queued_messages 0',
      `listener ${port} 127.0.0.1`,
      '',
    ].join('\n'),
  )
  const watcher = {
    properties: { sessionExpiryInterval: 3600 },
    clientId: 'watcher',
    username: 'user',
    password,
    clean: false,
    protocolVersion: 5,
  } as const
  const earlier: string[] = []
  let broker: RunningProcess | undefined
  let client: MqttJsClient | undefined

  async function up(): Promise<void> {
    if (broker) return
    broker = startProcess({ command: '/usr/sbin/mosquitto', args: ['-c', file('mosquitto.conf')] })
    await waitForPort(port)
    client = await connectMqttJs({ host: '127.0.0.1', port }, watcher)
    await client.client.subscribeAsync('t/out/#', { qos: 1 })
  }

  return {
    port,
    received: () => [...earlier, ...textsOf(client)],
    up,
    async down() {
      earlier.push(...textsOf(client))
      client?.client.end(true)
      client = undefined
      await broker?.stop()
      broker = undefined
    },
    publish: async (topic: string, payload: string, properties: IPublishPacket['properties'] = {}) => {
      await client?.client.publishAsync(topic, payload, { qos: 1, properties })
    },
    remove: folder.remove,
  }
}

const textsOf = (client: MqttJsClient | undefined): readonly string[] =>
  client?.messages.all.map(({ payload }) => payload.toString()) ?? []

for (const proto_ver of ['v5', 'v4'] as const)
  describeIntegration(`mosquitto over MQTT ${proto_ver}`, async () => {
    const broker = await createBroker()
    await broker.up()
    return {
      harness: () => createHarness('mqtt'),
      connector: { server: `127.0.0.1:${broker.port}`, proto_ver, username: 'user', password, pool_size: 2 },
      action: {
        parameters: { topic: '${topic}', payload: '${mark}', qos: 1 },
        data: (mark) => ({ topic: 't/out/x', mark }),
        received: async () => broker.received(),
        // MQTT 3.1.1 has no negative acknowledgement, so a wildcard in the topic is rejected locally.
        refused: () => ({ topic: proto_ver === 'v5' ? 'forbidden' : 'a/+', mark: 'never' }),
        // mosquitto 2.0 responds with the reason and closes the connection ("Bad socket read/write").
        refusalEndsConnection: proto_ver === 'v5',
      },
      source: {
        parameters: { topic: 't/in', qos: 1 },
        publish: (mark) => broker.publish('t/in', mark),
        markOf: ({ payload }) => String(payload),
      },
      up: broker.up,
      down: broker.down,
      secrets: [password],
      wrong: { password: 'wr0ng-pa55word' },
      async close() {
        await broker.down()
        await broker.remove()
      },
    }
  })

const login = { username: 'user', password, proto_ver: 'v5', resource_opts: { health_check_interval: '200ms' } }

async function createStage(connector: object, source: object) {
  const broker = await createBroker()
  await broker.up()
  const harness = await createHarness('mqtt')
  onTestFinished(async () => {
    await harness.close()
    await broker.down()
    await broker.remove()
  })
  const server = `127.0.0.1:${broker.port}`
  await harness.apply({
    connector: { server, ...login, ...connector },
    source: { connector: 'c', parameters: source },
  })
  expect(harness.state('source')).toMatchObject({ status: 'connected', reason: '' })
  const arrived = (count: number) =>
    eventually(
      () => harness.messages().length >= count,
      () => `Waited for ${count} messages, there are ${harness.messages().length}`,
    )
  return { broker, harness, arrived }
}

test.each(['t/in', '$share/group/t/in'])(
  'with a pool each message of %s arrives once, with both types of subscriptions',
  async (topic) => {
    const { broker, harness, arrived } = await createStage({ pool_size: 4 }, { topic })
    for (let count = 0; count < 20; count += 1) await broker.publish('t/in', String(count))
    await broker.publish('t/in', 'last')
    await arrived(21)
    const payloads = harness.messages().map(({ payload }) => String(payload))
    expect([payloads.length, new Set(payloads).size]).toEqual([21, 21])
    expect(harness.metrics('source')).toMatchObject({ received: 21 })
  },
)

test('rules get the topic, QoS and MQTT 5 properties of a message', async () => {
  const { broker, harness, arrived } = await createStage({}, { topic: 't/in/#', qos: 1 })
  await broker.publish('t/in/a', 'x', { contentType: 'text/plain', userProperties: { a: ['1', '2'] } })
  await arrived(1)
  expect(harness.messages()[0]).toMatchObject({
    topic: 't/in/a',
    qos: 1n,
    retain: false,
    dup: false,
    server: `127.0.0.1:${broker.port}`,
    pub_props: {
      'Content-Type': 'text/plain',
      'User-Property-Pairs': [
        { key: 'a', value: '1' },
        { key: 'a', value: '2' },
      ],
    },
  })
})

test('MQTT 5 properties of an action are rendered and replace those of the message', async () => {
  const broker = await createBroker()
  await broker.up()
  const harness = await createHarness('mqtt')
  const watcher = await connectMqttJs(
    { host: '127.0.0.1', port: broker.port },
    { username: 'user', password, protocolVersion: 5 },
  )
  onTestFinished(async () => {
    await watcher.end()
    await harness.close()
    await broker.down()
    await broker.remove()
  })
  await watcher.client.subscribeAsync('t/out/#', { qos: 1 })
  await harness.apply({
    connector: { server: `127.0.0.1:${broker.port}`, ...login },
    action: {
      connector: 'c',
      parameters: {
        topic: 't/out/x',
        payload: '${payload}',
        mqtt_properties: {
          'Payload-Format-Indicator': '1',
          'Message-Expiry-Interval': '${ttl}',
          'Content-Type': 'text/${kind}',
          'Response-Topic': 'answers/${clientid}',
          'Correlation-Data': '${nothing}',
          'User-Property': { site: '${clientid}', fixed: 'yes' },
        },
      },
    },
  })
  const pub_props = {
    'Correlation-Data': 'brought',
    'Content-Type': 'brought',
    'User-Property-Pairs': [
      { key: 'site', value: 'brought' },
      { key: 'other', value: 'kept' },
    ],
  }
  await harness.send({ payload: 'hot', clientid: 'c7', kind: 'plain', ttl: 60n, pub_props })
  const { properties } = await watcher.messages.take(({ topic }) => topic === 't/out/x', 'the message')
  expect(properties).toMatchObject({
    payloadFormatIndicator: true,
    messageExpiryInterval: expect.closeTo(60, -1),
    contentType: 'text/plain',
    responseTopic: 'answers/c7',
    correlationData: Buffer.from('brought'),
    userProperties: { site: 'c7', fixed: 'yes', other: 'kept' },
  })
  await harness.send({ payload: 'bad', clientid: 'c7', kind: 'plain', ttl: 'soon' })
  await eventually(
    () => harness.metrics('action').failed === 1,
    () => JSON.stringify(harness.metrics('action')),
  )
})

test('without a clean start the remote broker stores messages while the connector is stopped', async () => {
  const { broker, harness, arrived } = await createStage(
    { clean_start: false, pool_size: 1 },
    { topic: 't/in', qos: 1 },
  )
  await broker.publish('t/in', 'before')
  await arrived(1)
  await harness.run('connector', 'stop')
  await broker.publish('t/in', 'meanwhile')
  await harness.run('connector', 'start')
  await arrived(2)
  expect(harness.messages().map(({ payload }) => String(payload))).toEqual(['before', 'meanwhile'])
})

test('each static client ID has one connection, and a node without static client IDs has none', async () => {
  const ids = ['fixed-1', { clientid: 'fixed-2', username: 'user', password }]
  const broker = await createBroker()
  await broker.up()
  const harness = await createHarness('mqtt')
  onTestFinished(async () => {
    await harness.close()
    await broker.down()
    await broker.remove()
  })
  const connector = { server: `127.0.0.1:${broker.port}`, ...login }
  await harness.apply({ connector: { ...connector, static_clientids: [{ node: 'mqdeck@127.0.0.1', ids: [ids[1]] }] } })
  expect(harness.state('connector')).toMatchObject({ status: 'connected' })
  // A static client ID without credentials, but this broker requires a username.
  await harness.apply({ connector: { ...connector, static_clientids: [{ node: 'mqdeck@127.0.0.1', ids }] } })
  expect(harness.state('connector')).toMatchObject({
    status: 'disconnected',
    reason: expect.stringMatching(/authori[sz]ed/i),
  })
  await harness.apply({ connector: { ...connector, static_clientids: [{ node: 'another', ids }] } })
  expect(harness.state('connector')).toMatchObject({
    status: 'disconnected',
    reason: 'Connector has no assigned static clientids',
  })
})
