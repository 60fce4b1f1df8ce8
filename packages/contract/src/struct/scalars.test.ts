import { describe, expect, test } from 'vitest'
import {
  commaList,
  hostPort,
  type Kind,
  parseByteSize,
  parseDuration,
  parseRate,
  percent,
  rate,
  serverAddress,
  serverAddresses,
} from './index.ts'

const plain = <W, P>(kind: Kind<W, P>, value: unknown): P | undefined => {
  const read = kind.schema.safeParse(value)
  return read.success ? kind.toPlain(read.data) : undefined
}

test.each([
  ['15s', 15_000],
  ['1h30m', 5_400_000],
  ['1d', 86_400_000],
  [250, 250],
  ['250', 250],
  ['1.5s', undefined],
  ['s', undefined],
  ['-1s', undefined],
  ['99999999999999999w', undefined],
])('%j lasts %j milliseconds', (value, expected) => {
  expect(parseDuration(value)).toBe(expected)
})

test.each([
  ['1MB', 1_048_576],
  ['1.5kb', 1536],
  ['10', 10],
  ['-1', undefined],
  ['1TB', undefined],
])('%j is %j bytes', (value, expected) => {
  expect(parseByteSize(value)).toBe(expected)
})

test.each([
  ['1000/s', { amount: 1000, per: 1000 }],
  ['10MB/2m', { amount: 10 * 1024 ** 2, per: 120_000 }],
  ['500', { amount: 500, per: 1000 }],
  ['infinity', 'infinity'],
  ['1000/0s', undefined],
  ['fast', undefined],
  ['', undefined],
])('%j is the rate %j', (value, expected) => {
  expect(parseRate(value)).toEqual(expected)
})

describe('where to listen', () => {
  test.each([
    ['127.0.0.1:1883', { host: '127.0.0.1', port: 1883 }],
    ['[::1]:1883', { host: '::1', port: 1883 }],
    [':1883', { host: undefined, port: 1883 }],
    [1883, { host: undefined, port: 1883 }],
    ['broker.local:1883', { host: 'broker.local', port: 1883 }],
    ['127.0.0.1:65536', undefined],
    ['300.0.0.1:1883', undefined],
    ['::1:1883', undefined],
    ['localhost', undefined],
  ])('%j is %j', (value, expected) => {
    expect(plain(hostPort(), value)).toEqual(expected)
  })
})

test('a percentage becomes a fraction', () => {
  expect(plain(percent(), '80%')).toBe(0.8)
  expect(plain(percent(), 0.05)).toBe(0.05)
  expect(plain(percent(), '101%')).toBeUndefined()
})

test('a list separated by commas omits empty elements', () => {
  expect(plain(commaList(), ' a, b ,,c')).toEqual(['a', 'b', 'c'])
})

test('infinity becomes undefined', () => {
  expect(plain(rate(), 'infinity')).toBeUndefined()
})

test('a server is a host name or address with an optional port', () => {
  const read = (value: string) => {
    const { schema, toPlain } = serverAddress(3306)
    const result = schema.safeParse(value)
    return result.success ? toPlain(result.data) : undefined
  }
  expect(read('db.example')).toEqual({ host: 'db.example', port: 3306 })
  expect(read(' 10.0.0.1:3307 ')).toEqual({ host: '10.0.0.1', port: 3307 })
  expect(read('[::1]')).toEqual({ host: '::1', port: 3306 })
  for (const wrong of ['', '3306', ':3306', 'a b', '10.0.0.999', 'a:70000', 'a:0', 'mysql://a'])
    expect(read(wrong)).toBeUndefined()
})

test('of a URL, only host and port are kept', () => {
  const { schema, toPlain } = serverAddress(8086, { asAddress: true })
  const read = (value: string) => {
    const result = schema.safeParse(value)
    return result.success ? toPlain(result.data) : undefined
  }
  expect(read('http://db.example:1/')).toEqual({ host: 'db.example', port: 1 })
  expect(read('https://[::1]')).toEqual({ host: '::1', port: 8086 })
  expect(read('db.example')).toEqual({ host: 'db.example', port: 8086 })
  for (const wrong of ['', 'http://', 'http://a/b', 'ftp://a']) expect(read(wrong), wrong).toBeUndefined()
})

test('several servers are separated by commas', () => {
  const read = (value: unknown) => {
    const { schema, toPlain } = serverAddresses(6379)
    const result = schema.safeParse(value)
    return result.success ? toPlain(result.data) : undefined
  }
  const two = [
    { host: 'a', port: 6379 },
    { host: '::1', port: 7 },
  ]
  expect(read(' a , [::1]:7')).toEqual(two)
  expect(read(['a', '[::1]:7'])).toEqual(two)
  for (const wrong of ['', 'a,', ',a', 'a,,b', 'a,b:0', [], 5]) expect(read(wrong)).toBeUndefined()
})
