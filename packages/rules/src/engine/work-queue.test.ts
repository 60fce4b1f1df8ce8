import { expect, test } from 'vitest'
import { createWorkQueue } from './work-queue.ts'

const items = (count: number) => Array.from({ length: count }, (_, index) => index)
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
const busy = (ms: number) => {
  for (const until = performance.now() + ms; performance.now() < until; );
}

test('a short list is processed synchronously', () => {
  const taken: number[] = []
  createWorkQueue().forEach('a', items(3), { take: (item) => taken.push(item), isWanted: () => true })
  expect(taken).toEqual([0, 1, 2])
})

test('a long list is processed in several turns, and later lists wait for it', async () => {
  const workQueue = createWorkQueue()
  const taken: string[] = []
  const slowly = (name: string) => ({
    take(item: number) {
      busy(4)
      taken.push(`${name}${item}`)
    },
    isWanted: () => true,
  })
  workQueue.forEach('a', items(20), slowly('first '))
  expect(taken.length).toBeLessThan(20)
  workQueue.forEach('a', items(2), slowly('second '))
  workQueue.forEach('b', items(1), slowly('other '))
  expect(taken.at(-1)).toBe('other 0')
  let count = 0
  for (; taken.length < 23; count += 1) await nextTurn()
  expect(count).toBeGreaterThan(1)
  expect(taken.filter((one) => !one.startsWith('other'))).toEqual([
    ...items(20).map((item) => `first ${item}`),
    'second 0',
    'second 1',
  ])
})

test('unwanted items are dropped, which frees the queue', async () => {
  const workQueue = createWorkQueue()
  let isWanted = true
  let taken = 0
  const take = () => {
    if (taken === 0) busy(25)
    taken += 1
  }
  workQueue.forEach('a', items(300_000), { take, isWanted: () => isWanted })
  expect([taken, workQueue.isFull()]).toEqual([1, true])
  isWanted = false
  await nextTurn()
  await nextTurn()
  expect([taken, workQueue.isFull()]).toEqual([1, false])
})
