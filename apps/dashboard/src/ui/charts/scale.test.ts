import { expect, test } from 'vitest'
import { createFormat } from '../../i18n/format.ts'
import { axisFor, axisMarks, fittedStart, timeMarks } from './scale.ts'

test('the top of an axis is a round number above the data', () => {
  expect([0, 0.4, 3, 9.9, 87, 1234].map((max) => axisFor(max).top)).toEqual([1, 1, 4, 12, 100, 1500])
})

test('marks are round numbers from zero to the top', () => {
  expect(axisMarks(axisFor(4700))).toEqual([0, 1000, 2000, 3000, 4000, 5000])
  expect(axisMarks(axisFor(1.7))).toEqual([0, 0.5, 1, 1.5, 2])
})

test('counts have whole-number marks', () => {
  for (const max of [0, 1, 2, 3, 7, 9, 15, 22, 99]) {
    expect(axisMarks(axisFor(max, 'whole')).every(Number.isInteger)).toBe(true)
  }
})

test('an axis of bytes has marks at round numbers of its unit', () => {
  const { bytes } = createFormat('en')
  const marksOf = (max: number) => axisMarks(axisFor(max, 'bytes')).map(bytes)
  expect(marksOf(0)).toEqual(['0 B', '1 B', '2 B', '3 B', '4 B'])
  expect(marksOf(40_000)).toEqual(['0 B', '16 KB', '32 KB', '48 KB'])
  expect(marksOf(990_000)).toEqual(['0 B', '256 KB', '512 KB', '768 KB', '1 MB'])
  expect(marksOf(1_000_000)).toEqual(['0 B', '512 KB', '1 MB', '1.5 MB'])
})

test('time marks are at round local times', () => {
  const noonInShanghai = Date.UTC(2026, 0, 1, 4) / 1000
  const marks = timeMarks(noonInShanghai + 60, noonInShanghai + 6 * 3600, 6, 8 * 3600)
  expect(marks.map((mark) => new Date((mark + 8 * 3600) * 1000).toISOString().slice(11, 16))).toEqual([
    '13:00',
    '14:00',
    '15:00',
    '16:00',
    '17:00',
    '18:00',
  ])
  expect(timeMarks(0, 7 * 86_400, 7, 0)).toHaveLength(8)
})

test('the time axis starts at the first value if most of it would be empty', () => {
  const hour = 3_600_000
  expect(fittedStart([hour / 2], 0, hour)).toBe(hour / 2)
  expect(fittedStart([hour / 10], 0, hour)).toBe(0)
  expect(fittedStart([], 0, hour)).toBe(0)
  // Not less than two minutes.
  expect(fittedStart([hour - 10_000], 0, hour)).toBe(hour - 120_000)
})
