import { expect, test } from 'vitest'
import { addressBelow, ownStorageName, readSite } from './base-path.ts'

const test1 = readSite('{"basePath":"/mqtt/@test","webSocket":true,"clusters":[],"current":0}')

test('a page that says nothing is at the root', () => {
  expect(readSite(null)).toEqual({ basePath: '', webSocket: false, clusters: [], current: 0 })
})

test('what belongs to one dashboard is stored under its path, at the root as ever', () => {
  expect(ownStorageName('userInfo', test1)).toBe('userInfo/mqtt/@test')
  expect(ownStorageName('userInfo', readSite(null))).toBe('userInfo')
})

test('a page that came without its prefix gets it', () => {
  const at = (pathname: string) => addressBelow(test1, { pathname, search: '?a=1', hash: '' } as Location)
  expect(at('/clients')).toBe('/mqtt/@test/clients?a=1')
  expect(at('/mqtt/@tester')).toBe('/mqtt/@test/mqtt/@tester?a=1')
  expect(at('/mqtt/@test/clients')).toBeUndefined()
  expect(addressBelow(readSite(null), { pathname: '/clients', search: '', hash: '' } as Location)).toBeUndefined()
})
