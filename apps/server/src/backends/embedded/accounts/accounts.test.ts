import type { Store } from '@mqdeck/kit'
import { cheapPasswordCost, createFakeClock, createTempStore, type FakeClock, type TempStore } from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDiskWatch } from '../../../store/disk-watch.ts'
import { createPasswords } from './password.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { openTokens, type Tokens } from './tokens.ts'
import { createTwoFactor } from './two-factor.ts'
import { openUsers, type Users } from './users.ts'

const minute = 60_000
const disk = createDiskWatch()
const user = { username: 'viewer1', password: 'Abcd1234!', description: 'v', role: 'viewer' }

let clock: FakeClock
let users: Users
let tokens: Tokens
let sessions: Sessions
let temp: TempStore

beforeEach(async () => {
  temp = await createTempStore()
  clock = createFakeClock()
  await open()
})
afterEach(() => temp.remove())

async function open() {
  const { store } = temp
  users = openUsers(store, 'admin', createPasswords(cheapPasswordCost))
  await users.createDefault('public')
  tokens = openTokens(store, users, clock, () => 60 * minute, disk)
  sessions = createSessions(users, tokens, createTwoFactor(users, clock, 'here', disk), clock)
}

async function reopen() {
  await temp.reopen()
  await open()
}

async function issue(username: string): Promise<string> {
  const found = users.get(username)
  if (!found) throw new Error(`no user ${username}`)
  return tokens.issue(found)
}

describe('users', () => {
  it('start with the default user, which is created only once', async () => {
    await users.setPassword('admin', 'Abcd1234!')
    await reopen()
    expect(await users.verify('admin', 'public')).toBeUndefined()
    expect((await users.verify('admin', 'Abcd1234!'))?.role).toBe('administrator')
    expect(users.list()).toHaveLength(1)
  })

  it('store nothing that reveals the password', async () => {
    const { passwordHash } = await users.create(user)
    const { passwordHash: other } = await users.create({ ...user, username: 'other' })
    expect(passwordHash).not.toContain(user.password)
    expect(other).not.toBe(passwordHash)
  })

  it.each([
    ['a', 'The range of password length is 8~64'],
    ['x'.repeat(65), 'The range of password length is 8~64'],
    ['Äbcd1234', 'only ascii characters are allowed in the password'],
    ['abcdefgh', 'at least two different kind'],
    ['12345678', 'at least two different kind'],
    ['password1', 'too common'],
    ['12Admin!!', 'too common'],
    ['Viewer1_user', 'must not be the username'],
  ])('reject the password %s', async (password, message) => {
    await expect(users.create({ ...user, username: 'viewer1_user', password })).rejects.toThrow(message)
  })

  it('reject a name that exists, an invalid name and an unknown role', async () => {
    await expect(users.create({ ...user, username: 'admin' })).rejects.toThrow('username_already_exists')
    await expect(users.create({ ...user, username: 'a b' })).rejects.toThrow('Bad Username')
    await expect(users.create({ ...user, role: 'root' })).rejects.toThrow('Role does not exist')
  })

  it('with one name are created once, even by parallel requests', async () => {
    const results = await Promise.allSettled([users.create(user), users.create(user)])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('change description and role, but the default user stays an administrator', async () => {
    await users.create(user)
    expect(await users.update('viewer1', { description: 'vv' })).toMatchObject({ description: 'vv', role: 'viewer' })
    await expect(users.update('admin', { role: 'viewer' })).rejects.toThrow('admin')
    await expect(users.update('nobody', {})).rejects.toMatchObject({ code: 'USER_NOT_FOUND', status: 404 })
  })

  it('are deleted, except the default user', async () => {
    await users.create(user)
    await users.remove('viewer1')
    expect(users.get('viewer1')).toBeUndefined()
    await expect(users.remove('viewer1')).rejects.toMatchObject({ code: 'USER_NOT_FOUND' })
    await expect(users.remove('admin')).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
      message: 'Cannot delete user <<"admin">>',
    })
  })

  it("keep one administrator, even if two remove each other's role in parallel", async () => {
    const boss = { ...user, role: 'administrator' }
    await users.create({ ...boss, username: 'a' })
    await users.create({ ...boss, username: 'b' })
    // As after a start with another `dashboard.default_username`: the first user is an ordinary user then.
    const others = openUsers(temp.store, 'nobody')
    await others.update('admin', { role: 'viewer' })
    const results = await Promise.allSettled([
      others.update('a', { role: 'viewer' }),
      others.update('b', { role: 'viewer' }),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    await expect(others.update('b', { role: 'viewer' })).rejects.toThrow('the last administrator')
    await expect(others.remove('b')).rejects.toMatchObject({ code: 'NOT_ALLOWED', status: 400 })
    expect(await others.update('b', { description: 'last' })).toMatchObject({ role: 'administrator' })
    await others.remove('a')
  })

  it('change the password only with the old one', async () => {
    const change = (name: string, old: string) => sessions.changePassword(name, old, 'Abcd1234!', { peer: '10.0.0.1' })
    await expect(change('admin', 'bad')).rejects.toMatchObject({
      code: 'ERROR_PWD_NOT_MATCH',
      message: 'Old password not match',
    })
    await expect(change('nobody', 'x')).rejects.toMatchObject({ status: 404 })
    await expect(change('admin', '')).rejects.toThrow('undefined')
  })
})

describe('a token', () => {
  it('is a JWT signed with HS256', async () => {
    const [header = '', claims = ''] = (await issue('admin')).split('.')
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'HS256', typ: 'JWT' })
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ sub: 'admin' })
  })

  it('contains its time of issue in seconds (RFC 7519)', async () => {
    const [, claims = ''] = (await issue('admin')).split('.')
    const { iat } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    expect(iat).toBe(Math.floor(clock.now() / 1000))
  })

  it('does not live longer if the clock was wrong when it was issued', async () => {
    clock.advance(365 * 24 * 60 * minute)
    const token = await issue('admin')
    const rightClock = { ...clock, now: () => clock.now() - 365 * 24 * 60 * minute }
    expect(openTokens(temp.store, users, rightClock, () => 60 * minute, disk).check(token)).toBe('expired')
  })

  it('expires an hour after its last use', async () => {
    const token = await issue('admin')
    for (let i = 0; i < 5; i++) {
      clock.advance(50 * minute)
      expect(tokens.check(token)).toMatchObject({ username: 'admin' })
    }
    clock.advance(61 * minute)
    expect(tokens.check(token)).toBe('expired')
  })

  it('expires although it is checked for an open connection', async () => {
    const token = await issue('admin')
    for (let i = 0; i < 2; i++) {
      clock.advance(29 * minute)
      expect(tokens.peek(token)).toMatchObject({ username: 'admin' })
    }
    clock.advance(3 * minute)
    expect(tokens.peek(token)).toBe('expired')
  })

  it('is valid after a restart', async () => {
    const token = await issue('admin')
    await reopen()
    expect(tokens.check(token)).toMatchObject({ username: 'admin' })
  })

  it('is extended on disk once a minute at most', async () => {
    const token = await issue('admin')
    let writes = 0
    const counting: Store = {
      ...temp.store,
      table: (...args) => {
        const table = temp.store.table<never>(...args)
        return {
          ...table,
          put: (key, value) => {
            writes += 1
            return table.put(key, value as never)
          },
        }
      },
    }
    const counted = openTokens(counting, users, clock, () => 60 * minute, disk)
    for (let second = 0; second < 130; second++) {
      counted.check(token)
      clock.advance(1000)
    }
    expect(writes).toBe(2)
  })

  it('is unknown if forged, truncated or not a token', async () => {
    const token = await issue('admin')
    for (const wrong of [`${token}x`, token.slice(0, -1), '', '.', '..', 'x'.repeat(10_000)]) {
      expect(tokens.check(wrong)).toBe('unknown')
    }
  })

  it('is revoked by the sign-out of its own user only', async () => {
    await users.create(user)
    const token = await issue('admin')
    expect(await tokens.revoke('viewer1', token)).toBe(false)
    expect(tokens.check(token)).toMatchObject({ username: 'admin' })
    expect(await tokens.revoke('admin', token)).toBe(true)
    expect(tokens.check(token)).toBe('unknown')
  })

  it('is revoked when its user changes the password', async () => {
    const token = await issue('admin')
    await sessions.changePassword('admin', 'public', 'Abcd1234!', { peer: '10.0.0.1' })
    expect(tokens.check(token)).toBe('unknown')
  })

  it('is revoked when its user is deleted', async () => {
    await users.create(user)
    const token = await issue('viewer1')
    await users.remove('viewer1')
    await users.create(user)
    expect(tokens.check(token)).toBe('unknown')
  })

  it('is removed a day after it has expired', async () => {
    const token = await issue('admin')
    clock.advance(26 * 60 * minute)
    await issue('admin')
    expect(tokens.check(token)).toBe('unknown')
  })

  it('has the lifetime in the current settings', async () => {
    let lifetime = 60 * minute
    const changing = openTokens(temp.store, users, clock, () => lifetime, disk)
    const admin = users.get('admin')
    const token = admin ? await changing.issue(admin) : ''
    clock.advance(10 * minute)
    lifetime = 5 * minute
    expect(changing.check(token)).toBe('expired')
    lifetime = 20 * minute
    expect(changing.check(token)).toMatchObject({ username: 'admin' })
  })

  it('replaces the oldest when one user has very many', async () => {
    const token = await issue('admin')
    clock.advance(1)
    for (let i = 0; i < 1000; i++) await issue('admin')
    expect(tokens.check(token)).toBe('unknown')
    expect(temp.store.table('dashboard_tokens').count()).toBe(1000)
  })
})
