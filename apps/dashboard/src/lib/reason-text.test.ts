import { mqtt5ReasonCodes } from '@mqdeck/contract'
import { expect, test } from 'vitest'
import { reasonText } from './reason-text.ts'

test('words of EMQX and names of reason codes are told in both languages', () => {
  expect(reasonText('takenover', 'en')).toBe('Another connection with this client ID took over')
  expect(reasonText('keepalive_timeout', 'zh')).toBe('心跳超时')
  expect(reasonText('malformed_username_or_password', 'en')).toBe('Bad username or password')
  for (const { name } of Object.values(mqtt5ReasonCodes)) expect(reasonText(name, 'en')).not.toBe(name)
})

test('a word nobody knows stays as it is, whatever it is', () => {
  expect(reasonText('some_new_word', 'en')).toBe('some_new_word')
  expect(reasonText('constructor', 'zh')).toBe('constructor')
})
