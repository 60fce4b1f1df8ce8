import { connectMqttJs, freePort } from '@mqdeck/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestResponse, type TestServer } from '../../../test-server.ts'

let all: TestServer
beforeAll(async () => {
  all = await startTestServer()
})
afterAll(() => all.stop())
afterEach(() => all.clear())

describe('GET /subscriptions and /topics', () => {
  async function seed() {
    const { client } = await all.connect('one')
    await client.subscribeAsync({ 't/#': { qos: 1 }, '$share/g1/shared/+': { qos: 0 } })
    const { client: other } = await all.connect('two')
    await other.subscribeAsync({ 't/a': { qos: 2 } })
  }
  const topics = ({ body }: TestResponse) => body.data.map(({ topic }) => topic).sort()

  it.each([
    ['', ['$share/g1/shared/+', 't/#', 't/a'], 3],
    ['clientid=two', ['t/a'], 1],
    ['clientid=none', [], 0],
    ['qos=2', ['t/a'], 1],
    ['topic=t%2F%23', ['t/#'], 1],
    ['share_group=g1', ['$share/g1/shared/+'], 1],
    ['match_topic=t/a', ['t/a'], undefined],
    ['match_topic=t%2F%23', ['t/#', 't/a'], undefined],
    ['match_topic=shared%2F%2B', ['$share/g1/shared/+'], undefined],
    ['durable=true', [], 0],
    ['durable=false&node=mqdeck@127.0.0.1&qos=1', ['t/#'], 1],
  ] as const)('with "%s" finds %j', async (query, expected, count) => {
    await seed()
    const answer = await all.get(`/subscriptions?${query}`)
    expect(topics(answer)).toEqual(expected)
    expect(answer.body.meta).toEqual({ page: 1, limit: 100, hasnext: false, ...(count !== undefined && { count }) })
  })

  it('lists each topic once, and finds one by its encoded name', async () => {
    await seed()
    expect(topics(await all.get('/topics'))).toEqual(['$share/g1/shared/+', 't/#', 't/a'])
    expect(topics(await all.get('/topics?topic=t%2F%23'))).toEqual(['t/#'])
    expect((await all.get('/topics/t%2F%23')).body).toEqual([{ topic: 't/#', node: 'mqdeck@127.0.0.1' }])
    expect(await all.get('/topics/none')).toMatchObject({ status: 404, body: { code: 'TOPIC_NOT_FOUND' } })
  })
})

describe('a client behind a mountpoint', () => {
  it('is subscribed and unsubscribed by its own filters, and listed with the mountpoint', async () => {
    const port = await freePort()
    const listener = { type: 'tcp', name: 'm', bind: `127.0.0.1:${port}`, mountpoint: 'site/${clientid}/' }
    expect((await all.call('POST', '/listeners', listener)).status).toBe(200)
    const mounted = await connectMqttJs({ host: '127.0.0.1', port }, { clientId: 'one' })
    await mounted.client.subscribeAsync(['t', '$share/g/s'])
    const own = async () => {
      const { body } = await all.get('/subscriptions?clientid=one')
      return body.data.map(({ topic }) => topic).sort()
    }
    expect(await own()).toEqual(['$share/g/site/one/s', 'site/one/t'])

    const subscribed = await all.call('POST', '/clients/one/subscribe', { topic: 'new' })
    expect(subscribed).toMatchObject({ status: 200, body: { topic: 'site/one/new' } })
    const ends = ['t', '$share/g/s'].map((topic) => ({ topic }))
    expect((await all.call('POST', '/clients/one/unsubscribe/bulk', ends)).status).toBe(204)
    expect(await own()).toEqual(['site/one/new'])
    expect((await all.call('POST', '/clients/one/unsubscribe', { topic: 'new' })).status).toBe(204)
    expect(await own()).toEqual([])
    await mounted.end()
  })
})
