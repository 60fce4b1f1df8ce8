import { createFakeClock } from '@mqdeck/testkit'
import { describe, expect, it } from 'vitest'
import { type Attempter, createLoginThrottle } from './login-throttle.ts'

const wrong = () => Promise.resolve(undefined)
const right = () => Promise.resolve('user')
const here = { peer: '10.0.0.1' }

function setup() {
  const clock = createFakeClock()
  const throttle = createLoginThrottle({ clock })
  const attempt = (check: () => Promise<string | undefined>, attempter: Attempter = here, user = 'admin') =>
    throttle.attempt(user, attempter, check)
  const fail = async (times: number, attempter?: Attempter) => {
    for (let time = 0; time < times; time++) {
      await attempt(wrong, attempter)
      clock.advance(time < times - 1 ? 10_000 : 0)
    }
  }
  return { clock, attempt, fail }
}

describe('after failed attempts', () => {
  it.each([
    [3, 1],
    [4, 1],
    [5, 2],
    [6, 4],
    [7, 8],
    [8, 10],
    [40, 10],
  ])(
    'after %i failures, attempts are rejected for %i s, and the error contains the time',
    async (failures, seconds) => {
      const { clock, attempt, fail } = setup()
      await fail(failures)
      await expect(attempt(right)).rejects.toMatchObject({
        code: 'TOO_MANY_REQUESTS',
        status: 429,
        retryAfter: seconds,
        message: `Too many attempts. Try again in ${seconds} s.`,
      })
      clock.advance(seconds * 1000)
      expect(await attempt(right)).toBe('user')
    },
  )

  it('rejected attempts do not extend the wait and are not checked', async () => {
    const { clock, attempt, fail } = setup()
    await fail(8)
    let checks = 0
    const count = async () => {
      checks += 1
      return undefined
    }
    for (let time = 0; time < 99; time++) {
      await expect(attempt(count)).rejects.toThrow('Too many')
      clock.advance(100)
    }
    clock.advance(100)
    expect([checks, await attempt(right)]).toEqual([0, 'user'])
  })

  it('many attempts for other users do not reset the wait', async () => {
    const { attempt, fail } = setup()
    await fail(8)
    const names = Array.from({ length: 12_000 }, (_, index) => `user${index}`)
    await Promise.allSettled(names.map((name) => attempt(wrong, here, name)))
    await expect(attempt(right)).rejects.toThrow('Too many')
  })

  it('three parallel guesses are checked, and fewer after a failure', async () => {
    const { attempt } = setup()
    const checkedOf = async () => {
      const answers = await Promise.allSettled(Array.from({ length: 20 }, () => attempt(wrong)))
      return answers.filter(({ status }) => status === 'fulfilled').length
    }
    expect(await checkedOf()).toBe(3)
    const other = setup()
    await other.fail(1)
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => other.attempt(wrong)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  })

  it('guesses for many users from one address are delayed, and other addresses and known browsers are not', async () => {
    const { attempt, clock } = setup()
    for (let index = 0; index < 30; index++) expect(await attempt(wrong, here, `user${index}`)).toBeUndefined()
    await expect(attempt(right, here, 'ann')).rejects.toThrow('Too many')
    expect(await attempt(right, { peer: '10.0.0.2' }, 'ann')).toBe('user')
    expect(await attempt(right, { ...here, known: 'browser' }, 'ann')).toBe('user')
    clock.advance(1000)
    expect(await attempt(right, here, 'ann')).toBe('user')
    // An account of the attacker does not reset the failures.
    expect(await attempt(wrong, here, 'bob')).toBeUndefined()
    await expect(attempt(right, here, 'ann')).rejects.toThrow('Too many')
    clock.advance(15 * 60_000)
    for (let index = 0; index < 29; index++) await attempt(wrong, here, `user${index}`)
    expect(await attempt(right, here, 'ann')).toBe('user')
  })

  it('other users and other addresses are not rejected', async () => {
    const { attempt, fail } = setup()
    await fail(5)
    expect(await attempt(right, here, 'other')).toBe('user')
    expect(await attempt(right, { peer: '10.0.0.2' })).toBe('user')
  })

  it('a known browser at the same address is not rejected, and its failures are counted separately', async () => {
    const { attempt, fail } = setup()
    const known = { ...here, known: 'browser' }
    await fail(9)
    expect(await attempt(right, known)).toBe('user')
    await fail(3, known)
    await expect(attempt(right, known)).rejects.toThrow('Too many')
    expect(await attempt(right, { ...here, known: 'another' })).toBe('user')
  })

  it('parallel guessing is not faster', async () => {
    const { attempt, fail, clock } = setup()
    await fail(3)
    clock.advance(10_000)
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => attempt(wrong)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('the right password resets the failures', async () => {
    const { clock, attempt, fail } = setup()
    await fail(3)
    clock.advance(1000)
    await attempt(right)
    expect(await attempt(wrong)).toBeUndefined()
    expect(await attempt(right)).toBe('user')
  })

  it('a clock that was set back rejects no attempt', async () => {
    const clock = createFakeClock()
    let ahead = 24 * 3_600_000
    const throttle = createLoginThrottle({ clock: { ...clock, now: () => clock.now() + ahead } })
    for (let i = 0; i < 3; i++) await throttle.attempt('admin', here, wrong)
    ahead = 0
    expect(await throttle.attempt('admin', here, right)).toBe('user')
  })

  it('failures are forgotten after a quarter of an hour', async () => {
    const { clock, attempt, fail } = setup()
    await fail(5)
    clock.advance(15 * 60_000)
    expect(await attempt(wrong)).toBeUndefined()
    expect(await attempt(right)).toBe('user')
  })
})

describe('password checks', () => {
  /** Checks that end on request. */
  function slow() {
    const ends: (() => void)[] = []
    const check = () => new Promise<string>((resolve) => ends.push(() => resolve('user')))
    return { check, ends }
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve))

  it('run two at a time; aborted attempts leave the queue without being checked', async () => {
    const { attempt } = setup()
    const { check, ends } = slow()
    const first = [attempt(check), attempt(check)]
    const leaving = new AbortController()
    const aborted = Array.from({ length: 8 }, (_, n) => attempt(check, { ...here, signal: leaving.signal }, `u${n}`))
    const last = attempt(check)
    const gone = Promise.allSettled(aborted)
    leaving.abort()
    expect((await gone).map(({ status }) => status)).toEqual(aborted.map(() => 'rejected'))
    expect(ends).toHaveLength(2)
    for (const end of ends) end()
    await Promise.all(first)
    await turn()
    expect(ends).toHaveLength(3)
    ends[2]?.()
    expect(await last).toBe('user')
  })

  it('of a known browser come before the others, also when the queue is full', async () => {
    const { attempt } = setup()
    const { check, ends } = slow()
    const others = Array.from({ length: 80 }, (_, n) => attempt(check, { peer: `10.0.1.${n}` }, `u${n}`))
    const settled = Promise.allSettled(others)
    const known = attempt(() => Promise.resolve('first'), { ...here, known: 'browser' })
    ends[0]?.()
    expect(await known).toBe('first')
    while (ends.some(Boolean)) {
      for (const end of ends.splice(0)) end()
      await turn()
    }
    expect((await settled).filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
  })
})
