import { createFakeClock } from '@mqdeck/testkit'
import { describe, expect, it } from 'vitest'
import { createLoginThrottle } from './login-throttle.ts'

const wrong = () => Promise.resolve(undefined)
const right = () => Promise.resolve('user')

function setup() {
  const clock = createFakeClock()
  const throttle = createLoginThrottle(clock)
  const attempt = (check: () => Promise<string | undefined>, user = 'admin', peer = '10.0.0.1') =>
    throttle.attempt(user, peer, check)
  /** Whether the attempt is checked without time going by. */
  const isFree = async (check: () => Promise<string | undefined>, user?: string, peer?: string) => {
    let done = false
    const attempted = attempt(check, user, peer).then(() => {
      done = true
    })
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
    return { done, attempted }
  }
  return { clock, attempt, isFree }
}

describe('guessing a password', () => {
  it('is slowed after three failures, twice as much each time', async () => {
    const { clock, attempt, isFree } = setup()
    for (let i = 0; i < 3; i++) await attempt(wrong)
    let last = 0
    for (const expected of [500, 1000, 2000]) {
      const { done, attempted } = await isFree(wrong)
      expect(done).toBe(false)
      clock.advance(expected)
      await attempted
      expect(expected).toBeGreaterThan(last)
      last = expected
    }
  })

  it('does not hinder other users nor other addresses', async () => {
    const { attempt, isFree } = setup()
    for (let i = 0; i < 3; i++) await attempt(wrong)
    expect((await isFree(right, 'other')).done).toBe(true)
    expect((await isFree(right, 'admin', '10.0.0.2')).done).toBe(true)
  })

  it('is no faster in parallel: some wait, the others are turned away', async () => {
    const { clock, attempt } = setup()
    for (let i = 0; i < 3; i++) await attempt(wrong)
    const attempts = Array.from({ length: 20 }, () => attempt(wrong))
    clock.advance(60_000)
    const answers = await Promise.all(attempts)
    expect(answers.filter((answer) => answer === 'busy')).toHaveLength(15)
  })

  it('is forgiven by the right password', async () => {
    const { clock, attempt, isFree } = setup()
    for (let i = 0; i < 3; i++) await attempt(wrong)
    const { attempted } = await isFree(right)
    clock.advance(500)
    await attempted
    expect((await isFree(wrong)).done).toBe(true)
  })

  it('does not keep anybody waiting for a clock that was set back', async () => {
    const clock = createFakeClock()
    let ahead = 24 * 3_600_000
    const throttle = createLoginThrottle({ ...clock, now: () => clock.now() + ahead })
    for (let i = 0; i < 3; i++) await throttle.attempt('admin', '10.0.0.1', wrong)
    ahead = 0
    expect(await throttle.attempt('admin', '10.0.0.1', right)).toBe('user')
  })

  it('is forgotten after a quarter of an hour', async () => {
    const { clock, attempt, isFree } = setup()
    for (let i = 0; i < 5; i++) {
      const attempted = attempt(wrong)
      clock.advance(30_000)
      await attempted
    }
    clock.advance(15 * 60_000)
    expect((await isFree(wrong)).done).toBe(true)
  })
})
