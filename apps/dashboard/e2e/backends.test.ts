import {
  connectMqttJs,
  startClickhouse,
  startElasticsearchPeer,
  startInfluxV2Peer,
  startKafkaPeer,
  startMongoPeer,
  startOpentsdbPeer,
  startRabbitmq,
  startS3Peer,
} from '@mqdeck/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage()

/** Form values, by path. */
type Typed = Readonly<Record<string, unknown>>

interface FormBodies {
  readonly newBody: (document: unknown, kind: 'connector' | 'action', type: string, typed: Typed) => object
}

/** Imported by URL, because the dashboard has the types of a browser and this folder those of Node. */
const { newBody }: FormBodies = await import(new URL('../src/features/integrations/test-body.ts', import.meta.url).href)

const bodyOf = async (kind: 'connector' | 'action', type: string, typed: Typed) =>
  newBody(await stage.api('GET', `/schemas/${kind}s`), kind, type, typed)

interface Backend {
  readonly connector: Typed
  readonly action: Typed
  /** SQL of the rule; the whole message unless given. */
  readonly select?: string
  /** The received data as text. */
  readonly received: () => Promise<string> | string
  readonly close: () => Promise<unknown>
}

const point = { metric: 'temperature', tags: { site: 'north' }, value: 21, timestamp: 1_700_000_000 }
const login = { username: 'elastic', password: 'el4stic-s3cret' }
const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }

const backends: Readonly<Record<string, () => Promise<Backend>>> = {
  async mongodb() {
    const peer = await startMongoPeer()
    return {
      connector: {
        'parameters.server': `127.0.0.1:${peer.ports[0]}`,
        username: peer.username,
        password: peer.password,
      },
      action: {},
      received: () => JSON.stringify(peer.run('mqtt', { find: 'mqtt_messages', filter: {}, batchSize: 10 })),
      close: peer.close,
    }
  },
  async kafka_producer() {
    const peer = await startKafkaPeer()
    peer.createTopic('mqtt', 1)
    return {
      connector: { bootstrap_hosts: `127.0.0.1:${peer.port}` },
      action: {},
      received: () =>
        peer
          .records('mqtt')
          .flat()
          .map(({ value }) => String(value))
          .join(),
      close: peer.close,
    }
  },
  async elasticsearch() {
    const peer = await startElasticsearchPeer(login)
    return {
      connector: { server: `127.0.0.1:${peer.port}`, authentication: login },
      action: { parameters: { action: 'create', index: 'messages' } },
      received: () => JSON.stringify([...peer.documents().values()]),
      close: peer.down,
    }
  },
  async s3() {
    const peer = await startS3Peer({ ...keys, buckets: ['mqtt'] })
    return {
      connector: {
        host: '127.0.0.1',
        port: peer.port,
        access_key_id: keys.accessKeyId,
        secret_access_key: keys.secretAccessKey,
      },
      action: {},
      received: () => [...peer.objects().values()].map(({ bytes }) => bytes.toString()).join(),
      close: peer.down,
    }
  },
  async influxdb() {
    const account = { org: 'plant', bucket: 'messages', token: 't0ken-of-mine' }
    const peer = await startInfluxV2Peer(account)
    return {
      connector: {
        server: `127.0.0.1:${peer.port}`,
        parameters: { influxdb_type: 'influxdb_api_v2', ...account },
      },
      action: {},
      received: () => JSON.stringify(peer.points()),
      close: peer.down,
    }
  },
  async rabbitmq() {
    const server = await startRabbitmq()
    await server.use(async (channel) => {
      await channel.assertExchange('mqtt', 'topic', { durable: true })
      await channel.assertQueue('out', { durable: true })
      await channel.bindQueue('out', 'mqtt', '#')
    })
    return {
      connector: { port: server.port, username: server.username, password: server.password },
      action: {},
      received: () =>
        server.use(async (channel) => {
          const message = await channel.get('out')
          return message === false ? '' : message.content.toString()
        }),
      close: server.close,
    }
  },
  async clickhouse() {
    const server = await startClickhouse()
    await server.run(
      'CREATE TABLE mqtt_messages (clientid String, topic String, qos UInt8, payload String) ENGINE = Memory',
    )
    const { origin, username, password, database } = server
    return {
      connector: { url: origin, username, password, database },
      action: {},
      received: async () => JSON.stringify(await server.run('SELECT * FROM mqtt_messages')),
      close: server.close,
    }
  },
  async opents() {
    const peer = await startOpentsdbPeer()
    return {
      connector: { server: peer.origin },
      action: {},
      select: Object.keys(point)
        .map((key) => `payload.${key} AS ${key}`)
        .join(', '),
      received: () => JSON.stringify(peer.points()),
      close: peer.down,
    }
  },
}

test.each(Object.keys(backends))(
  'a message reaches %s with default settings and only the required fields',
  async (type) => {
    const backend = await backends[type]?.()
    if (!backend) throw new Error(type)
    onTestFinished(async () => void (await backend.close()))
    await stage.api('POST', '/connectors', await bodyOf('connector', type, { name: 'c', ...backend.connector }))
    await expect.poll(() => stage.api('GET', `/connectors/${type}:c`)).toMatchObject({ status: 'connected' })
    await stage.api('POST', '/actions', await bodyOf('action', type, { name: 'a', connector: 'c', ...backend.action }))
    await expect.poll(() => stage.api('GET', `/actions/${type}:a`)).toMatchObject({ status: 'connected' })
    const sql = `SELECT ${backend.select ?? '*'} FROM "to/${type}"`
    await stage.api('POST', '/rules', { id: type, sql, actions: [`${type}:a`] })
    const device = await connectMqttJs(
      { host: '127.0.0.1', port: stage.server.ports.tcp ?? 0 },
      { clientId: `to-${type}` },
    )
    await device.client.publishAsync(`to/${type}`, JSON.stringify(point), { qos: 1 })
    await device.end()
    await expect.poll(backend.received).toContain('temperature')
    await stage.api('DELETE', `/rules/${type}`)
    await stage.api('DELETE', `/actions/${type}:a`)
    await stage.api('DELETE', `/connectors/${type}:c`)
  },
)
