import { expect, test } from 'vitest'
import { hasPlaceholders, randomUuid, replacePlaceholders } from './placeholders.ts'

const context = {
  counter: 7,
  now: 1_700_000_000_123.4,
  clientId: 'desk',
  random: () => 0.5,
  uuid: () => 'u-u-i-d',
}

test.each([
  ['n=${counter}', 'n=7'],
  ['${timestamp}', '1700000000123'],
  ['${iso}', '2023-11-14T22:13:20.123Z'],
  ['${random}', '0.5'],
  ['${random:1:100}', '51'],
  ['${random:10:-10}', '0'],
  ['${uuid}/${clientid}', 'u-u-i-d/desk'],
  ['${unknown} ${counter:1:2} $counter {counter}', '${unknown} ${counter:1:2} $counter {counter}'],
])('%s is replaced by %s', (text, filled) => {
  expect(replacePlaceholders(text, context)).toBe(filled)
})

test('the bounds of a random number are inclusive', () => {
  expect(replacePlaceholders('${random:1:3}', { ...context, random: () => 0 })).toBe('1')
  expect(replacePlaceholders('${random:1:3}', { ...context, random: () => 0.999_999 })).toBe('3')
})

test('placeholders in a text are detected', () => {
  expect(hasPlaceholders('{"n":${counter}}')).toBe(true)
  expect(hasPlaceholders('{"n":"${x}"}')).toBe(false)
})

test('a UUID has version 4', () => {
  expect(randomUuid()).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})
