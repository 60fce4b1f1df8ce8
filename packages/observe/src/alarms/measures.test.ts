import { eventually, useProcessor } from '@mqdeck/testkit'
import { expect, it } from 'vitest'
import { createMeasures } from './measures.ts'

const nap = () => new Promise((resolve) => setTimeout(resolve, 30))

it('measures the machine and this process', async () => {
  const { memory, cpu, heap, openFiles } = createMeasures()
  useProcessor(300)
  const { used, total } = cpu()
  expect(used).toBeGreaterThan(100)
  expect(used).toBeLessThanOrEqual(total)
  for (const part of [memory(), heap()]) {
    expect(part.used).toBeGreaterThan(0)
    expect(part.used).toBeLessThan(part.total)
  }
  expect((await openFiles()).used).toBeGreaterThan(2)
})

it('reports how long the event loop was blocked, once', async () => {
  const { longest, stop } = createMeasures().watchEventLoop()
  // The first sample starts the measurement.
  await nap()
  useProcessor(300)
  await nap()
  expect(longest()).toBeGreaterThan(200)
  // A busy machine can hold the process again, but not each time.
  await eventually(
    async () => {
      await nap()
      return longest() < 200
    },
    () => 'the same delay was reported again',
  )
  stop()
})

it('measures garbage collections', async () => {
  const { longest, stop } = createMeasures().watchGc()
  const kept: object[][] = []
  const pauses: number[] = []
  await eventually(
    () => {
      for (let n = 0; n < 100; n++) kept.push(Array.from({ length: 1000 }, () => ({ n })))
      pauses.push(longest())
      return pauses.some((pause) => pause > 0)
    },
    () => 'no garbage collection took a millisecond',
  )
  stop()
})
