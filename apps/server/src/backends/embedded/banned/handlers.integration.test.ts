import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'

let all: TestServer
beforeAll(async () => {
  all = await startTestServer()
})
afterAll(() => all.stop())
afterEach(() => all.clear())

describe('bans', () => {
  afterEach(() => all.call('DELETE', '/banned'))

  it('disconnect matching clients, and reject them until the ban is deleted', async () => {
    const { client } = await all.connect('bad-1', { username: 'eve' })
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
    await all.call('POST', '/banned', { as: 'username', who: 'eve' })
    await closed
    await expect(all.connect('bad-1', { username: 'eve' })).rejects.toMatchObject({ code: 0x8a })
    await expect(all.connect('bad-1', { username: 'eve', protocolVersion: 4 })).rejects.toMatchObject({ code: 5 })
    expect((await all.call('DELETE', '/banned/username/eve')).status).toBe(204)
    await all.connect('bad-1', { username: 'eve' })
  })

  it.each([
    ['clientid', 'fits-1'],
    ['clientid_re', '^fits-'],
    ['username_re', 'v.$'],
    ['peerhost', '127.0.0.1'],
    ['peerhost_net', '127.0.0.0/8'],
  ])('by %s end matching connections and sessions, including disconnected ones', async (as, who) => {
    const { client } = await all.connect('fits-1', { username: 'eve' })
    await all.leaveSession('fits-2', 't')
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
    expect((await all.call('POST', '/banned', { as, who })).status).toBe(200)
    await closed
    expect(all.server.broker.client('fits-1')).toBeUndefined()
    const isOther = as === 'clientid' || as === 'username_re'
    expect(all.server.broker.client('fits-2') !== undefined).toBe(isOther)
  })

  it('disconnect a client that was banned while it connected', async () => {
    const off = all.server.broker.hooks.fold('client.authenticate', async (decision) => {
      await all.call('POST', '/banned', { as: 'clientid', who: 'late' })
      return decision
    })
    const ended = new Promise<string>((resolve) => {
      all.server.broker.hooks.on('client.disconnected', ({ clientId }, reason) => {
        if (clientId === 'late') resolve(reason)
      })
    })
    await all.connect('late').catch(() => {})
    expect(await ended).toBe('banned')
    off()
  })

  it.each([
    [{ as: 'clientid', who: 'x', until: 1 }, 'Cannot create expired banned, 1'],
    [{ as: 'clientid', who: 'x', until: '2020-01-01T00:00:00Z' }, 'Cannot create expired banned, 1577836800'],
    [{ as: 'clientid_re', who: '' }, 'who must not be empty'],
    [{ as: 'peerhost', who: 'localhost' }, 'bad peerhost: localhost'],
  ])('are rejected: %j', async (ban, message) => {
    expect(await all.call('POST', '/banned', ban)).toEqual({ status: 400, body: { code: 'BAD_REQUEST', message } })
    expect((await all.get('/banned')).body.data).toEqual([])
  })

  it('are filtered by type and by part of the text', async () => {
    for (const [as, who] of [
      ['clientid', 'a/1'],
      ['clientid', 'b'],
      ['peerhost_net', '10.0.0.0/8'],
    ]) {
      expect((await all.call('POST', '/banned', { as, who })).status).toBe(200)
    }
    const whos = async (query: string) => (await all.get(`/banned?${query}`)).body.data.map(({ who }) => who)
    expect(await whos('')).toEqual(['a/1', 'b', '10.0.0.0/8'])
    expect(await whos('clientid=b')).toEqual(['b'])
    expect(await whos('like_clientid=a')).toEqual(['a/1'])
    expect(await whos('like_peerhost_net=10.')).toEqual(['10.0.0.0/8'])
    expect((await all.call('DELETE', `/banned/clientid/${encodeURIComponent('a/1')}`)).status).toBe(204)
    expect((await all.call('DELETE', `/banned/peerhost_net/${encodeURIComponent('10.0.0.0/8')}`)).status).toBe(204)
    expect(await whos('')).toEqual(['b'])
  })
})
