import { expect, test } from 'vitest'
import { brokerTime, bucketWidthOf, summarize, toMonitorSeries } from './monitor-series.ts'

const t0 = 1_795_247_400_000
const bucket = (minute: number, received: number) => ({ time_stamp: t0 + minute * 60_000, received })

test('buckets come in the order of time', () => {
  const series = toMonitorSeries([bucket(2, 3), bucket(0, 1), bucket(1, 2)], 86_400, t0 + 600_000)
  expect(series.values('received')).toEqual([1, 2, 3])
})

test('counts become messages per second, independent of the range', () => {
  expect(toMonitorSeries([bucket(0, 120)], 86_400, t0 + 600_000).rates('received')).toEqual([2])
  expect(toMonitorSeries([{ time_stamp: t0, received: 20 }], 3600, t0 + 600_000).rates('received')).toEqual([2])
})

test('the bucket that is still filling counts only the seconds it covers', () => {
  // Samples at 0, 10 and 20 s: thirty seconds of messages.
  expect(toMonitorSeries([bucket(0, 60)], 86_400, t0 + 25_000).rates('received')).toEqual([2])
  // A browser clock that is behind still gives one sample, never a division by zero.
  expect(toMonitorSeries([bucket(0, 20)], 86_400, t0 - 60_000).rates('received')).toEqual([2])
})

test('the line breaks where the broker was not running', () => {
  const series = toMonitorSeries([bucket(0, 1), bucket(10, 2)], 86_400, t0 + 3_600_000)
  expect(series.values('received')).toEqual([1, null, 2])
  expect(series.times).toEqual([t0, t0 + 60_000, t0 + 600_000])
})

test('-1 and a missing name are gaps, zero is a value', () => {
  const series = toMonitorSeries([bucket(0, -1), bucket(1, 0)], 86_400, t0 + 600_000)
  expect(series.values('received')).toEqual([null, 0])
  expect(series.values('sent')).toEqual([null, null])
})

test.each([
  [3600, 10_000],
  [21_600, 60_000],
  [86_400, 60_000],
  [259_200, 300_000],
  [604_800, 600_000],
])('a range of %d s has buckets of %d ms', (range, width) => {
  expect(bucketWidthOf(range)).toBe(width)
})

test('a summary ignores gaps', () => {
  expect(summarize([null, 3, 1, null, 2, null])).toEqual({ last: 2, min: 1, max: 3 })
  expect(summarize([null])).toBeUndefined()
})

test("with a wrong browser clock, the broker's latest bucket is the current time", () => {
  const buckets = [bucket(0, 1), bucket(1, 1)]
  const newest = t0 + 60_000
  expect(brokerTime(buckets, 86_400, newest + 90_000)).toBe(newest + 90_000)
  expect(brokerTime(buckets, 86_400, newest - 1)).toBe(newest)
  expect(brokerTime(buckets, 86_400, newest + 3_600_000)).toBe(newest)
  expect(brokerTime([], 86_400, 42)).toBe(42)
})
