import { expect, test } from 'vitest'
import { blankDraft, faultsOf, nameOf, type TraceDraft, toBody } from './draft.ts'

const opened = new Date(2026, 10, 22, 2, 15, 0)
const now = Date.UTC(2026, 10, 22, 2, 15, 0)
const draft = (change: Partial<TraceDraft>): TraceDraft => ({
  ...blankDraft,
  values: { clientid: 'dev-a', topic: 't/#', ip_address: '10.0.0.1', ruleid: 'r1' },
  ...change,
})

test('the name follows what is traced until somebody types one', () => {
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
] as const)('a name like %j is refused', (name, fault) => {
  expect(faultsOf(draft({ name }), opened, now)).toEqual({ name: fault })
})

test.each([
  ['clientid', '', 'missing'],
  ['topic', 'a/#/b', 'hash'],
  ['topic', 'a+', 'plus'],
  ['ip_address', '10.0.0', 'notAnAddress'],
  ['ip_address', '10.0.0.0/8', 'notAnAddress'],
  ['ruleid', ' ', 'missing'],
] as const)('the %s %j cannot be traced', (type, value, fault) => {
  const { values } = draft({})
  expect(faultsOf(draft({ type, values: { ...values, [type]: value } }), opened, now)).toEqual({ value: fault })
})

test('a start that has passed and an end before it are refused, and so is a time that nobody has said', () => {
  const times = (beginAt: string | undefined, endAt: string | undefined) =>
    faultsOf(draft({ begins: 'date', beginAt, length: 'date', endAt }), opened, now)
  expect(times(undefined, undefined)).toEqual({ beginAt: 'missing', endAt: 'missing' })
  expect(times('2026-11-22T02:00:00Z', '2026-11-22T02:10:00Z')).toEqual({ beginAt: 'passed', endAt: 'passed' })
  expect(times('2026-11-22T03:00:00Z', '2026-11-22T03:00:00Z')).toEqual({ endAt: 'beforeStart' })
  expect(times('2026-11-22T03:00:00Z', '2026-11-22T03:01:00Z')).toEqual({})
})

test('ten minutes from now are counted by the server alone', () => {
  expect(toBody(draft({ length: 'tenMinutes' }), opened, now)).toEqual({
    name: 'client_dev_a_20261122_021500',
    type: 'clientid',
    clientid: 'dev-a',
    payload_encode: 'text',
    formatter: 'json',
  })
})

test('another length ends by the clock of the server, and begins without naming a time', () => {
  const body = toBody(draft({ length: 'hour' }), opened, now + 123)
  expect(body).toMatchObject({ end_at: '2026-11-22T03:15:00Z' })
  expect(body).not.toHaveProperty('start_at')
})

test('a length counts from the start that was chosen', () => {
  const later = draft({ type: 'ip_address', begins: 'date', beginAt: '2026-11-22T04:00:00Z', length: 'tenMinutes' })
  expect(toBody(later, opened, now)).toMatchObject({
    ip_address: '10.0.0.1',
    start_at: '2026-11-22T04:00:00Z',
    end_at: '2026-11-22T04:10:00Z',
  })
})

test('the minute that it is now is now', () => {
  const body = toBody(draft({ begins: 'date', beginAt: '2026-11-22T02:15:00Z', length: 'hour' }), opened, now + 30_000)
  expect(body).not.toHaveProperty('start_at')
  expect(faultsOf(draft({ begins: 'date', beginAt: '2026-11-22T02:15:00Z' }), opened, now + 30_000)).toEqual({})
})
