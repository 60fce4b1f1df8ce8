import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { idsOf, startTestServer, type TestServer } from '../../../test-server.ts'

let all: TestServer
beforeAll(async () => {
  all = await startTestServer()
})
afterAll(() => all.stop())
afterEach(() => all.clear())

describe('a client ID with special URL characters', () => {
  it.each(['a/b', 'a#b?c=d&e', '100%', '%2F', 'a b+c', '设备/一', "it's;x", '[::1]:5', 'kickout/bulk'])(
    '%s is found, subscribed and kicked',
    async (id) => {
      await all.connect(id)
      const path = `/clients/${encodeURIComponent(id)}`
      expect((await all.get(path)).body.clientid).toBe(id)
      expect((await all.call('POST', `${path}/subscribe`, { topic: 't/1', qos: 1 })).body).toMatchObject({
        clientid: id,
      })
      expect((await all.get(`${path}/subscriptions`)).body).toMatchObject([{ topic: 't/1', qos: 1 }])
      expect((await all.call('DELETE', path)).status).toBe(204)
      expect((await all.get(path)).status).toBe(404)
    },
  )
})

describe('GET /clients', () => {
  async function connections() {
    await all.connect('dev-1', { username: 'ann', keepalive: 30 })
    await all.connect('dev-2', { username: 'bob', protocolVersion: 4 })
    await all.connect('other', { clean: false })
    await all.leaveSession('away-1', 'away/#')
  }

  it.each([
    ['', ['away-1', 'dev-1', 'dev-2', 'other'], 4],
    ['clientid=dev-1', ['dev-1'], 1],
    ['clientid=dev-1&clientid=other&clientid=none', ['dev-1', 'other'], 2],
    ['username=ann&username=bob', ['dev-1', 'dev-2'], 2],
    ['like_clientid=dev', ['dev-1', 'dev-2'], undefined],
    ['like_username=o', ['dev-2'], undefined],
    ['conn_state=connected', ['dev-1', 'dev-2', 'other'], 3],
    ['conn_state=disconnected', ['away-1'], 1],
    ['conn_state=idle', [], 0],
    ['clean_start=false', ['away-1', 'other'], 2],
    ['proto_ver=4', ['dev-2'], 1],
    ['ip_address=127.0.0.1', ['away-1', 'dev-1', 'dev-2', 'other'], 4],
    ['ip_address=10.0.0.1', [], 0],
    ['gte_connected_at=2000-01-01T00:00:00Z', ['away-1', 'dev-1', 'dev-2', 'other'], 4],
    ['lte_created_at=2000-01-01T00:00:00Z', [], 0],
    ['gte_created_at=1&lte_connected_at=9999999999999&username=ann', ['dev-1'], 1],
    ['node=mqdeck@127.0.0.1&username=bob', ['dev-2'], 1],
  ] as const)('with "%s" finds %j', async (query, expected, count) => {
    await connections()
    const first = await all.get(`/clients?${query}`)
    expect(idsOf(first)).toEqual(expected)
    expect(first.body.meta).toEqual({ page: 1, limit: 100, hasnext: false, ...(count !== undefined && { count }) })
    if (!query.startsWith('node')) expect(idsOf(await all.get(`/clients_v2?${query}`))).toEqual(expected)
  })

  it('returns pages with the requested fields only', async () => {
    await connections()
    const pages = await Promise.all([1, 2, 3].map((page) => all.get(`/clients?page=${page}&limit=2&fields=clientid`)))
    expect(pages.map(({ body }) => body.meta.hasnext)).toEqual([true, false, false])
    expect(pages.flatMap(({ body }) => body.data)).toHaveLength(4)
    expect(Object.keys(pages[0]?.body.data[0] ?? {})).toEqual(['clientid'])
  })

  it('returns 500 NODE_DOWN for an unknown node', async () => {
    expect(await all.get('/clients?node=nope@127.0.0.1')).toMatchObject({ status: 500, body: { code: 'NODE_DOWN' } })
  })

  it('pages by cursor without repeated or missing clients while clients connect and disconnect', async () => {
    for (const id of ['a', 'b', 'c', 'd', 'e']) await all.connect(id)
    const first = await all.get('/clients_v2?limit=2')
    expect(first.body.meta).toEqual({ count: 2, cursor: expect.any(String) })
    await all.call('DELETE', '/clients/b')
    await all.connect('aa')
    const second = await all.get(`/clients_v2?limit=2&cursor=${first.body.meta.cursor}`)
    const third = await all.get(`/clients_v2?limit=2&cursor=${second.body.meta.cursor}`)
    expect([...idsOf(first), ...idsOf(second), ...idsOf(third)]).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(third.body.meta).toEqual({ count: 1 })
  })
})

describe('a client', () => {
  it('that is disconnected has no socket metrics, but the time of the disconnect', async () => {
    await all.leaveSession('off-d', 'off/#')
    const { body } = await all.get('/clients/off-d')
    expect(body).toMatchObject({
      connected: false,
      disconnected_at: expect.stringMatching(/\+00:00$/),
      is_persistent: true,
    })
    for (const key of ['recv_oct', 'recv_cnt', 'send_oct', 'send_cnt']) expect(body).not.toHaveProperty(key)
  })

  it('that is kicked gets the reason code, and its session ends', async () => {
    const { client } = await all.connect('kicked', { clean: false, properties: { sessionExpiryInterval: 3600 } })
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
    expect((await all.call('DELETE', '/clients/kicked')).status).toBe(204)
    await closed
    expect((await all.get('/clients/kicked')).status).toBe(404)
    expect(await all.call('DELETE', '/clients/kicked')).toMatchObject({
      status: 404,
      body: { code: 'CLIENTID_NOT_FOUND' },
    })
  })

  it('can be kicked with others, unknown clients are skipped', async () => {
    await all.connect('k1')
    await all.connect('k2')
    expect((await all.call('POST', '/clients/kickout/bulk', ['k1', 'none', 'k2'])).status).toBe(204)
    expect((await all.get('/clients')).body.data).toEqual([])
  })

  it('receives messages of subscriptions created by the API, until they are deleted', async () => {
    const { message } = await all.connect('sub')
    const subscribed = await all.call('POST', '/clients/sub/subscribe/bulk', [
      { topic: 'x/1', qos: 1 },
      { topic: 'x/2' },
    ])
    expect(subscribed.body).toEqual([
      { clientid: 'sub', topic: 'x/1', qos: 1, nl: 0, rap: 0, rh: 0, node: 'mqdeck@127.0.0.1' },
      { clientid: 'sub', topic: 'x/2', qos: 0, nl: 0, rap: 0, rh: 0, node: 'mqdeck@127.0.0.1' },
    ])
    const published = await all.call('POST', '/publish', {
      topic: 'x/1',
      payload: 'aGk=',
      payload_encoding: 'base64',
      qos: 1,
    })
    expect(published).toMatchObject({ status: 200, body: { id: expect.stringMatching(/^[0-9A-F]{32}$/) } })
    expect(await message('x/1')).toBe('hi')
    expect((await all.call('POST', '/clients/sub/unsubscribe', { topic: 'x/1' })).status).toBe(204)
    expect(
      (await all.call('POST', '/clients/sub/unsubscribe/bulk', [{ topic: 'x/2' }, { topic: 'never' }])).status,
    ).toBe(204)
    expect((await all.get('/clients/sub/subscriptions')).body).toEqual([])
  })

  it('is not subscribed to an invalid filter', async () => {
    await all.connect('sub')
    expect((await all.call('POST', '/clients/sub/subscribe', { topic: 'a/#/b' })).status).toBe(400)
    expect((await all.call('POST', '/clients/nobody/subscribe', { topic: 'a' })).status).toBe(404)
    expect((await all.call('POST', '/clients/sub/subscribe', { topic: 'a', qos: 3 })).status).toBe(400)
  })

  it('accepts another keep alive', async () => {
    await all.connect('alive')
    expect((await all.call('PUT', '/clients/alive/keepalive', { interval: '90' })).body.keepalive).toBe(90)
    expect((await all.call('PUT', '/clients/alive/keepalive', { interval: 65_536 })).status).toBe(400)
    expect((await all.call('PUT', '/clients/nobody/keepalive', { interval: 1 })).status).toBe(404)
  })

  it('that is disconnected has its queued messages returned in pages', async () => {
    await all.leaveSession('off', 'off/#')
    for (const n of [0, 1, 2]) await all.call('POST', '/publish', { topic: 'off/1', payload: `queued ${n}`, qos: 1 })
    const first = await all.get('/clients/off/mqueue_messages?limit=2&payload=plain')
    expect(first.body.data.map(({ payload }) => payload)).toEqual(['queued 0', 'queued 1'])
    const rest = await all.get(`/clients/off/mqueue_messages?payload=plain&position=${first.body.meta.position}`)
    expect(rest.body.data.map(({ payload }) => payload)).toEqual(['queued 2'])
    expect((await all.get('/clients/off/inflight_messages')).body).toEqual({
      data: [],
      meta: { start: 'none', position: 'none' },
    })
    expect((await all.get('/clients/nobody/mqueue_messages')).status).toBe(404)
    expect((await all.get('/clients/off/mqueue_messages?payload=hex')).status).toBe(400)
  })
})

describe('GET /mqdeck/message_queues', () => {
  it('counts the queued messages of all sessions and lists the longest queues', async () => {
    await all.leaveSession('away-1', 'away/#')
    await all.leaveSession('away-2', 'away/2')
    for (const topic of ['away/1', 'away/2', 'away/2'])
      expect((await all.call('POST', '/publish', { topic, qos: 1, payload: 'x' })).status).toBe(200)
    const { status, body } = await all.get('/mqdeck/message_queues')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      queued: 5,
      full_connected: 0,
      full_offline: 0,
      slow: 0,
      longest: [
        { clientid: 'away-1', connected: false, queued: 3, limit: 1000, dropped: 0 },
        { clientid: 'away-2', connected: false, queued: 2, limit: 1000, dropped: 0 },
      ],
    })
  })
})
