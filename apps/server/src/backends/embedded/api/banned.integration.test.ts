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

  it('end the connections of those they fit, and keep them out until they are lifted', async () => {
    const { client } = await all.connect('bad-1', { username: 'eve' })
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
    await all.call('POST', '/banned', { as: 'username', who: 'eve' })
    await closed
    await expect(all.connect('bad-1', { username: 'eve' })).rejects.toMatchObject({ code: 0x8a })
    await expect(all.connect('bad-1', { username: 'eve', protocolVersion: 4 })).rejects.toMatchObject({ code: 5 })
    expect((await all.call('DELETE', '/banned/username/eve')).status).toBe(204)
    await all.connect('bad-1', { username: 'eve' })
  })

  it('are listed by dimension and by part of the text', async () => {
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
