import { measureProcessorTime, type Store, silentLog } from '@mqdeck/kit'
import { createFakeClock, createTempStore, type FakeClock, type TempStore } from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type BanRecord, type Bans, openBans } from './service.ts'

let clock: FakeClock
let bans: Bans
let temp: TempStore

beforeEach(async () => {
  temp = await createTempStore()
  clock = createFakeClock()
  open()
})
afterEach(() => temp.remove())

function open() {
  bans = openBans(temp.store, clock, silentLog)
}

const ban = (as: BanRecord['as'], who: string, until = Number.POSITIVE_INFINITY): BanRecord => ({
  as,
  who,
  by: 'me',
  reason: 'test',
  at: Math.floor(clock.now() / 1000),
  until,
})
const client = { clientId: 'dev-1', username: 'bob', peerhost: '10.1.2.3' }

describe('a ban', () => {
  it.each([
    ['clientid', 'dev-1', 'dev-2'],
    ['username', 'bob', 'alice'],
    ['peerhost', '10.1.2.3', '10.1.2.4'],
    ['clientid_re', '^dev-\\d$', '^x'],
    ['username_re', 'b.b', '^$'],
    ['peerhost_net', '10.1.0.0/16', '10.2.0.0/16'],
    ['peerhost_net', '10.1.2.3/32', 'fd00::/8'],
  ] as const)('by %s matches %s and not %s', async (as, fits, misses) => {
    await bans.create(ban(as, misses))
    expect(bans.isBanned(client)).toBe(false)
    await bans.create(ban(as, fits))
    expect(bans.isBanned(client)).toBe(true)
    expect(await bans.remove(as, fits)).toBe(true)
    expect(bans.isBanned(client)).toBe(false)
  })

  it('by username does not match clients without one', async () => {
    await bans.create(ban('username_re', '.*'))
    expect(bans.isBanned({ ...client, username: undefined })).toBe(false)
  })

  it('is active after a restart', async () => {
    await bans.create(ban('clientid_re', 'dev'))
    await bans.create(ban('clientid', 'x'.repeat(5000)))
    await temp.reopen()
    open()
    expect(bans.isBanned(client)).toBe(true)
    expect(bans.list()).toHaveLength(2)
  })

  it('expires', async () => {
    await bans.create(ban('clientid', 'dev-1', clock.now() / 1000 + 10))
    clock.advance(9_000)
    expect(bans.isBanned(client)).toBe(true)
    clock.advance(1_000)
    expect(bans.isBanned(client)).toBe(false)
    expect(bans.list()).toEqual([])
  })

  it('that exists already is rejected with the existing one', async () => {
    await bans.create(ban('clientid', 'bad'))
    await expect(bans.create(ban('clientid', 'bad'))).rejects.toMatchObject({
      code: 'ALREADY_EXISTS',
      status: 400,
      message:
        '{"who":"bad","until":"infinity","reason":"test","by":"me","at":"2023-11-14T22:13:20+00:00","as":"clientid"}',
    })
  })

  it.each([
    ['clientid_re', '('],
    ['clientid_re', '(?=dev)'],
    ['username_re', '((a{100}){100}){100}'],
    ['username_re', ''],
    ['username_re', 'a'.repeat(4097)],
    ['clientid', ''],
    ['peerhost', 'not an address'],
    ['peerhost_net', '10.0.0.0'],
    ['peerhost_net', '10.0.0.0/33'],
    ['peerhost_net', '10.0.0.0/8/8'],
  ] as const)('by %s is rejected for %s', async (as, who) => {
    await expect(bans.create(ban(as, who))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(bans.list()).toEqual([])
  })

  it('by address matches all notations of the address', async () => {
    const made = await bans.create(ban('peerhost', '2001:DB8:0:0::1'))
    expect(made.who).toBe('2001:db8::1')
    expect(bans.isBanned({ ...client, peerhost: '2001:db8::1' })).toBe(true)
    await expect(bans.create(ban('peerhost', '2001:db8:0::1'))).rejects.toMatchObject({ code: 'ALREADY_EXISTS' })
    expect(await bans.remove('peerhost', '2001:0DB8::1')).toBe(true)
  })

  it('by a pattern is matched in linear time for any client ID', async () => {
    await bans.create(ban('clientid_re', '^(a+)+$'))
    const used = measureProcessorTime()
    expect(bans.isBanned({ ...client, clientId: `${'a'.repeat(65_000)}!` })).toBe(false)
    expect(used()).toBeLessThan(2000)
  })

  it('with an invalid pattern does not affect other bans', async () => {
    await temp.store.table<BanRecord>('banned').put('x', ban('clientid_re', '(?<=x)y'))
    await bans.create(ban('clientid', 'dev-1'))
    await temp.reopen()
    open()
    expect(bans.isBanned(client)).toBe(true)
    expect(bans.list()).toHaveLength(1)
  })

  it('that has expired already is rejected', async () => {
    await expect(bans.create(ban('clientid', 'x', 1))).rejects.toThrow('Cannot create expired banned')
  })

  it('is deleted with all others', async () => {
    await bans.create(ban('clientid', 'dev-1'))
    await bans.create(ban('peerhost_net', '10.0.0.0/8'))
    await bans.clear()
    expect(bans.isBanned(client)).toBe(false)
    expect(await bans.remove('clientid', 'dev-1')).toBe(false)
  })
})

describe('when the disk fails', () => {
  const full = () => Promise.reject(new Error('full'))
  /** The same store, but one kind of write fails. */
  const refusing = (kind: 'put' | 'remove'): Store => ({
    ...temp.store,
    table: (...args) => ({ ...temp.store.table<never>(...args), [kind]: full }),
    batch: full,
  })

  it('a ban that could not be stored is not active', async () => {
    const refused = openBans(refusing('put'), clock, silentLog)
    await expect(refused.create(ban('clientid', 'dev-1'))).rejects.toThrow('full')
    expect([refused.list(), refused.isBanned(client)]).toEqual([[], false])
  })

  it('a ban that could not be deleted stays active', async () => {
    await bans.create(ban('clientid', 'dev-1'))
    const refused = openBans(refusing('remove'), clock, silentLog)
    await expect(refused.remove('clientid', 'dev-1')).rejects.toThrow('full')
    await expect(refused.clear()).rejects.toThrow('full')
    expect([refused.list().length, refused.isBanned(client)]).toEqual([1, true])
  })
})
