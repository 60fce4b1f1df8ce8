import { silentLog } from '@mqdeck/kit'
import { describe, expect, test } from 'vitest'
import { runtime as authn } from '../authn/mongodb/runtime.ts'
import { runtime as authz } from '../authz/mongodb/runtime.ts'
import { authnNames } from '../placeholders.ts'
import { hastyClock, memberOf } from '../test-members.ts'
import { compileFilter, type Filter } from './filter.ts'

const values: Readonly<Record<string, unknown>> = {
  username: '{"$ne":null}',
  clientid: 'c"1',
  password: Buffer.from('p'),
}
const filled = (filter: Filter) => compileFilter(filter, authnNames)((_, name) => values[name])

describe('a filter of the settings', () => {
  test('keeps its structure with any value', () => {
    expect(
      filled({
        username: '${username}',
        $or: [{ id: 'dev-${clientid}' }, { n: { $gt: 3 } }],
        nothing: null,
        yes: true,
        password: '${password}',
        missing: '${cert_common_name}',
        price: '${$}5',
      }),
    ).toEqual({
      username: '{"$ne":null}',
      $or: [{ id: 'dev-c"1' }, { n: { $gt: 3 } }],
      nothing: null,
      yes: true,
      password: 'p',
      missing: '',
      price: '$5',
    })
  })

  test.each<Filter>([
    { '${username}': 1 },
    { a: [{ 'x.${clientid}': 1 }] },
    { a: '${topic}' },
    { a: { b: ['${nobody}'] } },
  ])('%j is rejected with the name of the field', (filter) => {
    expect(() => filled(filter)).toThrow(expect.objectContaining({ field: 'filter' }))
  })
})

const context = { clock: hastyClock, folder: '/', log: silentLog }
const place = { server: 'a', database: 'd', collection: 'c' }

test('an authenticator and a source do not connect before their first use', () => {
  const user = memberOf(authn, { mechanism: 'password_based', backend: 'mongodb', ...place }, context)
  const rules = memberOf(authz, { type: 'mongodb', ...place, filter: { username: '${username}' } }, context)
  expect([user.state().status, rules.state().status]).toEqual(['stopped', 'stopped'])
})

test.each([
  [{ use_legacy_protocol: true }, 'use_legacy_protocol'],
  [{ filter: { a: '${password}' } }, 'filter'],
])('a source rejects %j', (changes, field) => {
  expect(() => memberOf(authz, { type: 'mongodb', ...place, ...changes }, context)).toThrow(
    expect.objectContaining({ field }),
  )
})

test.each([
  { $where: "this.name == '${username}'" },
  { $expr: { $eq: ['$name', '${username}'] } },
  { $and: [{ $expr: { $function: { body: 'x', args: [{ $literal: '${username}' }, '${username}'], lang: 'js' } } }] },
])('placeholders are rejected where a text is an expression: %j', (filter) => {
  expect(() => compileFilter(filter, ['username'])).toThrow('could inject code')
})

test('placeholders are accepted in the plain texts of an expression', () => {
  const filter = { $expr: { $eq: ['$name', { $literal: '${username}' }] } }
  const lookup = () => '$name'
  expect(compileFilter(filter, ['username'])(lookup)).toEqual({ $expr: { $eq: ['$name', { $literal: '$name' }] } })
})
