import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ask, startNode, startProxy, stopAfterEach, type TestNode } from './test-cluster.ts'

stopAfterEach()

/** Accepts the tokens that it has issued, and those in `shared`. */
function issuing(name: string, shared: ReadonlySet<string> = new Set()): RequestListener {
  const own = new Set<string>()
  return async (got, response) => {
    for await (const _ of got);
    const json = (status: number, body: object) => {
      const bytes = Buffer.from(JSON.stringify(body))
      const isZipped = got.headers['accept-encoding'] === 'gzip'
      const sent = isZipped ? gzipSync(bytes) : bytes
      response.writeHead(status, {
        'content-type': 'application/json',
        'content-length': sent.length,
        ...(isZipped && { 'content-encoding': 'gzip' }),
      })
      response.end(sent)
    }
    if (got.url === '/api/v5/login') {
      const token = `${name}-${own.size}`
      own.add(token)
      return json(200, { token, version: '5.8.9' })
    }
    const token = (got.headers.authorization ?? '').replace('Bearer ', '')
    if (token === 'old') return json(401, { code: 'TOKEN_TIME_OUT', message: '' })
    if (own.has(token) || shared.has(token)) return json(200, { by: name })
    return json(401, { code: 'BAD_TOKEN', message: `not of ${name}` })
  }
}

async function signIn(api: string, headers = {}): Promise<string> {
  await ask(`${api}/login`, { method: 'POST', body: '{}', headers })
  return 'n1-0'
}
const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const callsOf = (node: TestNode) => node.asked.filter((call) => !call.endsWith('/login'))

describe('a token', () => {
  it.each([{}, { 'accept-encoding': 'gzip' }])(
    'is sent to the node that issued it, in any order (%j)',
    async (headers) => {
      const first = await startNode(issuing('n1'))
      const second = await startNode(issuing('n2'))
      const { urls } = await startProxy([second, first])
      await second.stop()
      const token = await signIn(urls.api, headers)
      await second.start()
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        const asked = { method, ...as(token), ...(method.startsWith('P') && { body: '{}' }) }
        expect((await ask(`${urls.api}/x`, asked)).status).toBe(200)
      }
      expect(callsOf(second)).toEqual([])
    },
  )

  it('that the first node rejects is tried on the next node, which is then remembered', async () => {
    const first = await startNode(issuing('n1'))
    const second = await startNode(issuing('n2', new Set(['t'])))
    const { urls } = await startProxy([first, second])
    expect(JSON.parse((await ask(`${urls.api}/x`, as('t'))).text)).toEqual({ by: 'n2' })
    expect((await ask(`${urls.api}/x`, { method: 'PUT', body: '{}', ...as('t') })).status).toBe(200)
    expect((await ask(`${urls.api}/x`, { method: 'POST', body: '{}', ...as('t') })).status).toBe(200)
    expect(callsOf(first)).toEqual(['GET /api/v5/x'])
  })

  it('that no node accepts is rejected with the last response; POST is not retried', async () => {
    const first = await startNode(issuing('n1'))
    const second = await startNode(issuing('n2'))
    const { urls } = await startProxy([first, second])
    const answer = await ask(`${urls.api}/x`, as('unknown'))
    expect([answer.status, JSON.parse(answer.text)]).toEqual([401, { code: 'BAD_TOKEN', message: 'not of n2' }])
    await ask(`${urls.api}/x`, { method: 'POST', body: '{}', ...as('unknown') })
    expect(callsOf(second)).toEqual(['GET /api/v5/x'])
  })

  it('that has expired is not tried on other nodes', async () => {
    const first = await startNode(issuing('n1'))
    const second = await startNode(issuing('n2'))
    const { urls } = await startProxy([first, second])
    expect((await ask(`${urls.api}/x`, as('old'))).text).toContain('TOKEN_TIME_OUT')
    expect(second.asked).toEqual([])
  })

  it('is tried on another node if its node is down', async () => {
    const first = await startNode(issuing('n1'))
    const second = await startNode(issuing('n2', new Set(['n1-0'])))
    const { urls } = await startProxy([first, second])
    const token = await signIn(urls.api)
    await first.stop()
    expect(JSON.parse((await ask(`${urls.api}/x`, as(token))).text)).toEqual({ by: 'n2' })
  })
})
