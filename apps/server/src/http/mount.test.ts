import { AppError, empty, endpoint, ok, textBody } from '@mqdeck/contract'
import { silentLog } from '@mqdeck/kit'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createApp } from './create-app.ts'
import type { Verifiers } from './identity.ts'
import { mount } from './mount.ts'

const title = { en: 'Title', zh: '标题' }
const api = {
  getItem: endpoint({
    method: 'GET',
    path: '/items/{id}',
    tag: 'Items',
    params: z.object({ id: z.string() }),
    ok: { 200: z.object({ id: z.string() }) },
  }),
  createItem: endpoint({
    method: 'POST',
    path: '/items',
    title,
    tag: 'Items',
    body: z.strictObject({ name: z.string() }),
    ok: { 200: z.object({ name: z.string() }) },
  }),
  greet: endpoint({ method: 'GET', path: '/greet', tag: 'Items', auth: 'none', ok: { 200: textBody } }),
  open: endpoint({
    method: 'POST',
    path: '/open',
    title,
    tag: 'Items',
    auth: 'none',
    body: z.object({ name: z.string() }),
    ok: { 204: empty },
  }),
  shout: endpoint({
    method: 'PUT',
    path: '/shout',
    title,
    tag: 'Items',
    auth: 'none',
    body: z.string(),
    textRequest: true,
    ok: { 200: textBody },
  }),
  fail: endpoint({ method: 'GET', path: '/fail', tag: 'Items', ok: { 204: empty } }),
  lie: endpoint({ method: 'GET', path: '/lie', tag: 'Items', ok: { 200: z.object({ a: z.number() }) } }),
  logout: endpoint({
    method: 'POST',
    path: '/logout',
    title,
    allows: 'oneself',
    tag: 'Items',
    auth: 'session',
    ok: { 204: empty },
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/users/{username}/change_pwd',
    title,
    tag: 'Items',
    params: z.object({ username: z.string() }),
    ok: { 204: empty },
  }),
}

function setup() {
  const app = createApp({ log: silentLog })
  const done = { status: 204, body: undefined } as const
  mount(
    app,
    api,
    {
      getItem: ({ params }) => ok(params),
      createItem: ({ body }) => ok(body),
      greet: () => ok('hello'),
      shout: ({ body }, { accept }) => ok(`${body.toUpperCase()} for ${accept}`),
      open: () => done,
      fail: () => {
        throw new Error('secret detail')
      },
      // A response that violates its schema by mistake.
      lie: () => ok({ a: 'text' as unknown as number }),
      logout: () => done,
      changePassword: () => done,
    },
    {
      checkReplies: true,
      verify: {
        token: (token) => {
          if (token === 'old') return 'expired'
          if (token === 'admin') return { username: 'admin', role: 'administrator' }
          return token === 'viewer' ? { username: 'eve', role: 'viewer' } : 'unknown'
        },
        tokenUnused: () => 'unknown',
        key: (apiKey, secret) => {
          if (apiKey === 'hasty')
            throw new AppError('BAD_API_KEY_OR_SECRET', 'Too many', { status: 429, retryAfter: 7 })
          return apiKey === 'k' && secret === 'a:b' ? { name: 'key 1', role: 'viewer' } : 'unknown'
        },
      },
    },
  )
  return app
}

type Options = { readonly body?: string; readonly token?: string; readonly headers?: Record<string, string> }
const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'HEAD', url: string, options: Options = {}) =>
  setup().inject({
    method,
    url,
    headers: { authorization: `Bearer ${options.token ?? 'admin'}`, ...options.headers },
    ...(options.body !== undefined && { body: options.body }),
  })
const json = { 'content-type': 'application/json' }

describe('a path parameter', () => {
  it.each([
    'a/b',
    'a#b',
    'a?b',
    'a%b',
    '%2F',
    '100%25',
    'ключ',
    '客户端',
    ' a b ',
    "it's",
    'a:b',
    'a*b',
    'x'.repeat(65_535),
  ])('is decoded once: %.40s', async (id) => {
    const { json } = await call('GET', `/api/v5/items/${encodeURIComponent(id)}`)
    expect(json()).toEqual({ id })
  })

  it('accepts a text body only where one is expected', async () => {
    const app = setup()
    const headers = { 'content-type': 'text/plain', accept: 'text/html' }
    const good = await app.inject({ method: 'PUT', url: '/api/v5/shout', headers, payload: 'a {b = 1}' })
    expect([good.statusCode, good.body]).toEqual([200, 'A {B = 1} for text/html'])
    const bad = await app.inject({ method: 'POST', url: '/api/v5/open', headers, payload: 'a' })
    expect(bad.statusCode).toBe(415)
  })

  it('that is not correctly encoded is rejected', async () => {
    const { statusCode, json } = await call('GET', '/api/v5/items/%zz')
    expect(statusCode).toBe(400)
    expect(json()).toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('a request that cannot be handled', () => {
  it("gets EMQX's page for an unknown path", async () => {
    const { statusCode, headers, body } = await call('GET', '/api/v5/no_such_path')
    expect({ statusCode, type: headers['content-type'], body }).toEqual({
      statusCode: 404,
      type: 'text/html',
      body: '<html><head><title>404 - NOT FOUND</title></head><body><h1>404 - NOT FOUND</h1></body></html>',
    })
  })

  it('gets JSON for an unknown path when it accepts nothing else', async () => {
    const answer = await call('GET', '/api/v5/no_such_path', { headers: { accept: 'application/json' } })
    expect(answer.json()).toMatchObject({ code: 'NOT_FOUND' })
  })

  it.each(['PATCH', 'POST', 'HEAD', 'DELETE'] as const)(
    'gets 405 with Allow and no body for %s, without a token too',
    async (method) => {
      const { statusCode, headers, body } = await call(method, '/api/v5/items/x', { token: 'none' })
      expect({ statusCode, allow: headers.allow, body }).toEqual({ statusCode: 405, allow: 'GET', body: '' })
    },
  )

  it('gets 400 for broken JSON', async () => {
    const {
      statusCode,
      headers,
      json: read,
    } = await call('POST', '/api/v5/items', { body: '{not json', headers: json })
    expect(statusCode).toBe(400)
    expect(headers['content-type']).toBe('application/json')
    expect(read()).toEqual({ code: 'BAD_REQUEST', message: 'Invalid json message received' })
  })

  it('gets 400 for deeply nested JSON', async () => {
    const body = `{"name":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
    const { statusCode, json: read } = await call('POST', '/api/v5/open', { body, headers: json })
    expect(statusCode).toBe(400)
    expect(read()).toMatchObject({ message: 'The body nests deeper than 100 levels' })
  })

  it('gets 415 for another type of body, or none', async () => {
    for (const headers of [{ 'content-type': 'text/plain' }, {}]) {
      const answer = await call('POST', '/api/v5/items', { body: '{"name":"x"}', headers })
      expect(answer.statusCode).toBe(415)
      expect(answer.json()).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' })
    }
  })

  it('gets 413 for a body that is too large, with a lower limit without authentication', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(100_000) })
    expect((await call('POST', '/api/v5/items', { body, headers: json })).statusCode).toBe(200)
    expect((await call('POST', '/api/v5/open', { body, headers: json })).statusCode).toBe(413)
  })

  it('gets 500 with the ID of the log entry and no details', async () => {
    const { statusCode, body } = await call('GET', '/api/v5/fail')
    expect(statusCode).toBe(500)
    expect(body).toMatch(/"INTERNAL_ERROR".*[0-9a-f-]{36}/)
    expect(body).not.toContain('secret detail')
  })

  it('gets 500 in tests when the answer breaks the contract', async () => {
    expect((await call('GET', '/api/v5/lie')).statusCode).toBe(500)
  })

  it('gets the missing fields of an absent body by name', async () => {
    expect((await call('POST', '/api/v5/items')).json()).toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('authorization', () => {
  const basic = `Basic ${Buffer.from('k:s').toString('base64')}`
  it.each([
    ['', 'AUTHORIZATION_HEADER_ERROR', 'Support authorization: basic/bearer ', true],
    ['Digest x', 'AUTHORIZATION_HEADER_ERROR', 'Support authorization: basic/bearer ', true],
    [basic, 'BAD_API_KEY_OR_SECRET', 'Check api_key/api_secret', true],
    ['Bearer nope', 'BAD_TOKEN', 'Get a token by POST /login', false],
    ['Bearer', 'BAD_TOKEN', 'Get a token by POST /login', false],
    ['Bearer old', 'TOKEN_TIME_OUT', 'Token expired, get new token by POST /login', false],
  ])('%j is rejected with %s', async (authorization, code, message, challenged) => {
    const { statusCode, headers, json } = await call('GET', '/api/v5/items/x', { headers: { authorization } })
    expect(statusCode).toBe(401)
    expect(json()).toEqual({ code, message })
    expect(headers['www-authenticate']).toBe(challenged ? 'Basic Realm="emqx-dashboard"' : undefined)
  })

  it('is required before the body is read', async () => {
    expect((await call('POST', '/api/v5/items', { body: '{', headers: json, token: 'x' })).statusCode).toBe(401)
  })

  it('by API key is never allowed for users and logout', async () => {
    const answer = await call('POST', '/api/v5/logout', { headers: { authorization: basic } })
    expect(answer.json()).toMatchObject({ code: 'API_KEY_NOT_ALLOW' })
  })

  it('by API key uses everything after the first colon as the secret, and is checked once', async () => {
    const right = { headers: { authorization: `Basic ${btoa('k:a:b')}` } }
    const { statusCode, headers } = await call('GET', '/api/v5/items/x', right)
    expect(statusCode).toBe(200)
    expect(headers['www-authenticate']).toBeUndefined()
    expect((await call('POST', '/api/v5/items', right)).json()).toMatchObject({ code: 'UNAUTHORIZED_ROLE' })
  })

  it('by API key is delayed after many wrong secrets', async () => {
    const answer = await call('GET', '/api/v5/items/x', { headers: { authorization: `Basic ${btoa('hasty:x')}` } })
    expect(answer.statusCode).toBe(429)
    expect(answer.headers['retry-after']).toBe('7')
    expect(answer.json()).toEqual({ code: 'BAD_API_KEY_OR_SECRET', message: 'Too many', retry_after: 7 })
  })

  it('allows a viewer to read, sign out and change its own password', async () => {
    expect((await call('GET', '/api/v5/items/x', { token: 'viewer' })).statusCode).toBe(200)
    expect((await call('POST', '/api/v5/logout', { token: 'viewer' })).statusCode).toBe(204)
    expect((await call('POST', '/api/v5/users/eve/change_pwd', { token: 'viewer' })).statusCode).toBe(204)
  })

  it.each(['/api/v5/items', '/api/v5/users/admin/change_pwd'])('allows a viewer nothing else: %s', async (url) => {
    const { statusCode, json } = await call('POST', url, { token: 'viewer' })
    expect(statusCode).toBe(403)
    expect(json()).toEqual({
      code: 'UNAUTHORIZED_ROLE',
      message: "You don't have permission to access this resource",
    })
  })
})

describe('every answer', () => {
  it('carries the security headers', async () => {
    for (const url of ['/api/v5/greet', '/api/v5/none', '/api/v5/items/x']) {
      const { headers } = await call('GET', url)
      expect(headers['content-security-policy']).toContain("script-src 'self';")
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('no-referrer')
      expect(headers['permissions-policy']).toContain('camera=()')
    }
  })

  it('has the content type EMQX sends, without charset', async () => {
    expect((await call('GET', '/api/v5/greet')).headers['content-type']).toBe('text/plain')
    expect((await call('GET', '/api/v5/items/x')).headers['content-type']).toBe('application/json')
  })
})

it('returns an AppError with its code, wherever it is thrown', async () => {
  const app = createApp({ log: silentLog })
  app.get('/x', () => {
    throw new AppError('CONFLICT', 'no')
  })
  const { statusCode, body } = await app.inject('/x')
  expect({ statusCode, body }).toEqual({ statusCode: 409, body: '{"code":"CONFLICT","message":"no"}' })
})

it('parallel expensive reads of one viewer are limited with 429 and Retry-After, and other callers are not', async () => {
  const list = endpoint({
    method: 'GET',
    path: '/list',
    tag: 'Test',
    query: z.object({ limit: z.coerce.number().optional() }),
    ok: { 200: z.array(z.number()) },
  })
  const app = createApp({ log: silentLog })
  const verify: Verifiers = {
    token: (token) => ({ username: token, role: 'viewer' }),
    tokenUnused: () => 'unknown',
    key: () => 'unknown',
  }
  mount(app, { list }, { list: () => ok([1]) }, { checkReplies: true, verify })
  const read = (token: string, limit: number) =>
    app.inject({ url: `/api/v5/list?limit=${limit}`, headers: { authorization: `Bearer ${token}` } })
  const answers = await Promise.all(Array.from({ length: 60 }, () => read('ann', 10_000)))
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.headers['retry-after']).toMatch(/^\d+$/)
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(50)
  expect((await read('bob', 10_000)).statusCode).toBe(200)
  expect((await Promise.all(Array.from({ length: 60 }, () => read('ann', 100)))).map((one) => one.statusCode)).toEqual(
    Array(60).fill(200),
  )
  await app.close()
})
