import { type Kind, masked } from '@mqdeck/contract'
import { measureProcessorTime } from '@mqdeck/kit'
import { expect, test } from 'vitest'
import { rootKinds } from '../../../broker-config/roots.ts'
import { redact } from './redact.ts'

test('values of headers for other servers are masked, regardless of their names', () => {
  const headers = { 'x-honeycomb-team': 'abc', 'x-empty': '', 'x-odd': { a: 'abc' } }
  const hidden = { 'x-honeycomb-team': '******', 'x-empty': '', 'x-odd': '******' }
  expect(redact({ exporter: { headers }, headers: ['abc'], extra_headers: 'abc' })).toEqual({
    exporter: { headers: hidden },
    headers: '******',
    extra_headers: '******',
  })
})

test('additional Kafka headers and the request of HTTP settings are masked as in API responses', () => {
  const headers = [
    { kafka_ext_header_key: 'x-id', kafka_ext_header_value: '${id}' },
    { kafka_ext_header_key: 'x-team', kafka_ext_header_value: 'abc' },
  ]
  const shown = [headers[0], { kafka_ext_header_key: 'x-team', kafka_ext_header_value: '******' }]
  const actions = { kafka_producer: { a: { parameters: { topic: 't', kafka_ext_headers: headers } } } }
  const request = { method: 'post', headers: { 'x-team': 'abc', accept: '*/*' }, body: 'abc' }
  const hidden = { method: 'post', headers: { 'x-team': '******', accept: '*/*' }, body: '******' }
  const authentication = [{ mechanism: 'password_based', backend: 'http', method: 'post', url: 'http://h', request }]
  const expected = {
    actions: { kafka_producer: { a: { parameters: { topic: 't', kafka_ext_headers: shown } } } },
    authentication: [{ ...authentication[0], request: hidden }],
  }
  expect(redact({ actions, authentication })).toEqual(expected)
  expect(masked(rootKinds.actions as Kind, actions)).toEqual(expected.actions)
  expect(masked(rootKinds.authentication as Kind, authentication)).toEqual(expected.authentication)
  const connectors = { http: { a: { url: 'http://h', request: { body: 'abc', path: '/p' } } } }
  const shownConnectors = { http: { a: { url: 'http://h', request: { body: '******', path: '/p' } } } }
  expect(redact(connectors)).toEqual(shownConnectors)
  expect(masked(rootKinds.connectors as Kind, connectors)).toEqual(shownConnectors)
})

test('secrets are masked at any position and of any type', () => {
  const before = {
    username: 'u',
    password: 'p',
    list: [{ client_secret: { a: 'p' } }],
    token: 12_345,
    pwd: '',
    uri: 'mongodb://user:p%20w@host:27017,second/db and redis://:pw@host',
    plain: 'http://host:8080/a@b',
    ssl: { keyfile: '-----BEGIN EC PRIVATE KEY-----\nabc', certfile: 'c' },
    credentials: null,
  }
  expect(redact(before)).toEqual({
    username: 'u',
    password: '******',
    list: [{ client_secret: '******' }],
    token: '******',
    pwd: '',
    uri: 'mongodb://user:******@host:27017,second/db and redis://:******@host',
    plain: 'http://host:8080/a@b',
    ssl: { keyfile: '******', certfile: 'c' },
    credentials: null,
  })
})

test.each([
  ['a long text', 'x'.repeat(1_000_000)],
  ['a long list', Array.from({ length: 100_000 }, (_, index) => `item ${index}`)],
  [
    'many fields',
    Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`name ${index}`, 'x'.repeat(900)])),
  ],
  ['a list of lists of lists', Array(100).fill(Array(100).fill(Array(100).fill('0123456789')))],
  ['numbers in lists in lists', Array(100).fill(Array(100).fill(Array(100).fill(1_234_567_890)))],
  ['names of a megabyte', { ['x'.repeat(1_000_000)]: 1 }],
])('%s is cut', (_, value) => {
  expect(JSON.stringify(redact(value)).length).toBeLessThan(40_000)
})

test('a token instead of a name is masked, regardless of its length', () => {
  const header = btoa('{"alg":"HS256"}')
  expect(redact({ username: `${header}.${btoa('{"sub":"ann"}')}.c2ln` })).toEqual({ username: '******' })
  expect(redact({ username: `${header}.${'b'.repeat(5000)}.c2ln` })).toEqual({ username: '******' })
  expect(redact({ username: 'eyJay.smith' })).toEqual({ username: 'eyJay.smith' })
})

test('deep nesting is cut, and very long URLs are processed quickly', () => {
  let nested: unknown = 'x'
  for (let depth = 0; depth < 5000; depth++) nested = { nested }
  expect(JSON.stringify(redact(nested))).toContain('...')
  const used = measureProcessorTime()
  redact({ text: '://'.repeat(300_000), other: `${'a:'.repeat(300_000)}@` })
  expect(used()).toBeLessThan(1000)
})

test('property names of the prototype are handled like others', () => {
  const shown = redact(JSON.parse('{"__proto__":{"password":"p"},"constructor":"c"}'))
  expect(JSON.stringify(shown)).toBe('{"__proto__":{"password":"******"},"constructor":"c"}')
})
