import { expect, test } from 'vitest'
import { trimPartialCharacter } from './partial-character.ts'

test('a partial character at the end is left for the next part', () => {
  expect(trimPartialCharacter(10, { text: 'a中\ufffd\ufffd', position: 16 })).toEqual({ text: 'a中', position: 14 })
})

test.each(['', 'a中\n', 'a\ufffdb\ufffd', '\ufffd\ufffd\ufffd\ufffd'])('other texts are unchanged: %j', (text) => {
  expect(trimPartialCharacter(0, { text, position: 9 })).toEqual({ text, position: 9 })
})
