import { connectRaw, eventually } from '@mqdeck/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'

interface Entry {
  readonly event: string
  readonly at: number
  readonly position: number
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const endpoint = () => ({ host: '127.0.0.1', port: server.server.ports.tcp ?? 0 })
const entriesOf = async (clientId: string) =>
  (await server.get(`/mqdeck/clients/${encodeURIComponent(clientId)}/timeline`)).body
    .data as unknown as readonly Entry[]
const has = (clientId: string, event: string) =>
  eventually(
    async () => (await entriesOf(clientId)).some((entry) => entry.event === event),
    () => `no ${event}`,
  )

test('the timeline covers a client from its first connection to the end of its session, including denied and dropped messages', async () => {
  const undo = server.server.broker.hooks.fold(
    'client.authorize',
    (before, _client, { topic }) => (topic === 'secret' ? 'deny' : before),
    { priority: -1 },
  )
  const client = await connectRaw(endpoint(), { clientId: 'c/1', username: 'u1' })
  await client.subscribe('a/+', { qos: 1 })
  for (let times = 0; times < 3; times += 1) await client.publish('secret', 'x', { qos: 1 })
  undo()
  const other = await connectRaw(endpoint(), { clientId: 'c/1' })
  await has('c/1', 'discarded')
  other.destroy()
  await has('c/1', 'session_ended')
  await eventually(
    async () => (await entriesOf('c/1')).filter(({ event }) => event === 'disconnected').length === 2,
    () => 'the second connection has not ended',
  )
  const entries = await entriesOf('c/1')
  expect(entries.slice(0, 4)).toMatchObject([
    { event: 'session_created' },
    {
      event: 'connected',
      peername: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
      listener: 'tcp:default',
      proto_ver: 5,
      username: 'u1',
    },
    { event: 'subscribed', topic: 'a/+', qos: 1 },
    { event: 'denied', topic: 'secret', action: 'publish', reason: 'hook', count: 3, last_at: expect.any(Number) },
  ])
  expect(entries.map(({ position }) => position)).toEqual(entries.map(({ position }) => position).sort((a, b) => a - b))
})

test('the timeline contains rejected connections, and messages dropped for a disconnected client', async () => {
  await server.call('POST', '/banned', { as: 'clientid', who: 'bad' })
  await connectRaw(endpoint(), { clientId: 'bad' }).catch(() => {})
  await has('bad', 'refused')
  expect(await entriesOf('bad')).toMatchObject([{ event: 'refused', reason: 'banned' }])
  await server.call('DELETE', '/banned')

  const zone = (await server.get('/configs/global_zone')).body as unknown as { readonly mqtt: object }
  await server.call('PUT', '/configs/global_zone', { ...zone, mqtt: { ...zone.mqtt, max_mqueue_len: 1 } })
  await server.leaveSession('sleeper', 'q/#')
  const client = await connectRaw(endpoint(), { clientId: 'p' })
  for (const payload of ['1', '2', '3']) await client.publish('q/1', payload, { qos: 1 })
  await has('sleeper', 'dropped')
  expect((await entriesOf('sleeper')).at(-1)).toMatchObject({ event: 'dropped', topic: 'q/1', reason: 'queue_full' })
  await server.call('PUT', '/configs/global_zone', zone)
})

test('the timeline of an unknown client is empty and contains the start of recording', async () => {
  expect((await server.get('/mqdeck/clients/nobody/timeline')).body).toEqual({
    data: [],
    meta: { since: expect.any(Number), forgotten: 0, limit: 200 },
  })
})
