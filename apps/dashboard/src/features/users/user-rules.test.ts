import { expect, test } from 'vitest'
import { isUsername, objectionToDelete, objectionToRole } from './user-rules.ts'

const user = (username: string, role?: string) => ({ username, role, description: '' })
const admin = user('admin', 'administrator')
const boss = user('boss', 'administrator')
const eve = user('eve', 'viewer')

test('the own user, the initial user and the last administrator cannot be deleted', () => {
  const context = { users: [admin, boss, eve], self: 'boss' }
  expect(objectionToDelete(boss, context)).toBe('self')
  expect(objectionToDelete(admin, context)).toBe('first')
  expect(objectionToDelete(eve, context)).toBeUndefined()
  const last = { users: [boss, eve], self: 'eve' }
  expect(objectionToDelete(boss, last)).toBe('lastAdministrator')
})

test('the role of the initial user and the last administrator cannot be changed', () => {
  expect(objectionToRole(admin, { users: [admin, boss], self: 'boss' })).toBe('first')
  expect(objectionToRole(boss, { users: [boss, eve], self: 'boss' })).toBe('lastAdministrator')
  expect(objectionToRole(boss, { users: [admin, boss], self: 'boss' })).toBeUndefined()
})

test('without roles there is no last administrator', () => {
  expect(objectionToDelete(user('a'), { users: [user('a')], self: 'b' })).toBeUndefined()
})

test.each(['a', 'A_9', 'x'.repeat(100)])('%s is a valid username', (name) => expect(isUsername(name)).toBe(true))
test.each(['', 'a b', 'a-b', 'ä', '用户', 'x'.repeat(101)])('%j is not a valid username', (name) =>
  expect(isUsername(name)).toBe(false),
)
