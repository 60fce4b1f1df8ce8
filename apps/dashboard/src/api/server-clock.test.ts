import { expect, test } from 'vitest'
import { watchClock } from './server-clock.ts'

const browser = Date.UTC(2026, 10, 22, 2, 0, 0)

async function aheadAfter(...dates: readonly (string | undefined)[]): Promise<number> {
  const left = [...dates]
  const answer = async () => {
    const date = left.shift()
    return new Response('', date === undefined ? {} : { headers: { date } })
  }
  const { fetch, clock } = watchClock(answer, () => browser)
  for (const _ of dates) await fetch('/api/v5/nodes', { method: 'GET' })
  return clock.get()
}

test('a difference of a few seconds is ignored', async () => {
  expect(await aheadAfter('Sun, 22 Nov 2026 02:00:03 GMT')).toBe(0)
  expect(await aheadAfter(undefined)).toBe(0)
})

test('a clock that is an hour behind is detected by the first answer, and the offset is stable', async () => {
  const first = await aheadAfter('Sun, 22 Nov 2026 03:00:00 GMT')
  expect(first).toBe(3_600_500)
  expect(await aheadAfter('Sun, 22 Nov 2026 03:00:00 GMT', 'Sun, 22 Nov 2026 03:00:02 GMT')).toBe(first)
})

test('a corrected clock is detected', async () => {
  expect(await aheadAfter('Sun, 22 Nov 2026 03:00:00 GMT', 'Sun, 22 Nov 2026 02:00:01 GMT')).toBe(0)
})
