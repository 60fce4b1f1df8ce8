import type { CallInit } from '@mqdeck/contract'
import type { SessionKeeper } from './session.ts'

/** A request without an answer. `aborted` is never shown, because the caller is gone. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure'
  readonly kind: 'network' | 'timeout' | 'aborted'
  /** Details of a timeout. */
  readonly waiting: WaitingCluster | undefined

  constructor(kind: 'network' | 'timeout' | 'aborted', cause: unknown, waiting?: WaitingCluster) {
    super(kind, { cause })
    this.kind = kind
    this.waiting = waiting
  }
}

interface WaitingCluster {
  /** Nodes that do not respond, and for which the cluster may be waiting. */
  readonly nodes: readonly string[]
  readonly isChange: boolean
}

/** Request timeout; the broker's own calls between nodes time out after 15 s. */
const requestTimeout = 20_000

/** The fetch function of the API client. */
export type Fetch = (url: string, init: CallInit) => Promise<Response>

/**
 * `fetch` within a session: times out after `timeout` milliseconds, aborts when the session ends, and ends the
 * session when the server rejects its token. Endpoints that take longer set their own timeout. Throws RequestFailure
 * without an answer.
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

/** A late answer to an old token does not affect a session that started since. */
function isOfSession(init: RequestInit, session: SessionKeeper): boolean {
  const token = session.current.get()?.token
  return token !== undefined && new Headers(init.headers).get('authorization') === `Bearer ${token}`
}

async function saysExpired(response: Response): Promise<boolean> {
  return isExpiry(await response.text())
}

/** Whether the body of a 401 means that the session has expired. */
export function isExpiry(text: string): boolean {
  return /"code"\s*:\s*"(BAD_TOKEN|TOKEN_TIME_OUT)"/.test(text)
}
