import { describe, expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { type CallOptions, createCall } from './call.ts'
import { api } from './endpoints/index.ts'

/** A client whose server responds to everything with `answer`, and the requests that it got. */
function serverOf(answer: () => Response, options: CallOptions = {}) {
  const asked: { url: string; init: RequestInit }[] = []
  const fetch = async (url: string, init: RequestInit) => {
    asked.push({ url, init })
    init.signal?.throwIfAborted()
    return answer()
  }
  return { call: createCall({ fetch, ...options }), asked }
}

const json =
  (body: unknown, status = 200) =>
  () =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a call', () => {
  test("returns text if integers exceed JavaScript's range, and still parses errors", async () => {
    const long = '{"n":12345678901234567890}'
    const endpoint = { ...api.testSql, keepsText: true } as const
    const body = { sql: 'SELECT 1', context: {} }
    const good = serverOf(() => new Response(long, { headers: { 'content-type': 'application/json' } }))
    expect(await good.call(endpoint, { body })).toBe(long)
    const bad = serverOf(json({ code: 'NOT_MATCH', message: 'SQL Not Match' }, 412))
    expect(await failure(bad.call(endpoint, { body }))).toMatchObject({ status: 412, code: 'NOT_MATCH' })
  })

  test('sends what the endpoint says and resolves to the body', async () => {
    const { call, asked } = serverOf(json({ token: 't', version: '5.8.9', license: { edition: 'ce' } }))
    const answer = await call(api.login, { body: { username: 'admin', password: ' with blanks ' } })
    expect(answer.token).toBe('t')
    expect(asked[0]?.url).toBe('/api/v5/login')
    expect(asked[0]?.init).toMatchObject({
      method: 'POST',
      body: '{"username":"admin","password":" with blanks "}',
      headers: { 'content-type': 'application/json' },
    })
  })

  test('sends text unchanged and accepts a response without a body', async () => {
    const { call, asked } = serverOf(() => new Response('', { status: 200 }))
    expect(await call(api.updateConfigs, { body: 'mqtt {max_inflight = 5}', query: { mode: 'merge' } })).toBeUndefined()
    expect(asked[0]?.init).toMatchObject({
      body: 'mqtt {max_inflight = 5}',
      headers: { 'content-type': 'text/plain' },
    })
  })

  test('needs no argument if everything is optional', async () => {
    const { call, asked } = serverOf(json([]))
    expect(await call(api.listNodes)).toEqual([])
    expect(asked[0]?.init).not.toHaveProperty('body')
  })

  test('resolves to undefined for 204 and to text for text endpoints', async () => {
    const done = serverOf(() => new Response(null, { status: 204 }))
    expect(await done.call(api.kickClient, { params: { clientid: 'a' } })).toBeUndefined()
    const text = serverOf(() => new Response('Node x is started', { headers: { 'content-type': 'text/plain' } }))
    expect(await text.call(api.getStatus)).toBe('Node x is started')
  })

  test('sends the current token, except to public endpoints', async () => {
    const { call, asked } = serverOf(json([]), { token: () => 'secret' })
    await call(api.listNodes)
    await call(api.listErrorCodes)
    expect(asked[0]?.init.headers).toMatchObject({ authorization: 'Bearer secret' })
    expect(asked[1]?.init.headers).not.toHaveProperty('authorization')
  })

  test('fails to compile and to run without its path parameters', async () => {
    const { call, asked } = serverOf(json({}))
    // @ts-expect-error: the client id is missing
    await expect(call(api.getClient, { params: {} })).rejects.toBeInstanceOf(RangeError)
    // @ts-expect-error: there is no such field
    expect((await call(api.getClient, { params: { clientid: 'a' } })).client_id).toBeUndefined()
    expect(asked).toHaveLength(1)
  })

  test('is aborted with its signal', async () => {
    const { call } = serverOf(json([]))
    await expect(call(api.listNodes, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('an error response', () => {
  test('becomes an ApiError with code and message', async () => {
    const { call } = serverOf(json({ code: 'NOT_FOUND', message: 'Node not found: x' }, 404))
    const error = await failure(call(api.getNode, { params: { node: 'x' } }))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 404, code: 'NOT_FOUND', message: 'Node not found: x', reasonCode: undefined })
  })

  test('of the publish endpoint has a reason code', async () => {
    const { call } = serverOf(json({ reason_code: 144, message: 'topic_name_invalid' }, 400))
    const error = await failure(call(api.publish, { body: { topic: 'a/#', payload: '' } }))
    expect(error).toMatchObject({ status: 400, code: '', reasonCode: 144, message: 'topic_name_invalid' })
  })

  test.each([
    ['a page of a proxy in between', () => new Response('<html>', { status: 502 })],
    ['a page instead of JSON', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['broken JSON', () => new Response('{', { headers: { 'content-type': 'application/json' } })],
  ])('may be %s', async (_, answer) => {
    const error = await failure(serverOf(answer).call(api.listNodes))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: '', message: '' })
  })

  test('with 401 is reported, except by the login itself', async () => {
    const reported: string[] = []
    const refused = json({ code: 'BAD_TOKEN', message: 'Get a token by POST /login' }, 401)
    const { call } = serverOf(refused, { onUnauthorized: ({ code }) => reported.push(code) })
    await failure(call(api.listNodes))
    await failure(call(api.login, { body: { username: 'a', password: 'b' } }))
    expect(reported).toEqual(['BAD_TOKEN'])
  })
})
