import { createValue, type Value } from '../lib/value.ts'
import { endedByIdleness, lastActive } from './idle-activity.ts'
import type { Vault } from './vault.ts'

/** Who is signed in, as `POST /login` told. */
export interface Session {
  readonly username: string
  readonly token: string
  /** The broker's version, e.g. 5.8.9. */
  readonly version: string
  readonly role?: string | undefined
  readonly edition?: string | undefined
}

/**
 * `logout`: the user asked. `expired`: the server no longer takes the token. `elsewhere`: another tab signed out. `password`: the
 * user has a new password, which ends every login. `idle`: nobody has touched the dashboard for long.
 */
type SessionEnd = 'logout' | 'expired' | 'elsewhere' | 'password' | 'idle'

/** Holds the one session of this page and keeps it over reloads and between tabs. */
export interface SessionKeeper {
  readonly current: Pick<Value<Session | undefined>, 'get' | 'subscribe'>
  /** `tab` means that the session is not encrypted and lasts as long as this tab; say so to the user. */
  readonly persistence: Vault['kind']
  readonly start: (session: Session) => Promise<void>
  readonly end: (why: SessionEnd) => void
  /** Called once for each end of a session. Returns the function that stops listening. */
  readonly onEnd: (listener: (why: SessionEnd) => void) => () => void
  /** Aborted when requests in flight must stop; ask anew for each request. */
  readonly signal: () => AbortSignal
  readonly abortRequests: () => void
  /** Stops following other tabs. */
  readonly close: () => void
}

/** Opens the session kept in `vault`, if there is one. */
export async function createSessionKeeper(vault: Vault): Promise<SessionKeeper> {
  const current = createValue(parseSession(await vault.read()))
  const endListeners = new Set<(why: SessionEnd) => void>()
  let requests = new AbortController()

  const abortRequests = () => {
    requests.abort()
    requests = new AbortController()
  }
  const forget = (why: SessionEnd) => {
    if (!current.get()) return
    current.set(undefined)
    abortRequests()
    for (const listener of [...endListeners]) listener(why)
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
      // Before any page shows that one is signed in: whoever reloads that page at once stays so.
      try {
        await vault.write(JSON.stringify(session))
      } finally {
        current.set(session)
      }
    },
    end(why) {
      // Before the vault: other tabs hear of both in this order.
      if (why === 'idle') lastActive.set(endedByIdleness)
      vault.clear()
      forget(why)
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
