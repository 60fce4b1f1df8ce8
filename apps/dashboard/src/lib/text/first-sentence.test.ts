import { expect, test } from 'vitest'
import { firstSentence } from './first-sentence.ts'

test.each([
  ['Maximum size of a packet. Larger packets close the connection.', 'Maximum size of a packet.'],
  ['Port of the node, e.g. 1883. 0 disables it.', 'Port of the node, e.g. 1883.'],
  ['Rate such as 1.5/s, see .../rates. Default 1/s.', 'Rate such as 1.5/s, see .../rates.'],
  ['报文的最大大小。更大的报文会断开连接。', '报文的最大大小。'],
  ['First line\nsecond line', 'First line'],
])('the first sentence of %j is %j', (text, sentence) => {
  expect(firstSentence(text)).toBe(sentence)
})

test('a text of one sentence is unchanged, however long it is', () => {
  const text = `Allows ${'many words '.repeat(20)}.`
  expect(firstSentence(text)).toBe(text)
  expect(firstSentence('No full stop')).toBe('No full stop')
})

test('a long first sentence ends with an ellipsis between two words', () => {
  const sentence = firstSentence(`${'word '.repeat(60)}end. Second.`)
  expect(sentence).toMatch(/^word( word)*…$/)
  expect(sentence.length).toBeLessThanOrEqual(111)
  expect(firstSentence(`${'字'.repeat(80)}。第二句。`)).toBe(`${'字'.repeat(55)}…`)
})
