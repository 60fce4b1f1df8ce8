import type { AuditEntry } from '@mqdeck/contract'
import { expect, test } from 'vitest'
import { pageOf, subjectOf } from './entry-subject.ts'
import { foldSignIns } from './fold-sign-ins.ts'

const entry = (operation_id: string, body: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  args: '',
  created_at: '2026-11-21T07:57:39.343207+00:00',
  duration_ms: 13,
  failure: '',
  from: 'dashboard',
  http_method: 'post',
  http_request: { body, headers: {}, method: 'post' },
  http_status_code: 204,
  node: 'n1@host',
  operation_id,
  operation_type: operation_id.split('/')[1] ?? '',
  operation_result: 'success',
  source: 'admin',
  source_ip: '10.0.0.1',
  ...more,
})
const deletion = entry('/banned/:as/:who', '', {
  http_method: 'delete',
  http_request: { bindings: { as: 'clientid', who: 'c1' }, method: 'delete' },
})

test.each([
  ['/rules', '{"id":"r1","sql":"SELECT"}', 'r1'],
  ['/api_key', '{"name":"ci","enable":true}', 'ci'],
  ['/connectors', '{"name":"h1","type":"http","url":"u"}', 'http:h1'],
  ['/banned', '{"as":"clientid","who":"c1"}', 'c1'],
  ['/users', '{"username":"ann","role":"viewer"}', 'ann'],
  ['/login', '{"username":"ann","password":"******"}', 'ann'],
  ['/authentication', '{"mechanism":"password_based","backend":"mysql"}', 'password_based:mysql'],
  ['/authorization/sources', '{"type":"redis"}', 'redis'],
  ['/clients/kickout/bulk', '["a","b","c","d"]', 'a, b, c, …'],
  ['/publish/bulk', '[{"topic":"t/1"},{"topic":"t/2"}]', 't/1, t/2'],
  ['/rules', '#{<<"id">> => <<"r1">>,<<"sql">> => <<"SELECT">>}', 'r1'],
  ['/connectors', '{"type":"http","name":"h1","description":"trunc', 'http:h1'],
  ['/logout', '', ''],
])('the object of a request to %s with the body %s is %s', (operation, body, subject) => {
  expect(subjectOf(entry(operation, body))).toBe(subject)
})

test('path parameters and the arguments of a command name the object', () => {
  expect(subjectOf(deletion)).toBe('clientid · c1')
  expect(subjectOf(entry('', '', { args: ['admin'], http_request: '' }))).toBe('admin')
})

test('the object has a link unless it was deleted, was not created or has no known ID', () => {
  expect(pageOf(entry('/rules', '{"id":"r1"}'))).toEqual({ to: '/rule/rules/$id', params: { id: 'r1' } })
  expect(pageOf(entry('/rules', '{"name":"n"}'))).toBeUndefined()
  const bound = { bindings: { id: 'http:h1', enable: 'false' }, method: 'put' } as const
  expect(pageOf(entry('/connectors/:id/enable/:enable', '', { http_request: bound }))).toEqual({
    to: '/connector/$id',
    params: { id: 'http:h1' },
  })
  expect(pageOf(entry('/clients/kickout/bulk', '["a"]'))).toBeUndefined()
  expect(pageOf(deletion)).toBeUndefined()
  expect(pageOf(entry('/rules', '{"id":"r1"}', { operation_result: 'failure' }))).toBeUndefined()
})

test('consecutive sign-ins of one user are one row, and other operations are not folded', () => {
  const signIn = entry('/login', '')
  const failed = entry('/login', '', { operation_result: 'failure' })
  const change = entry('/rules', '{}')
  const rows = foldSignIns([signIn, signIn, failed, change, change, signIn])
  expect(rows.map(({ operation_id, folded }) => [operation_id, folded])).toEqual([
    ['/login', 2],
    ['/login', 1],
    ['/rules', 1],
    ['/rules', 1],
    ['/login', 1],
  ])
})
