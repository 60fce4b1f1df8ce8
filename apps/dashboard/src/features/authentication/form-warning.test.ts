import { expect, test } from 'vitest'
import { warningOf } from './form-warning.ts'

const builtIn = { mechanism: 'password_based', backend: 'built_in_database' }
const scram = { mechanism: 'scram', backend: 'built_in_database' }
const mysql = { mechanism: 'password_based', backend: 'mysql' }

test('a change of hash or salt position is warned of, in other words where others fill the database', () => {
  expect(warningOf(builtIn, ['password_hash_algorithm.salt_position'])).toBe('hash')
  expect(warningOf(mysql, ['password_hash_algorithm'])).toBe('hashElsewhere')
})

test('what SCRAM makes of passwords is bound to its algorithm and iterations', () => {
  expect(warningOf(scram, ['iteration_count'])).toBe('hash')
  expect(warningOf({ mechanism: 'jwt', backend: undefined }, ['algorithm'])).toBeUndefined()
})

test('users that are found by something else are warned of, and other changes are not', () => {
  expect(warningOf(builtIn, ['user_id_type'])).toBe('userId')
  expect(warningOf(mysql, ['query', 'pool_size'])).toBeUndefined()
})
