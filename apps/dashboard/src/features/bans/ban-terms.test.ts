import { expect, test } from 'vitest'
import { blankTerms, hasEnded, termsOf, untilOf } from './ban-terms.ts'

const now = Date.parse('2026-11-21T12:00:00.900Z')
const at = (time: string) => Date.parse(time) / 1000

test.each([
  ['forever', 'infinity'],
  ['hour', at('2026-11-21T13:00:00Z')],
  ['day', at('2026-11-22T12:00:00Z')],
  ['week', at('2026-11-28T12:00:00Z')],
] as const)('a ban of the length %s ends at %s', (length, until) => {
  expect(untilOf({ ...blankTerms, length }, now)).toBe(until)
})

test('a ban until a date ends then, and has no end while the date is missing', () => {
  expect(untilOf({ ...blankTerms, length: 'date', date: '2027-01-01T00:00:00+01:00' }, now)).toBe(
    at('2026-12-31T23:00:00Z'),
  )
  expect(untilOf({ ...blankTerms, length: 'date' }, now)).toBeUndefined()
})

test('a ban that ends now has ended, and a permanent ban never ends', () => {
  expect(hasEnded(now / 1000, now)).toBe(true)
  expect(hasEnded(now / 1000 + 1, now)).toBe(false)
  expect(hasEnded('infinity', now)).toBe(false)
})

test('the terms of a ban say what it says', () => {
  expect(termsOf({ reason: 'x', until: 'infinity' })).toEqual({ reason: 'x', length: 'forever', date: undefined })
  expect(termsOf({ reason: '', until: '2027-01-01T00:00:00+00:00' })).toMatchObject({
    length: 'date',
    date: '2027-01-01T00:00:00+00:00',
  })
})
