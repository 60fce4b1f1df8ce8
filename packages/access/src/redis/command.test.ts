import { silentLog } from '@mqdeck/kit'
import { describe, expect, test } from 'vitest'
import { runtime as authn } from '../authn/redis/runtime.ts'
import { runtime as authz } from '../authz/redis/runtime.ts'
import { hastyClock, memberOf } from '../test-members.ts'
import { readCommand } from './command.ts'

const words = (text: string) => readCommand(text, ['HMGET']).args
const context = { clock: hastyClock, folder: '/', log: silentLog }

describe('a command of the settings', () => {
  test('is words separated by spaces, with a case-insensitive name', () => {
    expect(readCommand('  hmget\tmqtt_user:${username}  salt ', ['HMGET'])).toEqual({
      name: 'HMGET',
      args: ['mqtt_user:${username}', 'salt'],
    })
  })

  test('can have words in quotes, with escape sequences in double quotes', () => {
    expect(words(String.raw`HMGET "a \"b\"\n\x41\\" 'c\'d "e"' ""`)).toEqual(['a "b"\nA\\', `c'd "e"`, ''])
    expect(words(`HMGET it's`)).toEqual([`it's`])
  })

  test.each(['', 'DEL a', 'HMGET', 'HMGET "a', `HMGET 'a`, 'HMGET "a"b', 'FLUSHALL', 'HMGETX a'])(
    '%j is rejected with the name of the field',
    (text) => {
      expect(() => words(text)).toThrow(expect.objectContaining({ field: 'cmd' }))
    },
  )
})

const user = (cmd: string) =>
  memberOf(authn, { mechanism: 'password_based', backend: 'redis', server: 'a', cmd }, context)
const rules = (cmd: string) => memberOf(authz, { type: 'redis', server: 'a', cmd }, context)

test.each([
  'HGETALL u:${username}',
  'HMGET u:${username}',
  'HMGET u:${username} salt',
  'HMGET u:${username} password_hash email',
  'HGET u:${username} password_hash salt',
  'HMGET u:${topic} password_hash',
])('an authenticator rejects %s', (cmd) => {
  expect(() => user(cmd)).toThrow(expect.objectContaining({ field: 'cmd' }))
})

test.each(['HGET r:${username} a', 'HMGET r:${username}', 'HGETALL r:a b', 'HGETALL r:${password}', 'KEYS *'])(
  'a source rejects %s',
  (cmd) => {
    expect(() => rules(cmd)).toThrow(expect.objectContaining({ field: 'cmd' }))
  },
)

test('a source and an authenticator do not connect before their first use', () => {
  expect(user('HMGET u:${username} password_hash salt is_superuser').state().status).toBe('stopped')
  expect(rules('HGETALL r:${username}').state().status).toBe('stopped')
})
