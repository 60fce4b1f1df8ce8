import { expect, test } from 'vitest'
import { createFakeClock } from './fake-clock.ts'

test('runs due callbacks in order, each at its own time', () => {
  const clock = createFakeClock(0)
  const seen: string[] = []
  clock.after(20, () => seen.push(`once ${clock.now()}`))
  clock.every(15, () => seen.push(`again ${clock.now()}`))
  clock.advance(45)
  expect(seen).toEqual(['again 15', 'once 20', 'again 30', 'again 45'])
  expect(clock.now()).toBe(45)
})

test('a cancelled callback never runs, even if another callback cancels it', () => {
  const clock = createFakeClock(0)
  const seen: number[] = []
  const cancel = clock.every(10, () => {
    seen.push(clock.now())
    if (seen.length === 2) cancel()
  })
  clock.advance(100)
  expect(seen).toEqual([10, 20])
  expect(clock.pending()).toBe(0)
})

test('a callback scheduled by another one runs in the same advance', () => {
  const clock = createFakeClock(0)
  const seen: number[] = []
  clock.after(10, () => clock.after(10, () => seen.push(clock.now())))
  clock.advance(20)
  expect(seen).toEqual([20])
})
