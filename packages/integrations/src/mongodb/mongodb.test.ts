import { silentLog, systemClock } from '@mqdeck/kit'
import { expect, test } from 'vitest'
import { parseDocumentTemplate } from './document-template.ts'
import { runtime } from './runtime.ts'

const big = 9_223_372_036_854_775_807n
const render = (text: string | undefined, data: object) => parseDocumentTemplate(text)(data as never)

test('values keep their type outside of quotes, and are text within quotes', () => {
  const data = { topic: 't/a', qos: 1n, big, f: 1.5, flag: true, list: [1n, null], payload: '{"t": 21.5, "n": 3}' }
  expect(
    render(
      '{"topic": "in ${topic}", "qos": ${qos}, "big": ${big}, "text": "${big}", "f": ${f}, "flag": ${flag}, "list": ${list}, "p": ${payload}, "n": ${payload.n}, "c": 5, "${topic}": {"deep": [${qos}]}}',
      data,
    ),
  ).toEqual({
    topic: 'in t/a',
    qos: 1n,
    big,
    text: String(big),
    f: 1.5,
    flag: true,
    list: [1n, null],
    p: { t: 21.5, n: 3n },
    n: 3n,
    c: 5n,
    't/a': { deep: [1n] },
  })
})

test('values from a client never become other fields', () => {
  const name = '", "admin": true, "x": "'
  expect(render('{"name": "${name}", "raw": ${name}}', { name })).toEqual({ name, raw: name })
})

test('a missing value is null, and the text undefined within quotes', () => {
  expect(render('{"a": ${a}, "b": "${b}"}', {})).toEqual({ a: null, b: 'undefined' })
})

test('without a template all data is written', () => {
  const bytes = new Uint8Array([0xff])
  expect(render(undefined, { a: 1n, payload: Buffer.from('text'), bytes })).toEqual({ a: 1n, payload: 'text', bytes })
})

test('date objects of extended JSON become BSON dates', () => {
  const at = new Date('2024-02-23T15:51:01.232Z')
  const data = {
    at: { $date: at.toISOString() },
    ms: BigInt(at.getTime()),
    payload: `{"at": {"$date": ${at.getTime()}}}`,
  }
  expect(render('{"a": ${at}, "b": {"$date": ${ms}}, "c": {"$date": "${ms}"}, "d": ${payload}}', data)).toEqual({
    a: at,
    b: at,
    c: at,
    d: { at },
  })
  expect(() => render('{"a": {"$date": "${x}"}}', {})).toThrow('not a date')
})

test('a value that is not a document is rejected', () => {
  expect(() => render('{"a": ', {})).toThrow('must be JSON')
  expect(() => render('${payload}', { payload: '[1]' })).toThrow('not a JSON object')
  expect(render('${payload}', { payload: '{"a": 1}' })).toEqual({ a: 1n })
})

test('the collection can contain placeholders, and an invalid name is rejected', () => {
  const context = { clock: systemClock, log: silentLog, folder: '/', node: 'mqdeck@127.0.0.1', name: 'a' }
  const action = runtime.action?.({ collection: 'from_${clientid}' }, {} as never, context)
  expect(action?.render({ clientid: 'c1' })).toMatchObject({ collection: 'from_c1' })
  expect(action?.render({})).toMatchObject({ collection: 'from_undefined' })
  expect(() => action?.render({ clientid: '$x' })).toThrow('name of the collection')
})
