import { ruleEvents } from '@mqdeck/rules/catalog'
import { describe, expect, test } from 'vitest'
import { contextOf, eventType, testDataFor, topicWithin } from './test-data.ts'

const events = ruleEvents.map(({ event, title, description, columns, testColumns, example }) => ({
  event,
  title,
  description,
  columns: [...columns],
  test_columns: Object.fromEntries(
    Object.entries(testColumns).map(([name, one]) => [
      name,
      typeof one === 'string' ? one : ([one[0], one[1]] satisfies [unknown, string]),
    ]),
  ),
  sql_example: example,
}))

describe('the test data of a rule', () => {
  test('starts with the values that the broker suggests and a topic that the rule selects', () => {
    const data = testDataFor('site/+/#', events)
    expect(contextOf(data, events)).toEqual({
      event_type: 'message_publish',
      clientid: 'c_emqx',
      username: 'u_emqx',
      topic: 'site/a/a',
      qos: 1,
      payload: '{"msg": "hello"}',
    })
  })

  test('keeps the types of numbers, flags and objects', () => {
    const authn = contextOf(testDataFor('$events/client_check_authn_complete', events), events)
    expect(authn).toMatchObject({ event_type: 'client_check_authn_complete', is_superuser: true, is_anonymous: false })
    const alarm = contextOf(testDataFor('$events/sys/alarm_activated', events), events)
    expect(alarm).toMatchObject({ event_type: 'alarm_activated', details: { extra: 'details' } })
  })

  test('takes further columns, and says what cannot be read', () => {
    const data = testDataFor('t', events)
    expect(contextOf({ ...data, more: '{"flags":{"retain":true}}' }, events)).toMatchObject({ flags: { retain: true } })
    expect(contextOf({ ...data, more: '[1]' }, events)).toEqual({ invalidField: 'more' })
    expect(contextOf({ ...data, values: { ...data.values, qos: 'x' } }, events)).toEqual({ invalidField: 'qos' })
  })

  test('names events as the broker takes them', () => {
    expect(eventType('$bridges/mqtt:s1')).toBe('$bridges/mqtt:*')
    expect(eventType('$events/client_connected')).toBe('client_connected')
    expect(topicWithin('a/+/b/#')).toBe('a/a/b/a')
  })
})
