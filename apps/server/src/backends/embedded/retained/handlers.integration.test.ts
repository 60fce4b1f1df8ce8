import type { Message } from '@mqdeck/broker'
import { measureProcessorTime } from '@mqdeck/kit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'

let all: TestServer
beforeAll(async () => {
  all = await startTestServer()
  // The broker's own messages are retained, too.
  const { body } = await all.get('/configs/sys_topics')
  await all.call('PUT', '/configs/sys_topics', { ...body, sys_msg_interval: 'disabled' })
  await all.call('DELETE', '/mqtt/retainer/messages')
})
afterAll(() => all.stop())
afterEach(async () => {
  await all.clear()
  await all.call('DELETE', '/mqtt/retainer/messages')
})

const messagePath = (topic: string) => `/mqtt/retainer/message/${encodeURIComponent(topic)}`
const retain = async (topics: readonly string[], payload: string | Buffer = 'x', options: object = {}) => {
  const { client } = await all.connect('keeper', { username: 'k' })
  for (const topic of topics) await client.publishAsync(topic, payload, { qos: 1, retain: true, ...options })
}
const topicsOf = ({ body }: Awaited<ReturnType<TestServer['get']>>) => body.data.map(({ topic }) => topic)

/** Without the rate limit of clients. */
const putMany = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, n) => {
      const id = n.toString(16).toUpperCase().padStart(32, '0')
      const from = { clientId: 'c', username: undefined, peername: undefined, protocol: 'mqtt' }
      const rest = {
        qos: 1,
        retain: true,
        dup: false,
        properties: {},
        from,
        timestamp: n,
        expiresAt: Infinity,
      } as const
      const message: Message = { id, topic: `many/${n % 10}/${n}`, payload: Buffer.from('x'), ...rest }
      return all.server.broker.retained.putBack(message)
    }),
  )

describe('the list of retained messages', () => {
  test('is paged, oldest first, with the count', async () => {
    await retain(['b', 'a', 'c'])
    expect(await all.get('/mqtt/retainer/messages?limit=2')).toMatchObject({
      status: 200,
      body: {
        data: [{ topic: 'b', qos: 1, from_clientid: 'keeper', from_username: 'k' }, { topic: 'a' }],
        meta: { count: 3, hasnext: true, limit: 2, page: 1 },
      },
    })
    expect(topicsOf(await all.get('/mqtt/retainer/messages?limit=2&page=2'))).toEqual(['c'])
    expect(await all.get('/mqtt/retainer/messages?page=9')).toMatchObject({
      body: { data: [], meta: { hasnext: false } },
    })
  })

  test.each([
    ['r/+', ['r/1', 'r/']],
    ['r/#', ['r/1', 'r/1/x', 'r/', 'r']],
    ['r/1', ['r/1']],
    ['#', ['r/1', 'r/1/x', 'r/', 'r', '/', 'ü/测试']],
    ['$deck/#', ['$deck/x']],
    ['+/测试', ['ü/测试']],
    ['nothing', []],
  ])('is narrowed by the filter %s [MQTT-4.7.2-1]', async (filter, expected) => {
    await retain(['r/1', 'r/1/x', 'r/', 'r', '/', '$deck/x', 'ü/测试'])
    const answer = await all.get(`/mqtt/retainer/messages?topic=${encodeURIComponent(filter)}`)
    expect(topicsOf(answer)).toEqual(expected)
    expect(answer.body.meta).toEqual({ hasnext: false, limit: 100, page: 1 })
  })

  test.each(['a/#/b', 'a+', ''])('rejects an invalid filter: "%s"', async (filter) => {
    for (const path of ['/mqtt/retainer/messages', '/mqdeck/retained'])
      expect(await all.get(`${path}?topic=${encodeURIComponent(filter)}`)).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST' },
      })
  })

  test('returns size, expiry and number of matches, which EMQX does not', async () => {
    await retain(['s/1'], 'äöü')
    await retain(['s/2'], '12345', { properties: { messageExpiryInterval: 60 } })
    const { body } = await all.get('/mqdeck/retained?topic=s/%2B&limit=1')
    expect(body).toMatchObject({
      data: [{ topic: 's/1', payload_size: 6, expires_at: null }],
      meta: { count: 2, hasnext: true },
    })
    const [second] = (await all.get('/mqdeck/retained?limit=1&page=2')).body.data
    const left = Date.parse(String(Object(second).expires_at)) - Date.now()
    expect(left).toBeGreaterThan(50_000)
    expect(left).toBeLessThanOrEqual(60_000)
  })

  test('of 100 000 messages is paged in bounded time', async () => {
    await putMany(100_000)
    const used = measureProcessorTime()
    const last = await all.get('/mqtt/retainer/messages?page=1000&limit=100')
    expect(last.body).toMatchObject({ meta: { count: 100_000, hasnext: false } })
    expect(topicsOf(last).at(-1)).toBe('many/9/99999')
    expect(topicsOf(await all.get('/mqtt/retainer/messages?topic=many/3/%2B&page=100'))[0]).toBe('many/3/99003')
    expect((await all.get('/mqdeck/retained?topic=%23&limit=10')).body.meta).toMatchObject({ count: 100_000 })
    expect(used()).toBeLessThan(3000)
  })
})

describe('one retained message', () => {
  const strange = ['a/b', '/', '//x//', 'per%cent', 'a%2Fb', 'ü/测试/🦆', 'with space', '?q=1&r', 'a&b', '"\\']

  test.each(strange)('is found and deleted by its topic %j', async (topic) => {
    await retain([topic], Buffer.from([0, 255]))
    expect(await all.get(messagePath(topic))).toMatchObject({ status: 200, body: { topic, payload: 'AP8=', qos: 1 } })
    expect((await all.call('DELETE', messagePath(topic))).status).toBe(204)
    for (const method of ['GET', 'DELETE'])
      expect(await all.call(method, messagePath(topic))).toEqual({
        status: 404,
        body: { code: 'NOT_FOUND', message: "Viewed message doesn't exist" },
      })
  })

  test('is no longer delivered after it is deleted', async () => {
    await retain(['gone', 'kept'])
    await all.call('DELETE', messagePath('gone'))
    const { client, messages } = await all.connect('reader')
    await client.subscribeAsync(['gone', 'kept'])
    expect((await messages.take(() => true, 'the message that was kept')).topic).toBe('kept')
  })

  test('is deleted with all messages that match a filter', async () => {
    await retain(['d/1', 'd/2', 'e/1'])
    expect((await all.call('DELETE', messagePath('d/+'))).status).toBe(204)
    expect(topicsOf(await all.get('/mqtt/retainer/messages'))).toEqual(['e/1'])
  })

  test('of more than 1 MiB comes without its payload', async () => {
    await all.server.broker.retained.updateSettings({ ...all.server.broker.retained.settings, max_payload_size: 0 })
    await all.server.broker.publish({
      topic: 'large',
      payload: Buffer.alloc(1024 ** 2 + 1),
      qos: 0,
      retain: true,
      from: { clientId: 'c', username: undefined, peername: undefined, protocol: 'mqtt' },
    })
    const { body } = await all.get(messagePath('large'))
    expect(body).toMatchObject({ topic: 'large' })
    expect(body).not.toHaveProperty('payload')
  })
})

describe('limits that are set through the API', () => {
  const limit = async (maxPayload: string, maxMessages: number) => {
    const backend = { max_retained_messages: maxMessages }
    const { status } = await all.call('PUT', '/mqtt/retainer', { max_payload_size: maxPayload, backend })
    expect(status).toBe(200)
  }
  const kept = async () => topicsOf(await all.get('/mqtt/retainer/messages'))

  test('apply to later messages, and 0 removes them', async () => {
    await limit('3B', 2)
    await retain(['too/long'], '1234')
    await retain(['a', 'b', 'one/too/many'], '123')
    expect(await kept()).toEqual(['a', 'b'])
    await limit('0B', 0)
    await retain(['long'], 'x'.repeat(200_000))
    await retain(['c', 'd'])
    expect(await kept()).toEqual(['a', 'b', 'long', 'c', 'd'])
    await limit('1MB', 0)
  })
})

test('a viewer may read retained messages but not delete them', async () => {
  await all.call('POST', '/users', { username: 'v', password: 'viewer1234', role: 'viewer', description: '' })
  const token = await all.login('v', 'viewer1234')
  expect((await all.call('GET', '/mqdeck/retained', undefined, token)).status).toBe(200)
  for (const path of ['/mqtt/retainer/messages', messagePath('a')])
    expect((await all.call('DELETE', path, undefined, token)).status).toBe(403)
})
