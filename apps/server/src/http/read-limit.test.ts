import { expect, test } from 'vitest'
import { createReadLimit } from './read-limit.ts'

function setup() {
  let time = 0
  const waits: number[] = []
  const limit = createReadLimit({
    now: () => time,
    wait: async (milliseconds) => {
      waits.push(milliseconds)
    },
  })
  const readAll = async (count: number, caller = 'ann') =>
    (await Promise.allSettled(Array.from({ length: count }, () => limit.start(caller)))).filter(
      ({ status }) => status === 'fulfilled',
    ).length
  return {
    limit,
    waits,
    readAll,
    advance: (ms: number) => {
      time += ms
    },
  }
}

test('thirty expensive reads start immediately, twenty wait, and the next is rejected with the seconds to wait', async () => {
  const { limit, waits, readAll } = setup()
  expect([await readAll(30), waits]).toEqual([30, []])
  expect(await readAll(30)).toBe(20)
  expect([waits[0], waits.at(-1)]).toEqual([100, 2000])
  await expect(limit.start('ann')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 429, retryAfter: 3 })
})

test('other callers are not delayed, and the budget is full again after a while', async () => {
  const { waits, readAll, advance } = setup()
  await readAll(100)
  waits.splice(0)
  expect([await readAll(30, 'bob'), waits]).toEqual([30, []])
  advance(5000)
  expect([await readAll(30), waits]).toEqual([30, []])
})

test('a program that reads one page after the other is delayed and never rejected', async () => {
  let time = 0
  const limit = createReadLimit({
    now: () => time,
    wait: async (milliseconds) => {
      time += milliseconds
    },
  })
  for (let page = 0; page < 500; page++) await limit.start('ann')
  expect(time).toBeGreaterThan(40_000)
})
