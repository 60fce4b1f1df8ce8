import { expect, test } from 'vitest'
import { fieldsFor } from './client-fields.ts'

test("only what the visible columns show is asked for, besides what the row's menu needs", () => {
  expect(fieldsFor(['ip_address', 'keepalive'])).toBe('clientid,connected,ip_address,keepalive,port,username')
  expect(fieldsFor([])).toBe('clientid,connected,ip_address,username')
})

test('the same columns ask the same question in any order', () => {
  expect(fieldsFor(['mqueue', 'node'])).toBe(fieldsFor(['node', 'mqueue']))
})

test('a column that the parameter cannot name asks for everything', () => {
  expect(fieldsFor(['username', 'listener'])).toBeUndefined()
})
