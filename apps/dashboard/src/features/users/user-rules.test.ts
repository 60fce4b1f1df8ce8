import { expect, test } from 'vitest'
import { isUsername, objectionToDelete, objectionToRole } from './user-rules.ts'

const user = (username: string, role?: string) => ({ username, role, description: '' })
const admin = user('admin', 'administrator')
const boss = user('boss', 'administrator')
const eve = user('eve', 'viewer')

test('nobody deletes oneself, the first user or the last administrator', () => {
  const house = { users: [admin, boss, eve], self: 'boss' }
  expect(objectionToDelete(boss, house)).toBe('self')
  expect(objectionToDelete(admin, house)).toBe('first')
  expect(objectionToDelete(eve, house)).toBeUndefined()
  const last = { users: [boss, eve], self: 'eve' }
  expect(objectionToDelete(boss, last)).toBe('lastAdministrator')
})

test('the first user and the last administrator keep their role', () => {
  expect(objectionToRole(admin, { users: [admin, boss], self: 'boss' })).toBe('first')
  expect(objectionToRole(boss, { users: [boss, eve], self: 'boss' })).toBe('lastAdministrator')
  expect(objectionToRole(boss, { users: [admin, boss], self: 'boss' })).toBeUndefined()
})

test('where there are no roles, nobody is the last administrator', () => {
  expect(objectionToDelete(user('a'), { users: [user('a')], self: 'b' })).toBeUndefined()
})

test.each(['a', 'A_9', 'x'.repeat(100)])('%s is a name', (name) => expect(isUsername(name)).toBe(true))
test.each(['', 'a b', 'a-b', 'ä', '用户', 'x'.repeat(101)])('%j is no name', (name) =>
  expect(isUsername(name)).toBe(false),
)
