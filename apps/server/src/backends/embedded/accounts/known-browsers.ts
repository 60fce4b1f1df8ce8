import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock, Store } from '@mqdeck/kit'

/**
 * Browsers in which a user has signed in before. Each browser has a signed cookie, which grants no access. Failed
 * attempts from a known browser are counted separately, so that an attacker at the same address or behind the same
 * proxy cannot lock the user out.
 */
export interface KnownBrowsers {
  /** ID of the browser if one of these cookies was issued for this user. */
  find(username: string, cookies: string | undefined): string | undefined
  /** Value for `Set-Cookie`. */
  cookie(username: string, browser: string | undefined, isSecure: boolean): string
}

/** Seconds: half a year. */
const lifetime = 180 * 86_400

export async function openKnownBrowsers(store: Store, clock: Clock): Promise<KnownBrowsers> {
  const table = store.table<string>('dashboard_browser_key')
  const stored = table.get('key')
  const text = stored ?? randomBytes(32).toString('base64')
  if (stored === undefined) await table.put('key', text)
  const key = Buffer.from(text, 'base64')
  const sign = (username: string, id: string, issued: string) =>
    createHmac('sha256', key).update(`${username}\n${id}\n${issued}`).digest()

  return {
    find(username, cookies = '') {
      const value = readCookie(cookies, nameOf(username))
      const [id = '', issued = '', signature = ''] = value.split('.')
      const given = Buffer.from(signature, 'base64url')
      const expected = sign(username, id, issued)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      return clock.now() / 1000 - Number(issued) < lifetime ? id : undefined
    },
    cookie(username, browser, isSecure) {
      const id = browser ?? randomBytes(12).toString('base64url')
      const issued = String(Math.floor(clock.now() / 1000))
      const value = [id, issued, sign(username, id, issued).toString('base64url')].join('.')
      // Without a path, the browser uses the path of the API, also below a prefix that a reverse proxy removes.
      return `${nameOf(username)}=${value}; Max-Age=${lifetime}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
    },
  }
}

/** One cookie per user, because several users may share a browser. */
const nameOf = (username: string) =>
  `mqdeck_browser_${createHash('sha256').update(username).digest('hex').slice(0, 12)}`

function readCookie(cookies: string, name: string): string {
  for (const one of cookies.split(';')) {
    const [key, value] = one.trim().split('=', 2)
    if (key === name && value !== undefined) return value
  }
  return ''
}
