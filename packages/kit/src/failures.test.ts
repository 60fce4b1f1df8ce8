import { createFakeClock } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import { createFailures, toSample } from './failures.ts'
import { encodeBoundedJson } from './json/bounded-json.ts'

test('equal errors are counted, with the first and the last time and one sample', () => {
  const clock = createFakeClock(1_000)
  const failures = createFailures(clock)
  failures.add('refused', { target: 'http:a', sample: () => toSample({ n: 1n }) })
  clock.advance(500)
  failures.add('refused', { target: 'http:a', sample: () => toSample({ n: 2n }) })
  expect(failures.read()).toEqual([
    { target: 'http:a', reason: 'refused', count: 2, firstAt: 1_000, lastAt: 1_500, sample: '{"n":1}' },
  ])
  clock.advance(10_000)
  failures.add('refused', { target: 'http:a', sample: () => toSample({ n: 3n }) })
  expect(failures.read()[0]?.sample).toBe('{"n":3}')
  failures.add("abs: x must be a number, not 'a'")
  failures.add("abs: x must be a number, not 'b'")
  expect(failures.read().find(({ target }) => target === undefined)).toMatchObject({
    count: 2,
    reason: expect.stringContaining("'b'"),
  })
  failures.reset()
  expect(failures.read()).toEqual([])
})

test('only the five latest different errors are kept, the latest first', () => {
  const clock = createFakeClock(0)
  const failures = createFailures(clock)
  for (const reason of ['a', 'b', 'c', 'd', 'e', 'a', 'f']) {
    clock.advance(1)
    failures.add(reason)
  }
  expect(failures.read().map(({ reason, count }) => [reason, count])).toEqual([
    ['f', 1],
    ['a', 2],
    ['e', 1],
    ['d', 1],
    ['c', 1],
  ])
})

test('a sample of the next data is needed after an error without one, at most every ten seconds', () => {
  const clock = createFakeClock(0)
  const failures = createFailures(clock)
  expect(failures.needsSample('http:a')).toBe(false)
  failures.add('refused', { target: 'http:a' })
  expect(failures.needsSample('http:b')).toBe(false)
  expect(failures.needsSample('http:a')).toBe(true)
  expect(failures.needsSample('http:a')).toBe(false)
  clock.advance(10_000)
  expect(failures.needsSample('http:a')).toBe(true)
  clock.advance(600_000)
  expect(failures.needsSample('http:a')).toBe(false)
})

test.each<[string, unknown, number, string]>([
  ['short values are complete', { a: [1n, 'x'], b: new Uint8Array([104, 105]) }, 100, '{"a":[1,"x"],"b":"hi"}'],
  ['long texts are cut', { payload: 'x'.repeat(1_000) }, 20, `{"payload":"${'x'.repeat(5)}…"}`],
  ['further entries are left out', ['a', 'b', 'c'], 9, '["a"]'],
])('in bounded JSON %s', (_, value, maxLength, text) => {
  expect(encodeBoundedJson(value, maxLength)).toBe(text)
})

test('bounded JSON of a deep or long value is short', () => {
  let deep: unknown = 'end'
  for (let level = 0; level < 1_000; level += 1) deep = { deep }
  expect(encodeBoundedJson(deep, 4_096).length).toBeLessThan(200)
  expect(
    encodeBoundedJson(
      Array.from({ length: 100_000 }, () => ({})),
      4_096,
    ).length,
  ).toBeLessThan(4_096)
})
