import type { AuditEntry } from '@mqdeck/contract'
import { expect, test } from 'vitest'
import { bodyOf, failureOf, toRows } from './entry-values.ts'

const call: AuditEntry = {
  args: '',
  created_at: '2026-11-21T07:57:39.343207+00:00',
  duration_ms: 13,
  failure: '',
  from: 'dashboard',
  http_method: 'delete',
  http_request: { bindings: { as: 'clientid', who: 'c1' }, body: '{"a":1}', headers: {}, method: 'delete' },
  http_status_code: 204,
  node: 'n1@host',
  operation_id: '/banned/:as/:who',
  operation_type: 'banned',
  operation_result: 'success',
  source: 'admin',
  source_ip: '10.0.0.1',
}
const command: AuditEntry = {
  ...call,
  args: ['admin'],
  from: 'cli',
  http_method: '',
  http_request: '',
  http_status_code: '',
  operation_id: '',
  operation_type: 'reset-password',
  source_ip: '',
}

test('a JSON body is formatted and other bodies are unchanged', () => {
  const withBody = (body: string) => bodyOf({ ...call, http_request: { method: 'post', body } })
  expect(withBody('{"a":1}')).toBe('{\n  "a": 1\n}')
  expect(withBody('#{<<"a">> => 1}')).toBe('#{<<"a">> => 1}')
  expect(withBody('{}')).toBe('')
  expect(bodyOf(command)).toBe('')
})

test('a failure is shown as code and message of any type', () => {
  expect(failureOf({ ...call, failure: { code: 'NOT_FOUND', message: 'none' } })).toBe('NOT_FOUND: none')
  expect(failureOf({ ...call, failure: { code: 'BAD_MFA_TOKEN', message: { error: 'x' } } })).toBe(
    'BAD_MFA_TOKEN: {"error":"x"}',
  )
  expect(failureOf(call)).toBe('')
})

test('a table has one row per entry with as many cells as the header', () => {
  const [header, ...rows] = toRows([call, command], 'en')
  expect(rows.map(({ length }) => length)).toEqual([header?.length, header?.length])
  expect(rows[0]?.slice(1, 5)).toEqual(['Delete ban', 'delete', '/banned/:as/:who', 'clientid · c1'])
  expect(rows[1]?.[1]).toBe('Reset password')
})
