import { expect, test } from 'vitest'
import { warningOf } from './form-warning.ts'

const builtIn = 'password_based:built_in_database'
const scram = 'scram:built_in_database'
const mysql = 'password_based:mysql'

test('a change of hash or salt position has a warning, with a different text for external databases', () => {
  expect(warningOf(builtIn, ['password_hash_algorithm.salt_position'])).toBe('hash')
  expect(warningOf(mysql, ['password_hash_algorithm'])).toBe('hashInBackend')
})

test('a change of the SCRAM algorithm or iterations has a warning', () => {
  expect(warningOf(scram, ['iteration_count'])).toBe('hash')
  expect(warningOf('jwt', ['algorithm'])).toBeUndefined()
})

test('a change of the user ID type has a warning, other changes have none', () => {
  expect(warningOf(builtIn, ['user_id_type'])).toBe('userId')
  expect(warningOf(mysql, ['query', 'pool_size'])).toBeUndefined()
})
