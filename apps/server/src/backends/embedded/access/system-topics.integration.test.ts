import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'

let all: TestServer
beforeAll(async () => {
  all = await startTestServer()
})
afterEach(() => all.clear())
afterAll(() => all.stop())

const forged = '$SYS/brokers/mqdeck@127.0.0.1/version'

test('clients, wills, delayed messages and the API cannot publish below $SYS', async () => {
  const { client, message } = await all.connect('reader')
  const received: string[] = []
  client.on('message', (topic, payload) => received.push(`${topic} ${String(payload)}`))
  await client.subscribeAsync('$SYS/#')
  await client.subscribeAsync('last')
  const { client: writer } = await all.connect('writer', {
    protocolVersion: 5,
    will: { topic: forged, payload: Buffer.from('forged will'), qos: 1, retain: true },
  })
  const publish = writer.publishAsync(forged, 'forged', { qos: 1, retain: true })
  await expect(publish).rejects.toThrow('Not authorized')
  for (const delay of ['$delayed/0/', '$delayed/3600/', '$delayed/1/$delayed/1/'])
    await expect(writer.publishAsync(`${delay}${forged}`, 'forged later', { qos: 1 })).rejects.toThrow('Not authorized')
  writer.stream.destroy()
  const body = { topic: forged, payload: 'forged', qos: 1, retain: true }
  expect((await all.call('POST', '/publish', body)).status).toBe(400)
  expect((await all.call('POST', '/publish', { ...body, topic: `$delayed/1/${forged}` })).status).toBe(400)
  expect((await all.call('POST', '/publish/bulk', [body])).status).toBe(400)
  // After everything above has been handled.
  await expect.poll(() => all.server.broker.client('writer')?.connected ?? false).toBe(false)
  await all.call('POST', '/publish', { topic: 'last', payload: 'x' })
  await message('last')
  expect(received.filter((one) => one.includes('forged'))).toEqual([])
  expect(received.some((one) => one.startsWith('$SYS/brokers'))).toBe(true)
})

test('a listener with ${username} in its mountpoint rejects clients without a username', async () => {
  const { call } = all
  const listener = { type: 'tcp', name: 'mounted', bind: '127.0.0.1:0', mountpoint: 't/${username}/' }
  expect((await call('POST', '/listeners', listener)).status).toBe(200)
  const port = all.server.broker.listeners().find(({ id }) => id === 'tcp:mounted')?.boundPort ?? 0
  await expect(all.connect('anonymous', { port, protocolVersion: 5 })).rejects.toThrow('Not authorized')
  const { client } = await all.connect('named', { port, username: 'ann' })
  await client.subscribeAsync('a')
  expect(all.server.broker.subscriptionsOf('named')?.map(({ topic }) => topic)).toEqual(['t/ann/a'])
  await call('DELETE', '/listeners/tcp:mounted')
})

test('a ban of an IPv4 address in IPv6 notation applies to the IPv4 address', async () => {
  expect((await all.call('POST', '/banned', { as: 'peerhost', who: '::ffff:127.0.0.1' })).status).toBe(200)
  await expect(all.connect('banned', { protocolVersion: 5 })).rejects.toThrow('Banned')
  expect((await all.call('DELETE', '/banned/peerhost/127.0.0.1')).status).toBe(204)
  expect((await all.call('POST', '/banned', { as: 'peerhost_net', who: '::ffff:127.0.0.0/104' })).status).toBe(200)
  await expect(all.connect('banned', { protocolVersion: 5 })).rejects.toThrow('Banned')
  await all.call('DELETE', `/banned/peerhost_net/${encodeURIComponent('::ffff:127.0.0.0/104')}`)
})

test('traces can be read by the user of the server only', async () => {
  await all.call('POST', '/trace', { name: 'mode', type: 'clientid', clientid: 'traced' })
  const { client } = await all.connect('traced')
  await client.publishAsync('a', 'b', { qos: 1 })
  await expect.poll(async () => (await all.get('/trace/mode/log')).status).toBe(200)
  const folder = join(all.folder, 'trace')
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  const traces = (await all.get('/trace/mode/log_detail')).body as unknown as readonly object[]
  expect(traces).toHaveLength(1)
})
