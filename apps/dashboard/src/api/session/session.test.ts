// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { createStoredValue } from '../../lib/browser/stored-value.ts'
import { createSessionKeeper, type Session } from './session.ts'
import { tabVault, type Vault } from './vault.ts'

const session: Session = { username: 'admin', token: 't1', version: '5.8.9', role: 'administrator' }

afterEach(() => sessionStorage.clear())

test('a session survives a reload of the page', async () => {
  const before = await createSessionKeeper(tabVault('user'))
  await before.start(session)
  const after = await createSessionKeeper(tabVault('user'))
  expect(after.current.get()).toEqual(session)
})

test('the end of a session is reported once, clears the store and aborts open requests', async () => {
  const keeper = await createSessionKeeper(tabVault('user'))
  await keeper.start(session)
  const ends: string[] = []
  keeper.onEnd((why) => ends.push(why))
  const inFlight = keeper.signal()
  keeper.end('expired')
  keeper.end('expired')
  expect(ends).toEqual(['expired'])
  expect(inFlight.aborted).toBe(true)
  expect(keeper.signal().aborted).toBe(false)
  expect(sessionStorage.getItem('user')).toBeNull()
})

test('signing out removes what the user did from the browser, and keeps settings; an expired session keeps both', async () => {
  const recent = createStoredValue('paletteRecent', { parse: (text) => text ?? '', format: String })
  recent.set('{"admin":["page /clients"]}')
  localStorage.setItem('flowPositions:f1', '{}')
  localStorage.setItem('theme', 'dark')
  const keeper = await createSessionKeeper(tabVault('user'))
  await keeper.start(session)
  keeper.end('expired')
  expect(localStorage.getItem('flowPositions:f1')).toBe('{}')
  await keeper.start(session)
  expect(localStorage.getItem('lastActive')).not.toBeNull()
  keeper.end('logout')
  for (const name of ['paletteRecent', 'flowPositions:f1', 'lastActive']) expect(localStorage.getItem(name)).toBeNull()
  expect(localStorage.getItem('theme')).toBe('dark')
  expect(recent.get()).toBe('')
  localStorage.clear()
})

test('a token rejected while the password is being changed ends the session because of the password, but only then', async () => {
  const keeper = await createSessionKeeper(tabVault('user'))
  const ends: string[] = []
  keeper.onEnd((why) => ends.push(why))
  for (const expected of ['password', undefined] as const) {
    await keeper.start(session)
    keeper.expect(expected)
    keeper.end('expired')
  }
  expect(ends).toEqual(['password', 'expired'])
})

test('signing in or out in one tab applies to the other', async () => {
  const shared = sharedVault()
  const [one, two] = await Promise.all([createSessionKeeper(shared.tab()), createSessionKeeper(shared.tab())])
  await one.start(session)
  await shared.settled()
  expect(two.current.get()).toEqual(session)
  const ended = new Promise((resolve) => two.onEnd(resolve))
  one.end('logout')
  expect(await ended).toBe('elsewhere')
  expect(two.current.get()).toBeUndefined()
})

test('text that is not a session counts as signed out', async () => {
  for (const text of ['', '{', 'null', '{"token":1}', '[]']) {
    sessionStorage.setItem('user', text)
    expect((await createSessionKeeper(tabVault('user'))).current.get()).toBeUndefined()
  }
})

/** Two tabs over one store: a write in one is an event in the others, as `storage` events are. */
function sharedVault() {
  let kept: string | undefined
  const listeners = new Map<symbol, () => void>()
  const tellOthers = (writer: symbol) => {
    for (const [tab, listener] of listeners) if (tab !== writer) listener()
  }
  return {
    settled: () => new Promise((resolve) => setTimeout(resolve, 0)),
    tab(): Vault {
      const self = Symbol('tab')
      return {
        kind: 'encrypted',
        read: async () => kept,
        write: async (text) => {
          kept = text
          tellOthers(self)
        },
        clear() {
          kept = undefined
          tellOthers(self)
        },
        onChange(listener) {
          listeners.set(self, listener)
          return () => listeners.delete(self)
        },
      }
    },
  }
}
