import { expect, test } from 'vitest'
import { addressBelow, ownStorageName, readSite } from './base-path.ts'

const test1 = readSite('{"basePath":"/mqtt/@test","webSocket":true,"clusters":[],"current":0}')

test('a page without site data is at the root', () => {
  expect(readSite(null)).toEqual({ basePath: '', webSocket: false, clusters: [], current: 0 })
})

test('data of one dashboard is stored under its path, without a prefix at the root', () => {
  expect(ownStorageName('userInfo', test1)).toBe('userInfo/mqtt/@test')
  expect(ownStorageName('userInfo', readSite(null))).toBe('userInfo')
})

test('a page loaded without its prefix is redirected to it', () => {
  const at = (pathname: string) => addressBelow(test1, { pathname, search: '?a=1', hash: '' } as Location)
  expect(at('/clients')).toBe('/mqtt/@test/clients?a=1')
  expect(at('/mqtt/@tester')).toBe('/mqtt/@test/mqtt/@tester?a=1')
  expect(at('/mqtt/@test/clients')).toBeUndefined()
  expect(addressBelow(readSite(null), { pathname: '/clients', search: '', hash: '' } as Location)).toBeUndefined()
})
