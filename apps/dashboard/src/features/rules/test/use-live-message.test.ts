import { ruleEvents } from '@mqdeck/rules/catalog'
import { expect, test } from 'vitest'
import { toTestData } from './use-live-message.ts'

const events = ruleEvents.map(({ event, title, description, columns, testColumns, example }) => ({
  event,
  title,
  description,
  columns: [...columns],
  test_columns: Object.fromEntries(
    Object.entries(testColumns).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : ([...value] as [unknown, string]),
    ]),
  ),
  sql_example: example,
}))

test('a message becomes test data of the input that selects it', () => {
  const message = { event: 'message.publish', topic: 'plant/a', qos: 1, clientid: 'c', payload: '{"t": 1}' }
  const data = toTestData(JSON.stringify(message), ['$events/client_connected', 'plant/#'], events)
  expect(data).toMatchObject({
    source: 'plant/#',
    values: { topic: 'plant/a', qos: '1', clientid: 'c', payload: '{"t": 1}' },
  })
})

test('an event becomes test data of its input', () => {
  const event = { event: 'client.connected', clientid: 'c', username: 'u' }
  expect(toTestData(JSON.stringify(event), ['t/#', '$events/client_connected'], events)).toMatchObject({
    source: '$events/client_connected',
    values: { clientid: 'c', username: 'u' },
  })
})

test('a truncated text and a message that the rule does not select do not become test data', () => {
  expect(toTestData('{"event": "mess', ['t'], events)).toBeUndefined()
  const other = { event: 'message.publish', topic: 'other' }
  expect(toTestData(JSON.stringify(other), ['a/#', 'b/#'], events)).toBeUndefined()
})
