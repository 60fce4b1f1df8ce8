import { mqtt5ReasonCodes } from '@mqdeck/contract'
import { expect, test } from 'vitest'
import { reasonText } from './reason-text.ts'

test('reasons of EMQX and names of reason codes have texts in both languages', () => {
  expect(reasonText('takenover', 'en')).toBe('Session taken over by a new connection with the same client ID')
  expect(reasonText('keepalive_timeout', 'zh')).toBe('心跳超时')
  expect(reasonText('malformed_username_or_password', 'en')).toBe('Bad username or password')
  for (const { name } of Object.values(mqtt5ReasonCodes)) expect(reasonText(name, 'en')).not.toBe(name)
})

test('an unknown reason stays as it is', () => {
  expect(reasonText('some_new_word', 'en')).toBe('some_new_word')
  expect(reasonText('constructor', 'zh')).toBe('constructor')
})
