import { expect, test } from 'vitest'
import { fieldsFor } from './client-fields.ts'

test('only what the visible columns show is asked for, besides the id and the state', () => {
  expect(fieldsFor(['username', 'ip_address'])).toBe('clientid,connected,ip_address,port,username')
  expect(fieldsFor([])).toBe('clientid,connected')
})

test('the same columns ask the same question in any order', () => {
  expect(fieldsFor(['mqueue', 'node'])).toBe(fieldsFor(['node', 'mqueue']))
})

test('a column that the parameter cannot name asks for everything', () => {
  expect(fieldsFor(['username', 'listener'])).toBeUndefined()
})
