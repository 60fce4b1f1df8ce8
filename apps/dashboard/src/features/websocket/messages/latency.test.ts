import { expect, test } from 'vitest'
import { latencyOf } from './latency.ts'
import type { LoggedMessage } from './message-log.ts'

const at = 1_700_000_001_000
const message = (payload: string, sentAt?: string): LoggedMessage => ({
  seq: 0,
  at,
  direction: 'in',
  topic: 't',
  payload: new TextEncoder().encode(payload),
  qos: 0,
  retain: false,
  dup: false,
  ...(sentAt !== undefined && { properties: { userProperties: [{ name: 'mqdeck-sent-at', value: sentAt }] } }),
})

test.each([
  ['of this page', message('', '1700000000990.50'), '', 9.5],
  ['of this page, with a clock that is a little ahead', message('', '1700000001000.9'), '', 0],
  ['with milliseconds', message('{"ts":1700000000500}'), 'ts', 500],
  ['with seconds, deep inside', message('{"a":{"t":1700000000}}'), 'a.t', 1000],
  ['with a date', message('{"t":"2023-11-14T22:13:20.000Z"}'), 't', 1000],
  ['without a time', message('{"t":true}'), 't', undefined],
  ['that is no JSON', message('x'), 't', undefined],
  ['of another year', message('{"t":1500000000}'), 't', undefined],
  ['with a field that is not configured', message('{"ts":1700000000500}'), '', undefined],
] as const)('a message %s', (_, received, field, latency) => {
  expect(latencyOf(received, field)).toBe(latency)
})

test('a sent message has no latency', () => {
  expect(latencyOf({ ...message('', '1700000000990'), direction: 'out' })).toBeUndefined()
})
