import { expect, test } from 'vitest'
import { fieldsFor } from './client-fields.ts'

test('only the fields of the visible columns and the row menu are requested', () => {
  expect(fieldsFor(['ip_address', 'keepalive'])).toBe('clientid,connected,ip_address,keepalive,port,username')
  expect(fieldsFor([])).toBe('clientid,connected,ip_address,username')
})

test('the order of the columns does not change the request', () => {
  expect(fieldsFor(['mqueue', 'node'])).toBe(fieldsFor(['node', 'mqueue']))
})

test('a column without a field name requests all fields', () => {
  expect(fieldsFor(['username', 'listener'])).toBeUndefined()
})
