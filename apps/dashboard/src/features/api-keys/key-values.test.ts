import { expect, test } from 'vitest'
import { endOfDay, toChange, toCurlExample, toEnvironmentFile } from './key-values.ts'

const key = {
  name: 'k1',
  api_key: 'a6f3',
  api_secret: 's-1',
  desc: 'd',
  enable: true,
  expired: false,
  expired_at: '2036-01-01T00:00:00+00:00',
  created_at: '2026-11-21T07:57:34+00:00',
  role: 'viewer',
}
const url = 'http://h:18083/api/v5'

test('the file has what a program needs, for a shell to read', () => {
  expect(toEnvironmentFile(key, url)).toBe(`MQDECK_API_URL=${url}\nMQDECK_API_KEY=a6f3\nMQDECK_API_SECRET=s-1\n`)
})

test('the example is a call that the role permits', () => {
  expect(toCurlExample(key, 's-1', url)).toBe(`curl -u 'a6f3:s-1' '${url}/nodes'`)
  expect(toCurlExample({ ...key, role: 'publisher' }, 's-1', url)).toContain(`'${url}/publish'`)
})

test('a change of one part keeps the others, the expiry above all', () => {
  expect(toChange(key)).toEqual({ desc: 'd', enable: true, expired_at: 2082758400, role: 'viewer' })
  const { role: _, ...open } = { ...key, expired_at: 'infinity' }
  expect(toChange(open)).toEqual({ desc: 'd', enable: true, expired_at: 'infinity' })
})

test('a day ends with its last second, by the clock of the user', () => {
  const end = new Date(endOfDay(new Date(2026, 10, 21, 12).getTime(), 90))
  expect([end.getMonth(), end.getDate(), end.getHours(), end.getMinutes(), end.getSeconds()]).toEqual([
    1, 19, 23, 59, 59,
  ])
})
