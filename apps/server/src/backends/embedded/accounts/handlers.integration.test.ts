import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'

let all: TestServer
beforeAll(async () => {
  all = await startTestServer()
})
afterAll(() => all.stop())
afterEach(() => all.clear())

describe('dashboard users', () => {
  it('sign in, act within their role, and sign out', async () => {
    const viewer = { username: 'viewer1', password: 'Abcd1234!', description: 'v', role: 'viewer' }
    expect((await all.call('POST', '/users', viewer)).body).toEqual({
      username: 'viewer1',
      description: 'v',
      role: 'viewer',
      backend: 'local',
    })
    const theirs = await all.login('viewer1', 'Abcd1234!')
    expect((await all.call('GET', '/clients', undefined, theirs)).status).toBe(200)
    expect(await all.call('DELETE', '/clients/x', undefined, theirs)).toMatchObject({
      status: 403,
      body: { code: 'UNAUTHORIZED_ROLE' },
    })
    expect(
      (await all.call('POST', '/users/viewer1/change_pwd', { old_pwd: 'Abcd1234!', new_pwd: 'Xyz98765' }, theirs))
        .status,
    ).toBe(204)
    expect(await all.call('GET', '/clients', undefined, theirs)).toMatchObject({
      status: 401,
      body: { code: 'BAD_TOKEN' },
    })
    const again = await all.login('viewer1', 'Xyz98765')
    expect((await all.call('POST', '/logout', { username: 'viewer1' }, again)).status).toBe(204)
    expect((await all.call('GET', '/clients', undefined, again)).status).toBe(401)
    const other = await all.login('viewer1', 'Xyz98765')
    expect((await all.call('DELETE', '/users/viewer1')).status).toBe(204)
    expect((await all.call('GET', '/clients', undefined, other)).status).toBe(401)
  })

  it('cannot delete themselves', async () => {
    await all.call('POST', '/users', {
      username: 'boss',
      password: 'Abcd1234!',
      description: '',
      role: 'administrator',
    })
    const theirs = await all.login('boss', 'Abcd1234!')
    expect(await all.call('DELETE', '/users/boss', undefined, theirs)).toMatchObject({
      status: 400,
      body: { message: 'Cannot delete self' },
    })
    expect((await all.call('DELETE', '/users/boss')).status).toBe(204)
  })

  it('of other backends do not exist', async () => {
    const description = 'x'
    for (const [method, body] of [['PUT', { description }], ['DELETE']] as const)
      expect(await all.call(method, '/users/admin?backend=ldap', body)).toMatchObject({
        status: 404,
        body: { code: 'USER_NOT_FOUND' },
      })
  })
})
