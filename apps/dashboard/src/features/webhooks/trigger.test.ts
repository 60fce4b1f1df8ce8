import { ruleEvents } from '@mqdeck/rules/catalog'
import { describe, expect, test } from 'vitest'
import { composeSql, exampleTopic, isOfMessages, readTrigger, type Trigger } from './trigger.ts'

const known = ruleEvents.map(({ event }) => event).filter((event) => !event.startsWith('$bridges/'))
const published = '$events/message_publish'
const acked = '$events/message_acked'

describe('a trigger', () => {
  test.each<readonly [string, Trigger, string]>([
    ['any message', { kind: 'messages', events: [published], filters: [] }, 'SELECT\n  *\nFROM\n  "#"'],
    [
      'messages on topics',
      { kind: 'messages', events: [published], filters: ['t/#', 'a/+'] },
      'SELECT\n  *\nFROM\n  "t/#",\n  "a/+"',
    ],
    [
      'what happens to messages on topics',
      { kind: 'messages', events: [published, acked], filters: ['t/#', 'a'] },
      `SELECT\n  *\nFROM\n  "t/#",\n  "a",\n  "${acked}"\nWHERE\n  topic =~ 't/#' or topic =~ 'a'`,
    ],
    [
      'other events of messages on topics',
      { kind: 'messages', events: [acked], filters: ['t'] },
      `SELECT\n  *\nFROM\n  "${acked}"\nWHERE\n  topic =~ 't'`,
    ],
    [
      'what happens to any message',
      { kind: 'messages', events: [published, acked], filters: [] },
      `SELECT\n  *\nFROM\n  "#",\n  "${acked}"`,
    ],
    [
      'events',
      { kind: 'events', events: ['$events/client_connected', '$events/sys/alarm_activated'] },
      'SELECT\n  *\nFROM\n  "$events/client_connected",\n  "$events/sys/alarm_activated"',
    ],
  ])('%s becomes SQL and is read back', (_, trigger, sql) => {
    expect(composeSql(trigger, known)).toBe(sql)
    expect(readTrigger(sql, known)).toEqual(trigger)
  })

  test('everything is read back, also when the order is another one', () => {
    const sql = composeSql({ kind: 'all' }, known) ?? ''
    expect(readTrigger(sql, known)).toEqual({ kind: 'all' })
    expect(readTrigger(sql, known.toReversed())).toEqual({ kind: 'all' })
  })

  test('is nothing while no event is chosen', () => {
    expect(composeSql({ kind: 'events', events: [] }, known)).toBeUndefined()
    expect(composeSql({ kind: 'messages', events: [], filters: ['t'] }, known)).toBeUndefined()
  })
})

describe('SQL of another tool', () => {
  test.each([
    'SELECT payload.a FROM "t"',
    'SELECT * FROM "t" WHERE qos > 0',
    "SELECT * FROM \"t\" WHERE topic =~ 't' and topic =~ 'a'",
    `SELECT * FROM "t", "${acked}"`,
    'SELECT * FROM "t", "$events/client_connected"',
    'SELECT * FROM "$bridges/mqtt:a"',
    'FOREACH payload.a FROM "t"',
    'SELECT * FROM',
    '',
  ])('is not read as a trigger: %s', (sql) => expect(readTrigger(sql, known)).toBeUndefined())

  test('is read with any spacing, case and comments', () => {
    const sql = `-- "x"\nselect * from "$events/message_dropped" , "t/#" where topic =~ 't/#' -- where`
    expect(readTrigger(sql, known)).toEqual({
      kind: 'messages',
      events: [published, '$events/message_dropped'],
      filters: ['t/#'],
    })
  })
})

test('events are those of messages or others', () => {
  expect(known.filter((event) => !isOfMessages(event))).toContain('$events/client_check_authz_complete')
  expect(known.filter(isOfMessages)).toContain('$events/delivery_dropped')
  expect(isOfMessages('$events/sys/alarm_activated')).toBe(false)
})

test('an example fits its filter', () => expect(exampleTopic('t/+/#')).toBe('t/1/1'))
