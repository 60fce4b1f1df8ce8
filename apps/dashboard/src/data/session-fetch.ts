import type { CallInit } from '@mqdeck/contract'
import type { SessionKeeper } from './session.ts'

/** A request got no answer. `aborted` is never shown: the one who asked has gone. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure'
  readonly kind: 'network' | 'timeout' | 'aborted'

  constructor(kind: 'network' | 'timeout' | 'aborted', cause: unknown) {
    super(kind, { cause })
    this.kind = kind
  }
}

/** How long a request may take before it counts as unanswered; the broker's own calls between nodes give up at 15 s. */
const requestTimeout = 20_000

/** What the contract's client calls. */
export type Fetch = (url: string, init: CallInit) => Promise<Response>

/**
 * `fetch` within a session: gives up after `timeout` milliseconds, stops when the session ends, and ends the session when
 * the server says that its token is no longer good. Endpoints that take longer say so themselves. Throws RequestFailure when no answer came.
 */
export function createSessionFetch(fetch: Fetch, session: SessionKeeper, timeout: number = requestTimeout): Fetch {
  return async (url, init) => {
    const giveUp = AbortSignal.timeout(init.timeoutMs ?? timeout)
    const signals = [giveUp, session.signal(), ...(init.signal ? [init.signal] : [])]
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.any(signals) })
      if (response.status === 401 && isOfSession(init, session) && (await saysExpired(response.clone()))) {
        session.end('expired')
      }
      return response
    } catch (error) {
      const isAborted = signals.some((signal) => signal !== giveUp && signal.aborted)
      throw new RequestFailure(isAborted ? 'aborted' : giveUp.aborted ? 'timeout' : 'network', error)
    }
  }
}

/** A late answer to an old token says nothing about the session that has begun since. */
function isOfSession(init: RequestInit, session: SessionKeeper): boolean {
  const token = session.current.get()?.token
  return token !== undefined && new Headers(init.headers).get('authorization') === `Bearer ${token}`
}

async function saysExpired(response: Response): Promise<boolean> {
  return isExpiry(await response.text())
}

/** Whether the body of a 401 says that a session is over. */
export function isExpiry(text: string): boolean {
  return /"code"\s*:\s*"(BAD_TOKEN|TOKEN_TIME_OUT)"/.test(text)
}
