import { api, type EndpointShape } from '@mqdeck/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'

let all: TestServer
let viewer = ''
const keys = { administrator: '', viewer: '', publisher: '' }
beforeAll(async () => {
  all = await startTestServer()
  await all.call('POST', '/users', { username: 'eve', password: 'Abcd1234!', description: '', role: 'viewer' })
  viewer = `Bearer ${await all.login('eve', 'Abcd1234!')}`
  for (const role of ['administrator', 'viewer', 'publisher'] as const) {
    const { body } = await all.call('POST', '/api_key', { name: `k-${role}`, desc: '', enable: true, role })
    keys[role] = `Basic ${btoa(`${body.api_key}:${body.api_secret}`)}`
  }
})
afterAll(() => all.stop())

const guarded = Object.entries<EndpointShape>(api).filter(([, { auth }]) => auth !== 'none')
const pathOf = ({ path }: EndpointShape) => path.replace(/\{\w+\}/g, 'x')

/** Without a body, because permissions are checked before the body is read. */
async function ask(authorization: string, { method, path }: { readonly method: string; readonly path: string }) {
  const response = await fetch(`${all.server.urls.api}${path}`, { method, headers: { authorization } })
  const text = await response.text()
  const answer = response.headers.get('content-type') === 'application/json' ? JSON.parse(text) : {}
  return { status: response.status, code: answer.code, message: answer.message }
}

const forbidden = {
  status: 403,
  code: 'UNAUTHORIZED_ROLE',
  message: "You don't have permission to access this resource",
}
const noKeys = {
  status: 401,
  code: 'API_KEY_NOT_ALLOW',
  message: "This API Key don't have permission to access this resource",
}

test('the API has endpoints', () => {
  expect(guarded.length).toBeGreaterThan(60)
})

const isForViewers = ({ method, allows }: EndpointShape) =>
  allows === 'oneself' || (method === 'GET' && allows !== 'administrators')

test.each(guarded.filter(([, one]) => !isForViewers(one)))(
  'a viewer may not call %s, neither signed in nor with a key',
  async (_, endpoint) => {
    const place = { method: endpoint.method, path: pathOf(endpoint) }
    expect(await ask(viewer, place)).toEqual(forbidden)
    expect(await ask(keys.viewer, place)).toEqual(endpoint.auth === 'session' ? noKeys : forbidden)
  },
)

test.each(guarded.filter(([, one]) => one.method === 'GET' && isForViewers(one)))(
  'a viewer may read %s',
  async (_, endpoint) => {
    const place = { method: 'GET', path: pathOf(endpoint) }
    expect(await ask(viewer, place)).not.toMatchObject({ status: 403 })
    const withKey = await ask(keys.viewer, place)
    if (endpoint.auth === 'session') expect(withKey).toEqual(noKeys)
    else expect([401, 403]).not.toContain(withKey.status)
  },
)

test.each(guarded)('a publisher may not call %s unless it publishes', async (name, endpoint) => {
  const answer = await ask(keys.publisher, { method: endpoint.method, path: pathOf(endpoint) })
  if (endpoint.auth === 'session') expect(answer).toEqual(noKeys)
  else if (name === 'publish' || name === 'publishBulk') expect(answer.status).toBe(400)
  else expect(answer).toEqual(forbidden)
})

test.each(guarded.filter(([, { auth }]) => auth === 'session'))(
  'no API key may call %s, not even an invalid one',
  async (_, endpoint) => {
    const place = { method: endpoint.method, path: pathOf(endpoint) }
    expect(await ask(keys.administrator, place)).toEqual(noKeys)
    expect(await ask(`Basic ${btoa('nobody:nothing')}`, place)).toEqual(noKeys)
  },
)

test('API keys may call everything except users, keys and sign-in', () => {
  const closed = /^\/(users|api_key|logout|mqdeck\/mfa)(\/|$)/
  for (const [name, { auth = 'any', path }] of guarded)
    expect([name, auth]).toEqual([name, closed.test(path) ? 'session' : 'any'])
})

test('a viewer may change only its own password', async () => {
  const change = (username: string) => ({ method: 'POST', path: `/users/${username}/change_pwd` })
  expect((await ask(viewer, change('eve'))).status).toBe(400)
  expect((await ask(viewer, change('%65ve'))).status).toBe(400)
  for (const other of ['admin', 'EVE', 'eve%20', 'eve%00', 'eve%2F..%2Fadmin'])
    expect(await ask(viewer, change(other))).toEqual(forbidden)
})

test.each(guarded.filter(([name, { allows }]) => allows === 'oneself' && name !== 'logout'))(
  'a viewer may call %s, and no key may',
  async (_, endpoint) => {
    const place = { method: endpoint.method, path: endpoint.path }
    expect((await ask(viewer, place)).status).toBe(400)
    expect(await ask(keys.viewer, place)).toEqual(noKeys)
  },
)

test('a removed role is effective immediately', async () => {
  await all.call('POST', '/users', { username: 'bob', password: 'Abcd1234!', description: '', role: 'administrator' })
  const bob = `Bearer ${await all.login('bob', 'Abcd1234!')}`
  expect((await ask(bob, { method: 'DELETE', path: '/banned' })).status).toBe(204)
  expect((await all.call('PUT', '/users/bob', { description: '', role: 'viewer' })).status).toBe(200)
  expect(await ask(bob, { method: 'DELETE', path: '/banned' })).toEqual(forbidden)
  // A role that is not sent stays the same.
  expect((await all.call('PUT', '/users/bob', { description: 'again' })).body).toMatchObject({ role: 'viewer' })
})
