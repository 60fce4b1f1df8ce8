import { expect, test } from 'vitest'
import { readPayload } from './payload-input.ts'

test.each([
  ['text', ' 温\n', { payload: ' 温\n', payload_encoding: 'plain' }],
  ['json', '{"a": 12345678901234567890}', { payload: '{"a": 12345678901234567890}', payload_encoding: 'plain' }],
  ['json', '{a}', 'json'],
  ['json', '', 'json'],
  ['hex', '00 ff 0A', { payload: 'AP8K', payload_encoding: 'base64' }],
  ['hex', '0x00,0xff:0a', { payload: 'AP8K', payload_encoding: 'base64' }],
  ['hex', '', { payload: '', payload_encoding: 'base64' }],
  ['hex', '0', 'hex'],
  ['hex', 'xy', 'hex'],
  ['base64', 'AP8K\n', { payload: 'AP8K', payload_encoding: 'base64' }],
  ['base64', 'AP8', 'base64'],
] as const)('as %s, %j is %j', (format, typed, expected) => {
  expect(readPayload(typed, format)).toEqual(expected)
})

test('a large payload in hex is accepted', () => {
  expect(readPayload('ff'.repeat(300_000), 'hex')).toMatchObject({ payload_encoding: 'base64' })
})
