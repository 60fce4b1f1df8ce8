import { expect, test } from 'vitest'
import { samplePayload } from './sample-payload.ts'

test.each<[string, string, unknown]>([
  ['a field', 'SELECT payload.temp as t FROM "t/#"', { temp: 1 }],
  ['a nested field', 'SELECT payload.a.b, payload.a.c FROM "t"', { a: { b: 1, c: 1 } }],
  ['a condition with a number', 'SELECT payload.t FROM "t" WHERE payload.t > 24.5', { t: 25.5 }],
  ['a condition with a text', `SELECT * FROM "t" WHERE payload.state = 'on' and payload.n <> 3`, { state: 'on', n: 4 }],
  ['a condition with a flag', 'SELECT * FROM "t" WHERE payload.open = true', { open: true }],
  [
    'a list',
    'FOREACH payload.phases AS phase DO phase.name AS name INCASE phase.amps > 20 FROM "t"',
    { phases: [{ name: 1, amps: 21 }] },
  ],
  ['a list without fields', 'FOREACH payload.list FROM "t"', { list: [1] }],
])('a statement with %s has a payload that fits', (_, sql, payload) => {
  expect(JSON.parse(samplePayload(sql) ?? '')).toEqual(payload)
})

test('a statement without fields of the payload has no payload of its own', () => {
  expect(samplePayload('SELECT topic, payload FROM "t"')).toBeUndefined()
})
