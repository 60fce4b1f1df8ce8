import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'

let all: TestServer
beforeAll(async () => {
  all = await startTestServer()
})
afterAll(() => all.stop())
afterEach(() => all.clear())

const path = '/mqtt/delayed/messages'
const delay = (topic: string, payload = 'later') =>
  all.call('POST', '/publish', { topic: `$delayed/600/${topic}`, payload, qos: 1 })
const list = async (): Promise<
  readonly { readonly topic: string; readonly msgid: string; readonly node: string }[]
> => {
  const { data } = Object((await all.get(path)).body)
  return data
}

describe('delayed messages', () => {
  test('are listed with their count, sorted by due time, and returned with their payload', async () => {
    await delay('first')
    await delay('dl/1')
    expect(await all.get(`${path}?limit=1&page=2`)).toMatchObject({
      body: { data: [{ topic: 'dl/1' }], meta: { count: 2, hasnext: false, limit: 1, page: 2 } },
    })
    const [{ node, msgid } = { node: '', msgid: '' }] = await list()
    const { body } = await all.get(`${path}/${node}/${msgid}`)
    expect(body).toMatchObject({
      payload: 'bGF0ZXI=',
      delayed_interval: 600,
      from_clientid: 'http_api',
      topic: 'first',
    })
    // As in `seed/087_delayed_msg`.
    expect(Object.keys(body).sort()).toEqual([
      'delayed_interval',
      'delayed_remaining',
      'expected_at',
      'from_clientid',
      'from_username',
      'msgid',
      'node',
      'payload',
      'publish_at',
      'qos',
      'topic',
    ])
    expect((await all.get('/stats?aggregate=true')).body).toMatchObject({ 'delayed.count': 2 })
    for (const one of await list()) await all.call('DELETE', `${path}/${one.node}/${one.msgid}`)
    expect(await list()).toEqual([])
  })

  test.each(['a/b', 'ü/测试', 'per%cent', '/', 'x//y'])('are all deleted by their topic %j', async (topic) => {
    await delay(topic)
    await delay(topic)
    await delay('other')
    expect((await all.call('DELETE', `${path}/${encodeURIComponent(topic)}`)).status).toBe(204)
    expect((await list()).map((one) => one.topic)).toEqual(['other'])
    expect((await all.call('DELETE', `${path}/other`)).status).toBe(204)
  })

  test.each([
    ['DELETE', `${path}/nothing`, 404, 'MESSAGE_NOT_FOUND'],
    ['DELETE', `${path}/a%2F%23`, 400, 'INVALID_TOPIC_NAME'],
    ['GET', `${path}/other@127.0.0.1/000660C4B676503AF440000014010000`, 400, 'INVALID_NODE'],
    ['DELETE', `${path}/mqdeck@127.0.0.1/nothing`, 400, 'MESSAGE_ID_SCHEMA_ERROR'],
    ['GET', `${path}/mqdeck@127.0.0.1/000660C4B676503AF440000014010000`, 404, 'MESSAGE_ID_NOT_FOUND'],
  ])('that do not exist are reported: %s %s', async (method, where, status, code) => {
    expect(await all.call(method, where)).toMatchObject({ status, body: { code } })
  })

  test('are delivered to subscribers when they are due, unless they are deleted', async () => {
    const { client, messages } = await all.connect('reader')
    await client.subscribeAsync('due/+')
    await all.call('POST', '/publish', { topic: '$delayed/1/due/gone', payload: 'x', qos: 1 })
    await all.call('POST', '/publish', { topic: '$delayed/1/due/kept', payload: 'x', qos: 1 })
    expect((await all.call('DELETE', `${path}/due%2Fgone`)).status).toBe(204)
    expect((await messages.take(() => true, 'the message that is due')).topic).toBe('due/kept')
  })
})
