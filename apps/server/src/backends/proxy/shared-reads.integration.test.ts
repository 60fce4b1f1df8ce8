import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { ask, startNode, startProxy, stopAfterEach } from './test-cluster.ts'

stopAfterEach()

const user =
  (isRevoked: (token: string) => boolean = () => false): RequestListener =>
  (got, response) => {
    got.resume()
    const token = (got.headers.authorization ?? '').replace('Bearer ', '')
    const [status, body] =
      got.url === '/api/v5/login'
        ? [200, { token: String(got.headers['x-token']), role: got.headers['x-role'] }]
        : isRevoked(token)
          ? [401, { code: 'BAD_TOKEN' }]
          : [200, { role: token.split('-')[0] }]
    const text = JSON.stringify(body)
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length })
    response.end(text)
  }

async function startSite(answer = user()) {
  const node = await startNode(answer)
  const { urls } = await startProxy([node])
  const send = (method: string, path: string, token: string) =>
    ask(`${urls.api}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(method !== 'GET' && { body: '{}' }),
    })
  return {
    node,
    send,
    get: (path: string, token: string) => send('GET', path, token),
    signIn: async (token: string) => {
      const headers = { 'x-token': token, 'x-role': token.split('-', 1)[0] ?? '' }
      await ask(`${urls.api}/login`, { method: 'POST', body: '{}', headers })
      return token
    },
    reads: () => node.asked.filter((one) => one.startsWith('GET ')),
  }
}

describe('identical reads within a second', () => {
  it('of ten browsers with the same role are sent to the cluster once', async () => {
    const { signIn, get, reads } = await startSite()
    const tokens = await Promise.all(Array.from({ length: 10 }, (_, i) => signIn(`administrator-${i}`)))
    const answers = await Promise.all(tokens.map((token) => get('/monitor_current', token)))
    expect(answers.map(({ text }) => text)).toEqual(Array.from({ length: 10 }, () => '{"role":"administrator"}'))
    expect(reads()).toEqual(['GET /api/v5/monitor_current'])
  })

  it('are sent for each role and for each token that was not issued here', async () => {
    const { signIn, get, reads } = await startSite()
    const tokens = [await signIn('administrator-1'), await signIn('viewer-1'), 'unknown-1', 'unknown-2']
    const answers = await Promise.all(tokens.map((token) => get('/nodes', token)))
    expect(answers.map(({ text }) => text)).toEqual(
      ['administrator', 'viewer', 'unknown', 'unknown'].map((role) => `{"role":"${role}"}`),
    )
    expect(reads()).toHaveLength(4)
  })

  it('are sent for each token where the answer may depend on the user', async () => {
    const { signIn, get, reads } = await startSite()
    const tokens = [await signIn('administrator-1'), await signIn('administrator-2')]
    await Promise.all(tokens.map((token) => get('/users', token)))
    expect(reads()).toHaveLength(2)
  })

  it('are sent again after a change', async () => {
    const { signIn, get, send, reads } = await startSite()
    const token = await signIn('administrator-1')
    await get('/rules', token)
    await send('POST', '/rules', token)
    await get('/rules', token)
    expect(reads()).toHaveLength(2)
  })

  it.each([
    ['DELETE', '/users/other'],
    ['POST', '/logout'],
  ])('are sent for each token after %s %s, until the cluster has accepted it again', async (method, path) => {
    const revoked = new Set<string>()
    const { signIn, get, send } = await startSite(user((token) => revoked.has(token)))
    const [first, second] = [await signIn('administrator-1'), await signIn('administrator-2')]
    await send(method, path, first)
    revoked.add(second)
    expect((await get('/nodes', first)).status).toBe(200)
    expect((await get('/nodes', second)).status).toBe(401)
  })

  it('do not wait for a caller that reads a long answer slowly', async () => {
    const { get, reads } = await startSite((got, response) => {
      got.resume()
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('[')
      if (reads().length > 1) response.end(']')
    })
    const unfinished = get('/clients', 'a').catch(() => undefined)
    expect((await get('/clients', 'a')).text).toBe('[]')
    void unfinished
  })
})
