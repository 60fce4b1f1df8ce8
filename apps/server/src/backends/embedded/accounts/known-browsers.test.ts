import { createFakeClock, createTempStore } from '@mqdeck/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { openKnownBrowsers } from './known-browsers.ts'

async function setup() {
  const temp = await createTempStore()
  onTestFinished(temp.remove)
  const clock = createFakeClock()
  const open = () => openKnownBrowsers(temp.store, clock)
  return { clock, open, browsers: await open() }
}
const sent = (cookie: string) => cookie.split(';', 1)[0] ?? ''

test('a cookie is recognized, also after a restart, and only for its user', async () => {
  const { browsers, open } = await setup()
  const cookie = browsers.cookie('admin', undefined, false)
  expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/)
  expect(browsers.cookie('admin', undefined, true)).toContain('; Secure')
  const id = browsers.find('admin', `x=1; ${sent(cookie)}`)
  expect(id).toMatch(/^[\w-]{16}$/)
  expect((await open()).find('admin', sent(cookie))).toBe(id)
  expect(browsers.find('bob', sent(cookie))).toBeUndefined()
  expect(
    browsers.find('bob', sent(cookie).replace(/^[^=]+/, sent(browsers.cookie('bob', 'b', false)).split('=')[0] ?? '')),
  ).toBeUndefined()
})

test.each([
  ['no cookie', () => undefined],
  ['a changed id', (cookie: string) => cookie.replace('=', '=x')],
  ['a changed signature', (cookie: string) => `${cookie.slice(0, -2)}AA`],
  ['a text that is not a cookie', () => ';;=;a=b=c; mqdeck_browser_'],
])('%s is not recognized', async (_, change) => {
  const { browsers } = await setup()
  expect(browsers.find('admin', change(sent(browsers.cookie('admin', undefined, false))))).toBeUndefined()
})

test('a cookie expires after half a year', async () => {
  const { browsers, clock } = await setup()
  const cookie = sent(browsers.cookie('admin', 'me', false))
  clock.advance(179 * 86_400_000)
  expect(browsers.find('admin', cookie)).toBe('me')
  clock.advance(2 * 86_400_000)
  expect(browsers.find('admin', cookie)).toBeUndefined()
})
