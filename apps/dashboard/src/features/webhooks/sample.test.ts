import type { RuleEvent } from '@mqdeck/contract'
import { ruleEvents } from '@mqdeck/rules/catalog'
import { expect, test } from 'vitest'
import { contextOf, previewOf, readSample, sampleEvent, sampleText } from './sample.ts'

const events = ruleEvents.map(
  ({ event, title, description, columns, testColumns, example }): RuleEvent => ({
    event,
    title,
    description,
    columns: [...columns],
    test_columns: Object.fromEntries(
      Object.entries(testColumns).map(([key, value]) => [key, typeof value === 'string' ? value : [...value]]),
    ),
    sql_example: example,
  }),
)
const event = (name: string) => {
  const found = events.find((one) => one.event === name)
  if (!found) throw new Error(name)
  return found
}

test('the preview is what the broker would send', () => {
  const data = sampleEvent(event('$events/message_publish'), ['plant/+/temperature'])
  const connector = { url: 'https://example.com:8443/base/' }
  const parameters = {
    method: 'put',
    path: '${topic}?q=${qos}',
    headers: { 'X-Client': '${clientid}', authorization: 'Bearer x', '': '' },
    body: '${payload.msg} ${nothing}',
  }
  expect(previewOf(connector, { parameters }, data)).toMatchObject({
    request: {
      method: 'PUT',
      url: 'https://example.com:8443/base/plant/1/temperature?q=1',
      headers: { 'x-client': '******', authorization: '******' },
      text: 'hello undefined',
    },
  })
})

test('the preview has a problem if no request can be created', () => {
  const parameters = { path: '${topic}' }
  expect(previewOf({ url: 'http://h' }, { parameters }, { topic: '../x' })).toHaveProperty('problem')
})

test('an event of a newer broker has the columns that the broker reports', () => {
  const reported: RuleEvent = {
    event: '$events/something_new',
    title: { en: '', zh: '' },
    description: { en: '', zh: '' },
    columns: ['event', 'clientid', 'what'],
    test_columns: { what: ['it', ''] },
    sql_example: '',
  }
  expect(sampleEvent(reported, [])).toMatchObject({ event: 'something.new', what: 'it' })
})

test('examples can be read, changed and read back', () => {
  const data = sampleEvent(event('$events/client_connected'), [])
  expect(readSample(sampleText(data))).toEqual(data)
  expect(readSample('[1]')).toBeUndefined()
  expect(readSample('{')).toBeUndefined()
})

test('sources are events of a rule test', () => {
  expect(['t/#', '$events/client_connected', '$events/sys/alarm_activated', '$bridges/mqtt:a'].map(contextOf)).toEqual([
    { event_type: 'message_publish', topic: 't/1' },
    { event_type: 'client_connected' },
    { event_type: 'alarm_activated' },
    { event_type: '$bridges/mqtt:*' },
  ])
})
