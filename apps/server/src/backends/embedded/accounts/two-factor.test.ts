import { cheapPasswordCost, createFakeClock, createTempStore, type FakeClock, type TempStore } from '@mqdeck/testkit'
import { TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDiskWatch } from '../../../store/disk-watch.ts'
import { createPasswords } from './password.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { openTokens } from './tokens.ts'
import { createTwoFactor, stepOf, type TwoFactor } from './two-factor.ts'
import { openUsers, type Users } from './users.ts'

let clock: FakeClock
let users: Users
let factors: TwoFactor
let sessions: Sessions
let temp: TempStore

beforeEach(async () => {
  temp = await createTempStore()
  clock = createFakeClock()
  users = openUsers(temp.store, 'admin', createPasswords(cheapPasswordCost))
  await users.createDefault('public')
  open()
})
afterEach(() => temp.remove())

function open() {
  users = openUsers(temp.store, 'admin', createPasswords(cheapPasswordCost))
  factors = createTwoFactor(users, clock, 'n1@host', createDiskWatch())
  sessions = createSessions(
    users,
    openTokens(temp.store, users, clock, () => 3_600_000, createDiskWatch()),
    factors,
    clock,
  )
}

/** Code of the app at `at`. */
const codeOf = (secret: string, at = clock.now()) => new TOTP({ secret }).generate({ timestamp: at })

/** Enables two-factor authentication for admin and waits until the code used for it has expired. */
async function enrol() {
  const { secret } = factors.begin('admin')
  const recovery = await factors.confirm('admin', codeOf(secret))
  clock.advance(60_000)
  return { secret, recovery }
}

const login = (code?: string, peer = '10.0.0.1') =>
  sessions.login({ username: 'admin', password: 'public', code }, { peer })

describe('codes', () => {
  it('are those of RFC 6238', () => {
    // Appendix B: the secret is 12345678901234567890. Its eight-digit codes end with our six digits.
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    for (const [seconds, code] of [
      [59, '287082'],
      [1111111109, '081804'],
      [1234567890, '005924'],
      [20000000000, '353130'],
    ] as const)
      expect(stepOf(code, secret, seconds * 1000)).toBe(Math.floor(seconds / 30))
  })
})

describe('two-factor authentication', () => {
  it('is required only after it was confirmed, and then at every sign-in', async () => {
    const { secret, uri } = factors.begin('admin')
    expect(uri).toContain(`secret=${secret}`)
    expect(decodeURIComponent(uri)).toContain('MQDeck:admin (n1@host)')
    expect(await login()).toMatchObject({ user: { username: 'admin' } })
    await expect(factors.confirm('admin', '000000')).rejects.toMatchObject({ code: 'BAD_MFA_TOKEN', status: 400 })
    expect(await factors.confirm('admin', codeOf(secret))).toHaveLength(10)
    clock.advance(60_000)
    expect(await login()).toBe('missing_mfa_token')
    expect(await login('')).toBe('missing_mfa_token')
    expect(await login('000000')).toBe('bad_mfa_token')
    const shown = codeOf(secret)
    expect(await login(` ${shown.slice(0, 3)} ${shown.slice(3)}`)).toMatchObject({ user: { username: 'admin' } })
  })

  it('is not revealed before the password is right', async () => {
    const { secret } = await enrol()
    const wrong = (code?: string) => sessions.login({ username: 'admin', password: 'bad', code }, { peer: '10.0.0.1' })
    await expect(wrong()).rejects.toMatchObject({ code: 'BAD_USERNAME_OR_PWD' })
    await expect(wrong(codeOf(secret))).rejects.toMatchObject({ code: 'BAD_USERNAME_OR_PWD' })
    // The code was not used up either.
    expect(await login(codeOf(secret))).toMatchObject({ user: { username: 'admin' } })
  })

  it('is required for a sign-in that started before it was enabled', async () => {
    const { secret } = factors.begin('admin')
    const begun = login()
    await new Promise(setImmediate) // the password is being checked
    await factors.confirm('admin', codeOf(secret))
    expect(await begun).toBe('missing_mfa_token')
  })

  it('accepts no code twice and no older code, even in parallel', async () => {
    const { secret } = await enrol()
    const code = codeOf(secret)
    const answers = await Promise.all([login(code), login(code)])
    expect(answers.filter((answer) => answer === 'bad_mfa_token')).toHaveLength(1)
    expect(await login(codeOf(secret, clock.now() - 30_000))).toBe('bad_mfa_token')
    clock.advance(30_000)
    expect(await login(code)).toBe('bad_mfa_token')
    // The code of the setup is used, too.
    open()
    expect(await login(codeOf(secret))).toMatchObject({ user: { username: 'admin' } })
  })

  it('tolerates a clock difference of thirty seconds, and no more', async () => {
    const { secret } = await enrol()
    expect(await login(codeOf(secret, clock.now() - 60_000))).toBe('bad_mfa_token')
    expect(await login(codeOf(secret, clock.now() + 60_000))).toBe('bad_mfa_token')
    expect(await login(codeOf(secret, clock.now() - 30_000))).toMatchObject({ user: {} })
    expect(await login(codeOf(secret, clock.now() + 30_000))).toMatchObject({ user: {} })
  })

  it('does not lock out a user if the clock was wrong when a code was used', async () => {
    const { secret } = await enrol()
    const user = users.get('admin')
    if (!user?.secondFactor) throw new Error('not enrolled')
    await users.setTwoFactor('admin', { ...user.secondFactor, lastStep: user.secondFactor.lastStep + 1_000_000 })
    expect(await login(codeOf(secret))).toMatchObject({ user: {} })
  })

  it('accepts each recovery code once, in any notation', async () => {
    const { recovery } = await enrol()
    const [first = '', second = ''] = recovery
    expect(await login(first)).toMatchObject({ user: {} })
    expect(await login(first)).toBe('bad_mfa_token')
    expect(await login(` ${second.toUpperCase().replaceAll('-', ' ')}`)).toMatchObject({ user: {} })
    expect(factors.list()[0]?.factor.recoveryCodes).toHaveLength(8)
    const renewed = await factors.renewRecoveryCodes('admin')
    expect(renewed).toHaveLength(10)
    expect(await login(recovery[2])).toBe('bad_mfa_token')
    expect(await login(renewed[0])).toMatchObject({ user: {} })
  })

  it('stores nothing that reveals a recovery code', async () => {
    const { recovery } = await enrol()
    const kept = JSON.stringify(users.get('admin'))
    for (const code of recovery) {
      expect(code).toMatch(/^[0-9a-z]{4}(-[0-9a-z]{4}){3}$/)
      expect(kept).not.toContain(code)
    }
  })

  it('expires ten minutes after the setup started, and can be set up only once', async () => {
    const { secret } = factors.begin('admin')
    clock.advance(10 * 60_000 + 1)
    await expect(factors.confirm('admin', codeOf(secret))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const { secret: fresh } = factors.begin('admin')
    await factors.confirm('admin', codeOf(fresh))
    expect(() => factors.begin('admin')).toThrow('already')
    await expect(factors.confirm('admin', codeOf(fresh))).rejects.toMatchObject({ code: 'ALREADY_EXISTS' })
  })

  it('is deleted with its user, and stays when the password is changed', async () => {
    await enrol()
    await sessions.changePassword('admin', 'public', 'Abcd1234!', { peer: '10.0.0.1' })
    expect(factors.list()).toHaveLength(1)
    await users.create({ username: 'bob', password: 'Abcd1234!', description: '', role: 'viewer' })
    await factors.confirm('bob', codeOf(factors.begin('bob').secret))
    await users.remove('bob')
    await users.create({ username: 'bob', password: 'Abcd1234!', description: '', role: 'viewer' })
    expect(factors.list().map(({ username }) => username)).toEqual(['admin'])
    await factors.remove('admin')
    expect(factors.list()).toEqual([])
    await expect(factors.remove('admin')).rejects.toMatchObject({ status: 404 })
  })
})

describe('guessing codes', () => {
  it('is slowed down from all addresses, even with right passwords in between', async () => {
    const { secret } = await enrol()
    for (const peer of ['10.0.0.1', '10.0.0.2', '10.0.0.3']) {
      expect(await login('000000', peer)).toBe('bad_mfa_token')
      expect(await login(undefined, peer)).toBe('missing_mfa_token')
    }
    await expect(login(codeOf(secret), '10.0.0.4')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(await login(undefined, '10.0.0.4')).toBe('missing_mfa_token')
    clock.advance(1000)
    expect(await login(codeOf(secret), '10.0.0.4')).toMatchObject({ user: { username: 'admin' } })
  })

  it('does not delay users without two-factor authentication', async () => {
    await enrol()
    await users.create({ username: 'bob', password: 'Abcd1234!', description: '', role: 'viewer' })
    for (let times = 0; times < 3; times++) await login('000000')
    expect(
      await sessions.login({ username: 'bob', password: 'Abcd1234!', code: undefined }, { peer: '10.0.0.1' }),
    ).toMatchObject({ user: { username: 'bob' } })
  })
})

describe('a proof', () => {
  it('needs the password and, if enabled, the code', async () => {
    const { secret } = await enrol()
    const prove = (password: string, code?: string) => sessions.prove('admin', password, code, { peer: '10.0.0.1' })
    await expect(prove('bad', codeOf(secret))).rejects.toMatchObject({ code: 'ERROR_PWD_NOT_MATCH' })
    await expect(prove('public', '')).rejects.toMatchObject({ code: 'BAD_MFA_TOKEN' })
    await expect(prove('public', '123')).rejects.toMatchObject({ code: 'BAD_MFA_TOKEN' })
    await prove('public', codeOf(secret))
    await prove('public')
  })
})
