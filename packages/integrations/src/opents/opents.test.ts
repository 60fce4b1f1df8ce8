import { expect, test } from 'vitest'
import { opents, readServer } from './manifest.ts'
import { createPoints } from './points.ts'

const [parameters] = opents.action.parameters
const points = (data: readonly object[]) => createPoints(parameters.schema.parse({ data: data as never }).data)
const time = 1_700_000_000_123n

test('without settings, points are read from the message', () => {
  const data = { metric: 'cpu', tags: { host: 'a' }, value: 9_007_199_254_740_993n, timestamp: time }
  expect(points([])(data)).toEqual([data])
})

test('each message becomes the configured points, with single tags or an object of tags', () => {
  const make = points([
    { metric: 'm.${clientid}', tags: { '${k}': 'v-${payload.t}', fixed: 'x' }, value: '${payload.t}' },
    { metric: 'n', tags: '${payload.tags}', value: 1.5, timestamp: '${payload.at}' },
    { metric: 'o', tags: { a: 'b' }, value: '${payload.t}0' },
  ])
  const payload = '{"t":21.5,"tags":{"room":"r1"},"at":"1700000000"}'
  expect(make({ clientid: 'c', k: 'key', payload, timestamp: time })).toEqual([
    { metric: 'm.c', tags: { key: 'v-21.5', fixed: 'x' }, value: 21.5, timestamp: time },
    { metric: 'n', tags: { room: 'r1' }, value: 1.5, timestamp: 1_700_000_000n },
    { metric: 'o', tags: { a: 'b' }, value: '21.50', timestamp: time },
  ])
})

test('a message without a value, a time or an object of tags results in no point', () => {
  const make = points([])
  const data = { metric: 'm', tags: { a: 'b' }, value: 1n, timestamp: time }
  expect(() => make({ ...data, value: undefined })).toThrow('the data has no value')
  expect(() => make({ ...data, timestamp: 'soon' })).toThrow('must be an integer')
  expect(() => make({ ...data, tags: 'a=b' })).toThrow('must be an object')
})

test('the server is an address with or without a scheme', () => {
  expect(readServer('http://a:4242/')).toEqual({ origin: 'http://a:4242', path: '' })
  expect(readServer('a')).toEqual({ origin: 'http://a:4242', path: '' })
  expect(readServer('https://a/tsdb/')).toEqual({ origin: 'https://a', path: '/tsdb' })
  for (const wrong of ['', 'a b', 'http://u:p@a', 'http://a?x=1', 'ftp://a'])
    expect(readServer(wrong), wrong).toBeUndefined()
})
