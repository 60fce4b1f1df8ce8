// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { createSessionKeeper, type SessionKeeper } from './session.ts'
import { createSessionFetch, type Fetch, RequestFailure } from './session-fetch.ts'
import { tabVault } from './vault.ts'

let session: SessionKeeper

beforeEach(async () => {
  sessionStorage.clear()
  session = await createSessionKeeper(tabVault('user'))
  await session.start({ username: 'admin', token: 't1', version: '5.8.9' })
})

const answer = (status: number, body: unknown) => Response.json(body, { status })
const withToken = { headers: { authorization: 'Bearer t1' } }
const never: Fetch = (_, init) =>
  new Promise((_resolve, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason)))

test.each(['BAD_TOKEN', 'TOKEN_TIME_OUT'])('401 %s ends the session', async (code) => {
  const ends: string[] = []
  session.onEnd((why) => ends.push(why))
  const request = createSessionFetch(async () => answer(401, { code, message: '' }), session)
  const response = await request('/api/v5/nodes', withToken)
  expect(ends).toEqual(['expired'])
  expect(await response.json()).toEqual({ code, message: '' })
})

test('a wrong password does not end the session', async () => {
  const request = createSessionFetch(async () => answer(401, { code: 'BAD_USERNAME_OR_PWD' }), session)
  await request('/api/v5/login', withToken)
  expect(session.current.get()).toBeDefined()
})

test('a late 401 to an old token leaves the new session alone', async () => {
  let respond = (_: Response) => {}
  const request = createSessionFetch(() => new Promise((resolve) => (respond = resolve)), session)
  const late = request('/api/v5/nodes', withToken)
  await session.start({ username: 'admin', token: 't2', version: '5.8.9' })
  respond(answer(401, { code: 'BAD_TOKEN' }))
  await late
  expect(session.current.get()?.token).toBe('t2')
})

test('the end of the session aborts requests in flight', async () => {
  const pending = createSessionFetch(never, session)('/api/v5/nodes', {})
  session.end('logout')
  await expect(pending).rejects.toMatchObject({ name: 'RequestFailure', kind: 'aborted' })
})

test('a late answer is reported as a timeout, and an unreachable server as a network failure', async () => {
  await expect(createSessionFetch(never, session, 1)('/x', {})).rejects.toMatchObject({ kind: 'timeout' })
  const unreachable = createSessionFetch(() => Promise.reject(new TypeError('Failed to fetch')), session)
  await expect(unreachable('/x', {})).rejects.toBeInstanceOf(RequestFailure)
  await expect(unreachable('/x', {})).rejects.toMatchObject({ kind: 'network' })
})
