import { createFakeClock } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import { createRateMeter } from './rate-meter.ts'

const start = () => {
  const clock = createFakeClock(0)
  return { clock, meter: createRateMeter(clock) }
}

test('the rate covers the last complete five seconds', () => {
  const { clock, meter } = start()
  meter.count(20)
  expect(meter.read()).toEqual({ rate: 0, rate_last5m: 0, rate_max: 0 })
  clock.advance(5000)
  expect(meter.read()).toEqual({ rate: 4, rate_last5m: 4, rate_max: 4 })
  clock.advance(5000)
  expect(meter.read()).toEqual({ rate: 0, rate_last5m: 2, rate_max: 4 })
})

test('after five minutes without events only the highest rate is left', () => {
  const { clock, meter } = start()
  meter.count(10)
  clock.advance(306_000)
  expect(meter.read()).toEqual({ rate: 0, rate_last5m: 0, rate_max: 2 })
})

test('a reset clears the highest rate too', () => {
  const { clock, meter } = start()
  meter.count(10)
  clock.advance(5000)
  meter.reset()
  expect(meter.read()).toEqual({ rate: 0, rate_last5m: 0, rate_max: 0 })
})

test('a clock that is set back does not stop the rates', () => {
  const { clock, meter } = start()
  clock.advance(-3_600_000)
  for (let times = 0; times < 20; times += 1) {
    meter.count(10)
    clock.advance(5000)
  }
  expect(meter.read()).toMatchObject({ rate: 2, rate_max: 2 })
})

test('the last minute has one rate per five seconds, oldest first', () => {
  const { clock, meter } = start()
  expect(meter.lastMinute()).toEqual([])
  meter.count(20)
  clock.advance(5000)
  meter.count(5)
  clock.advance(10_000)
  expect(meter.lastMinute()).toEqual([4, 1, 0])
  clock.advance(50_000)
  expect(meter.lastMinute()).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
})
