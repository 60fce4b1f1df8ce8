import { expect, test } from 'vitest'
import { byteUnits, durationUnits, parseAmount, parseNumber } from './amount.ts'

test.each([
  ['15s', { number: 15, unit: 's' }],
  [' 1.5 h ', { number: 1.5, unit: 'h' }],
  ['1h30m', { number: 90, unit: 'm' }],
  ['1h 30m', { number: 90, unit: 'm' }],
  ['1d12h', { number: 36, unit: 'h' }],
  ['１０s', { number: 10, unit: 's' }],
])('the duration %s is read', (text, amount) => {
  expect(parseAmount(text, durationUnits)).toEqual(amount)
})

test.each([
  ['10MB', { number: 10, unit: 'MB' }],
  ['10 mb', { number: 10, unit: 'MB' }],
  ['512', { number: 512, unit: 'KB' }],
])('the size %s is read', (text, amount) => {
  expect(parseAmount(text, byteUnits, 'KB')).toEqual(amount)
})

test('a rate is a number with its own unit', () => {
  const units = [
    { name: 'MB/s', size: 1 },
    { name: '/s', size: 1 },
  ]
  expect(parseAmount('1000/s', units)).toEqual({ number: 1000, unit: '/s' })
  expect(parseAmount('10MB/s', units)).toEqual({ number: 10, unit: 'MB/s' })
})

test.each(['', 's', 'infinity', '10', '10 parsecs', '1h30', '10MB', '0x10s', '1.2.3s', '1-2s'])(
  '“%s” is not a duration',
  (text) => {
    expect(parseAmount(text, durationUnits)).toBeUndefined()
  },
)

test.each([
  ['12', 12],
  ['-0.5', -0.5],
  ['.5', 0.5],
  ['1e3', 1000],
  ['１２', 12],
])('%s is a number', (text, value) => {
  expect(parseNumber(text)).toBe(value)
})

test.each(['', ' ', '-', '0x10', 'Infinity', '1,000', '12a'])('“%s” is not a number', (text) => {
  expect(parseNumber(text)).toBeUndefined()
})
