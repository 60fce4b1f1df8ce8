import { expect, test } from 'vitest'
import { toPublishOptions } from '../index.ts'
import { emptyDraft, type MessageDraft, toOutgoing } from './message-draft.ts'

const context = { counter: 3, now: 1_700_000_000_000.25, clientId: 'desk' }
const draft = (changes: Partial<MessageDraft>): MessageDraft => ({
  ...emptyDraft,
  topic: 't',
  measures: false,
  ...changes,
})
const outgoing = (changes: Partial<MessageDraft>, version: '5' | '4' = '5') => {
  const read = toOutgoing(draft(changes), version, context)
  if ('faults' in read) throw new Error(JSON.stringify(read.faults))
  return read.outgoing
}
const hexOf = (changes: Partial<MessageDraft>) => Buffer.from(outgoing(changes).payload).toString('hex')

test.each([
  [{ format: 'text', payload: 'a${counter}' }, '6133'],
  [{ format: 'text', payload: 'a${counter}', isTemplate: false }, Buffer.from('a${counter}').toString('hex')],
  [{ format: 'json', payload: '{"n":${counter}}' }, Buffer.from('{"n":3}').toString('hex')],
  [{ format: 'hex', payload: '00 ff' }, '00ff'],
  [{ format: 'base64', payload: 'AP8=' }, '00ff'],
  [{ format: 'cbor', payload: '[${counter}]' }, '8103'],
  [{ format: 'file', file: { name: 'x', bytes: new Uint8Array([7]) } }, '07'],
] as const)('the draft %j has the payload %s', (changes, hex) => {
  expect(hexOf(changes)).toBe(hex)
})

test('placeholders are replaced in topic and properties', () => {
  const { topic, properties } = outgoing({
    topic: 'd/${clientid}',
    userProperties: [{ name: 'n', value: '${counter}' }],
    correlation: 'c${counter}',
  })
  expect(topic).toBe('d/desk')
  expect(properties?.userProperties).toEqual([{ name: 'n', value: '3' }])
  expect(Buffer.from(properties?.correlation ?? []).toString()).toBe('c3')
})

test('the send time is added as a user property in MQTT 5', () => {
  const measured = { measures: true, userProperties: [] }
  expect(outgoing(measured).properties).toEqual({
    userProperties: [{ name: 'mqdeck-sent-at', value: '1700000000000.25' }],
  })
  expect(outgoing(measured, '4').properties).toBeUndefined()
})

test('all faults are reported together', () => {
  const wrong = draft({ topic: 'a/+', format: 'cbor', payload: '{', expiry: -1, responseTopic: '#', topicAlias: 0 })
  expect(toOutgoing(wrong, '5', context)).toEqual({
    faults: { topic: 'wildcard', payload: 'json', expiry: true, responseTopic: 'wildcard', topicAlias: true },
  })
  // A client of MQTT 3 has no properties that could be wrong.
  expect(toOutgoing({ ...wrong, topic: 'a', payload: '1' }, '4', context)).toMatchObject({ outgoing: { topic: 'a' } })
  expect(toOutgoing(draft({ format: 'file' }), '5', context)).toEqual({ faults: { payload: 'file' } })
})

test('all properties are passed to MQTT.js', () => {
  const options = toPublishOptions(
    outgoing({
      qos: '2',
      retain: true,
      isUtf8: true,
      expiry: 5,
      contentType: 'a/b',
      responseTopic: 'r',
      correlation: 'c',
      topicAlias: 1,
      userProperties: [
        { name: 'a', value: '1' },
        { name: 'a', value: '2' },
      ],
    }),
  )
  expect(options).toEqual({
    qos: 2,
    retain: true,
    properties: {
      payloadFormatIndicator: true,
      messageExpiryInterval: 5,
      contentType: 'a/b',
      responseTopic: 'r',
      correlationData: new TextEncoder().encode('c'),
      topicAlias: 1,
      userProperties: { a: ['1', '2'] },
    },
  })
})
