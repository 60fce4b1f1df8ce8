import { expect, test } from 'vitest'
import { fromExportJson, toExportCsv, toExportJson } from './export-messages.ts'
import type { LoggedMessage } from './message-log.ts'

const base = { direction: 'in', qos: 1, retain: true, dup: false } as const
const messages: readonly LoggedMessage[] = [
  { ...base, seq: 0, at: 1_700_000_000_000, topic: 'a', payload: new TextEncoder().encode('{"t":"温"}') },
  {
    ...base,
    seq: 1,
    at: 1_700_000_000_250,
    topic: '=b',
    payload: new Uint8Array([0xff, 0]),
    properties: {
      contentType: 'x/y',
      correlation: new Uint8Array([1]),
      subscriptionIds: [3],
      userProperties: [{ name: 'k', value: 'v' }],
    },
  },
]

test('JSON has text payloads as text and binary ones as base64, and can be imported for a replay', () => {
  const text = toExportJson(messages)
  expect(JSON.parse(text)).toEqual([
    { time: '2023-11-14T22:13:20.000Z', direction: 'in', topic: 'a', qos: 1, retain: true, payload: '{"t":"温"}' },
    {
      time: '2023-11-14T22:13:20.250Z',
      direction: 'in',
      topic: '=b',
      qos: 1,
      retain: true,
      payload: '/wA=',
      encoding: 'base64',
      properties: {
        contentType: 'x/y',
        correlation: 'AQ==',
        subscriptionIds: [3],
        userProperties: [{ name: 'k', value: 'v' }],
      },
    },
  ])
  expect(fromExportJson(text)).toEqual([
    { topic: 'a', qos: 1, retain: true, after: 0, payload: messages[0]?.payload },
    {
      topic: '=b',
      qos: 1,
      retain: true,
      after: 250,
      payload: messages[1]?.payload,
      properties: {
        contentType: 'x/y',
        correlation: new Uint8Array([1]),
        userProperties: [{ name: 'k', value: 'v' }],
      },
    },
  ])
})

test('import of any other file gives undefined', () => {
  for (const text of ['', '{}', '[{"a":1}]', '[{"time":"x","topic":"a","payload":""}]'])
    expect(fromExportJson(text)).toBeUndefined()
})

test('CSV has one row per message and no formulas', () => {
  const [header, first, second] = toExportCsv(messages).split('\r\n')
  expect(header).toBe('time,direction,topic,qos,retain,encoding,payload,properties')
  expect(first).toBe('2023-11-14T22:13:20.000Z,in,a,1,true,text,"{""t"":""温""}",')
  expect(second).toContain(`,'=b,1,true,base64,/wA=,`)
})
