import { expect, test } from 'vitest'
import { isDefaultLogin, passwordFault, passwordStrength } from './password-policy.ts'

test.each(['abcdefg1', 'abcdefg!', '1234567!', 'has space1', `${'a'.repeat(63)}1`])(
  '%s is a good password',
  (password) => {
    expect(passwordFault(password, 'public')).toBeUndefined()
  },
)

test.each([
  ['one kind of character', 'abcdefgh'],
  ['seven characters', 'abcdef1'],
  ['65 characters', `${'a'.repeat(64)}1`],
  ['a line break', 'abcdefg\n1'],
  ['characters beyond ASCII', 'pässwort1'],
])('a password of %s breaks the policy', (_, password) => {
  expect(passwordFault(password, 'public')).toBe('policy')
})

test('the new password differs from the old one and is not empty', () => {
  expect(passwordFault('abcdefg1', 'abcdefg1')).toBe('same')
  expect(passwordFault('', 'public')).toBe('required')
})

test('the prompt is shown for well-known usernames with the default password', () => {
  expect(isDefaultLogin('admin', 'public')).toBe(true)
  expect(isDefaultLogin('admin', 'public1')).toBe(false)
  expect(isDefaultLogin('anna', 'public')).toBe(false)
})

test.each([
  ['', 'weak'],
  ['abcdefg1', 'weak'],
  ['aaaaaaaaaaaaaaaaaaaaaaa1', 'weak'],
  ['Abcd1234!', 'fair'],
  ['test-public-1', 'fair'],
  ['correct-horse-7-battery', 'strong'],
])('the strength of %j is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})
