import { expect, test } from 'vitest'
import { blankDraft, faultsOf, nameOf, type TraceDraft, toBody } from './draft.ts'

const opened = new Date(2026, 10, 22, 2, 15, 0)
const now = Date.UTC(2026, 10, 22, 2, 15, 0)
const draft = (change: Partial<TraceDraft>): TraceDraft => ({
  ...blankDraft,
  values: { clientid: 'dev-a', topic: 't/#', ip_address: '10.0.0.1', ruleid: 'r1' },
  ...change,
})

test('the default name is derived from the condition', () => {
  expect(nameOf(draft({}), opened)).toBe('client_dev_a_20261122_021500')
  expect(nameOf(draft({ type: 'topic' }), opened)).toBe('topic_t_20261122_021500')
  expect(nameOf(draft({ name: 'mine' }), opened)).toBe('mine')
})

test.each([
  ['', 'missing'],
  ['1a', 'letters'],
  ['a b', 'letters'],
  ['名称', 'letters'],
  ['a'.repeat(257), 'tooLong'],
] as const)('the name %j is rejected', (name, fault) => {
  expect(faultsOf(draft({ name }), opened, now)).toEqual({ name: fault })
})

test.each([
  ['clientid', '', 'missing'],
  ['topic', 'a/#/b', 'hash'],
  ['topic', 'a+', 'plus'],
  ['ip_address', '10.0.0', 'invalidAddress'],
  ['ip_address', '10.0.0.0/8', 'invalidAddress'],
  ['ruleid', ' ', 'missing'],
] as const)('the %s %j is rejected', (type, value, fault) => {
  const { values } = draft({})
  expect(faultsOf(draft({ type, values: { ...values, [type]: value } }), opened, now)).toEqual({ value: fault })
})

test('past times, an end before the start and missing times are rejected', () => {
  const times = (startAt: string | undefined, endAt: string | undefined) =>
    faultsOf(draft({ starts: 'date', startAt, length: 'date', endAt }), opened, now)
  expect(times(undefined, undefined)).toEqual({ startAt: 'missing', endAt: 'missing' })
  expect(times('2026-11-22T02:00:00Z', '2026-11-22T02:10:00Z')).toEqual({ startAt: 'passed', endAt: 'passed' })
  expect(times('2026-11-22T03:00:00Z', '2026-11-22T03:00:00Z')).toEqual({ endAt: 'beforeStart' })
  expect(times('2026-11-22T03:00:00Z', '2026-11-22T03:01:00Z')).toEqual({})
})

test('the default length is left to the server', () => {
  expect(toBody(draft({ length: 'tenMinutes' }), opened, now)).toEqual({
    name: 'client_dev_a_20261122_021500',
    type: 'clientid',
    clientid: 'dev-a',
    payload_encode: 'text',
    formatter: 'json',
  })
})

test('other lengths set an end by the server clock and no start', () => {
  const body = toBody(draft({ length: 'hour' }), opened, now + 123)
  expect(body).toMatchObject({ end_at: '2026-11-22T03:15:00Z' })
  expect(body).not.toHaveProperty('start_at')
})

test('the length counts from the selected start', () => {
  const later = draft({ type: 'ip_address', starts: 'date', startAt: '2026-11-22T04:00:00Z', length: 'tenMinutes' })
  expect(toBody(later, opened, now)).toMatchObject({
    ip_address: '10.0.0.1',
    start_at: '2026-11-22T04:00:00Z',
    end_at: '2026-11-22T04:10:00Z',
  })
})

test('a start in the current minute means now', () => {
  const body = toBody(draft({ starts: 'date', startAt: '2026-11-22T02:15:00Z', length: 'hour' }), opened, now + 30_000)
  expect(body).not.toHaveProperty('start_at')
  expect(faultsOf(draft({ starts: 'date', startAt: '2026-11-22T02:15:00Z' }), opened, now + 30_000)).toEqual({})
})
