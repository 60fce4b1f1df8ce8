import { ownStorageName } from '../../lib/browser/base-path.ts'
import { clearStored } from '../../lib/browser/stored-value.ts'
import { createValue, type Value } from '../../lib/json/value.ts'
import { endedByIdleness, lastActive } from './idle-activity.ts'
import type { Vault } from './vault.ts'

/** The session, from the answer to `POST /login`. */
export interface Session {
  readonly username: string
  readonly token: string
  /** The broker's version, e.g. 5.8.9. */
  readonly version: string
  readonly role?: string | undefined
  readonly edition?: string | undefined
}

/**
 * `logout`: by the user. `expired`: the server rejected the token. `elsewhere`: signed out in another tab.
 * `password`: the password was changed, which ends all sessions. `idle`: inactivity.
 */
type SessionEnd = 'logout' | 'expired' | 'elsewhere' | 'password' | 'idle'

/** Keeps the session of this page over reloads and between tabs. */
export interface SessionKeeper {
  readonly current: Pick<Value<Session | undefined>, 'get' | 'subscribe'>
  /** `tab`: the session is not encrypted and ends with this tab; show this to the user. */
  readonly persistence: Vault['kind']
  readonly start: (session: Session) => Promise<void>
  readonly end: (why: SessionEnd) => void
  /** The reason, if the server rejects the token next: the answer of another request may arrive before that of a change. */
  readonly expect: (why: 'password' | undefined) => void
  /** Called once when a session ends. Returns the function that removes the listener. */
  readonly onEnd: (listener: (why: SessionEnd) => void) => () => void
  /** Aborts open requests; read it again for each request. */
  readonly signal: () => AbortSignal
  readonly abortRequests: () => void
  /** Stops following other tabs. */
  readonly close: () => void
}

/** Opens the session stored in `vault`, if there is one. */
export async function createSessionKeeper(vault: Vault): Promise<SessionKeeper> {
  const current = createValue(parseSession(await vault.read()))
  const endListeners = new Set<(why: SessionEnd) => void>()
  let requests = new AbortController()
  let expected: 'password' | undefined

  const abortRequests = () => {
    requests.abort()
    requests = new AbortController()
  }
  const forget = (why: SessionEnd) => {
    if (!current.get()) return
    current.set(undefined)
    abortRequests()
    const reason = why === 'expired' ? (expected ?? why) : why
    expected = undefined
    for (const listener of [...endListeners]) listener(reason)
  }
  const followOtherTab = async () => {
    const session = parseSession(await vault.read())
    if (!session) forget(lastActive.get() === endedByIdleness ? 'idle' : 'elsewhere')
    else if (session.token !== current.get()?.token) current.set(session)
  }
  const stopFollowing = vault.onChange(() => void followOtherTab())

  return {
    current,
    persistence: vault.kind,
    async start(session) {
      lastActive.set(Date.now())
      // Stored before the page is shown, so that an immediate reload keeps the session.
      try {
        await vault.write(JSON.stringify(session))
      } finally {
        current.set(session)
      }
    },
    end(why) {
      // Before the vault: other tabs receive both events in this order.
      if (why === 'idle') lastActive.set(endedByIdleness)
      vault.clear()
      forget(why)
      if (why === 'logout') clearStored(isOfUser)
    },
    expect(why) {
      expected = why
    },
    onEnd(listener) {
      endListeners.add(listener)
      return () => endListeners.delete(listener)
    },
    signal: () => requests.signal,
    abortRequests,
    close: stopFollowing,
  }
}

/** Traces of the user's activity. Settings and named items that the user saved stay in the browser. */
const isOfUser = (name: string) =>
  name === 'paletteRecent' || name === ownStorageName('lastActive') || name.startsWith('flowPositions:')

function parseSession(text: string | undefined): Session | undefined {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isSession(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isSession(value: unknown): value is Session {
  return (
    typeof value === 'object' &&
    value !== null &&
    'username' in value &&
    typeof value.username === 'string' &&
    'token' in value &&
    typeof value.token === 'string' &&
    'version' in value &&
    typeof value.version === 'string'
  )
}
