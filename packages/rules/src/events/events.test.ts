import { describe, expect, test } from 'vitest'
import { columnHelp, eventOfSource, eventOfType, ruleEvents } from './index.ts'

describe('events', () => {
  test('every column and test column has a help text', () => {
    const columns = new Set(ruleEvents.flatMap((one) => [...one.columns, ...Object.keys(one.testColumns)]))
    expect(columns.size).toBeGreaterThan(40)
    expect([...columns].filter((name) => !columnHelp[name])).toEqual([])
  })

  test('test columns are columns of the event', () => {
    for (const { columns, testColumns } of ruleEvents)
      for (const name of Object.keys(testColumns)) expect(columns).toContain(name)
  })

  test.each([
    ['t/#', 'message.publish'],
    ['$events/client_connected', 'client.connected'],
    ['$events/sys/alarm_activated', 'alarm.activated'],
    ['$bridges/kafka_consumer:k', '$bridges/mqtt:*'],
    ['$sources/mqtt:s', '$bridges/mqtt:*'],
    ['$events/nonsense', undefined],
  ])('%s in FROM is %s', (source, name) => {
    expect(eventOfSource(source)?.name).toBe(name)
  })

  test.each([
    ['message_publish', 'message.publish'],
    ['alarm_deactivated', 'alarm.deactivated'],
    ['$bridges/mqtt:*', '$bridges/mqtt:*'],
    ['nonsense', undefined],
  ])('event_type %s is %s', (type, name) => {
    expect(eventOfType(type)?.name).toBe(name)
  })
})
