import { expect, test } from 'vitest'
import { countMore, type Draft, emptyDraft, toMessages } from './draft.ts'

const draft = (changes: Partial<Draft>): Draft => ({ ...emptyDraft, topic: 't', ...changes })

test('empty fields are not sent', () => {
  expect(toMessages(draft({ payload: 'x' }))).toEqual({
    messages: [{ topic: 't', payload: 'x', payload_encoding: 'plain', qos: 0, retain: false }],
  })
  expect(countMore(emptyDraft)).toBe(0)
})

test('every property is sent in its API field', () => {
  const full = draft({
    qos: '2',
    retain: true,
    clientid: 'dev',
    isUtf8: true,
    expiry: 60,
    contentType: 'text/plain',
    responseTopic: 'r',
    correlation: 'c',
    userProperties: [
      { name: 'a', value: '1' },
      { name: '', value: '' },
    ],
  })
  expect(toMessages(full)).toEqual({
    messages: [
      {
        topic: 't',
        payload: '',
        payload_encoding: 'plain',
        qos: 2,
        retain: true,
        clientid: 'dev',
        properties: {
          payload_format_indicator: 1,
          message_expiry_interval: 60,
          content_type: 'text/plain',
          response_topic: 'r',
          correlation_data: 'c',
          user_properties: { a: '1' },
        },
      },
    ],
  })
  expect(countMore(full)).toBe(7)
})

test('each line is a message, empty lines are skipped, and an invalid one is reported by its number', () => {
  const lines = draft({ perLine: true, format: 'json', payload: '1\n\n{"a":2}\r\n' })
  const read = toMessages(lines)
  expect('messages' in read && read.messages.map(({ payload }) => payload)).toEqual(['1', '{"a":2}'])
  expect(toMessages({ ...lines, payload: '1\nx' })).toEqual({ faults: { payload: { fault: 'json', line: 2 } } })
})

test('all errors are reported together', () => {
  const wrong = draft({
    topic: 'a/#',
    responseTopic: '+',
    expiry: 1.5,
    format: 'hex',
    payload: 'x',
    userProperties: [
      { name: 'a', value: '1' },
      { name: 'a', value: '2' },
    ],
  })
  expect(toMessages(wrong)).toEqual({
    faults: {
      topic: 'wildcard',
      responseTopic: 'wildcard',
      expiry: true,
      payload: { fault: 'hex' },
      userProperties: 'a',
    },
  })
})
