import { expect, test } from 'vitest'
import { alarmKindOf } from './alarm-kind.ts'

test.each([
  ['high_cpu_usage', {}, { kind: 'high_cpu_usage' }],
  ['conn_congestion/meter-1/ann', {}, { kind: 'conn_congestion', subject: 'meter-1' }],
  ['conn_congestion/a/b/ann', {}, { kind: 'conn_congestion', subject: 'a/b' }],
  ['conn_congestion/a/b/x/y', { clientid: 'a/b' }, { kind: 'conn_congestion', subject: 'a/b' }],
  ['connector:http:h1', { reason: 'resource_down' }, { kind: 'connector', subject: 'http:h1' }],
  ['action:http:a_http:connector:http:h1', {}, { kind: 'action', subject: 'http:a_http' }],
  ['source:mqtt:in:connector:mqtt:m1', {}, { kind: 'source', subject: 'mqtt:in' }],
  ['authn_1', { reason: 'resource_down', resource_id: 'mysql:1' }, { kind: 'resource', subject: 'mysql:1' }],
  ['authn_1', { reason: 'resource_down' }, { kind: 'resource', subject: 'authn_1' }],
  ['jq_paused:r1', { reason: 'jq_program_paused', rule: 'r1' }, { kind: 'jq_paused', subject: 'r1' }],
  ['authn:password_based:mysql', { reason: 'resource_down' }, { kind: 'authn', subject: 'password_based:mysql' }],
  ['authz:redis', { reason: 'resource_down' }, { kind: 'authz', subject: 'redis' }],
  ['listener:tcp:default', { reason: 'start_failed' }, { kind: 'listener', subject: 'tcp:default' }],
  ['log.file.default', { reason: 'start_failed' }, { kind: 'start_failed', subject: 'log.file.default' }],
  ['authn:jwt', { reason: 'start_failed' }, { kind: 'start_failed', subject: 'authn:jwt' }],
  ['unexpected_error', { reason: 'uncaught_exception' }, { kind: 'unexpected_error' }],
  ['test_alarm', { a: 1 }, { kind: 'other', subject: 'Test alarm' }],
  ['Some Thing!', {}, { kind: 'other', subject: 'Some Thing!' }],
] as const)('the alarm %s %j has the kind %j', (name, details, kind) => {
  expect(alarmKindOf({ name, details })).toEqual(kind)
})
