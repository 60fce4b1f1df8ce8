import { expect, test } from 'vitest'
import { plural } from './messages.ts'

test('one is singular, any other number plural', () => {
  expect([0, 1, 2, '1', '1,204'].map((count) => plural(count, 'entry', 'entries'))).toEqual([
    '0 entries',
    '1 entry',
    '2 entries',
    '1 entry',
    '1,204 entries',
  ])
})
