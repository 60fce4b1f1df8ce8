import { expect, test } from 'vitest'
import { plural } from './messages.ts'

test('one thing is named in the singular, any other number in the plural', () => {
  expect([0, 1, 2, '1', '1,204'].map((count) => plural(count, 'entry', 'entries'))).toEqual([
    '0 entries',
    '1 entry',
    '2 entries',
    '1 entry',
    '1,204 entries',
  ])
})
