import { createValue, type Value } from '../lib/value.ts'
import { type Fetch, RequestFailure } from './session-fetch.ts'

/** Nothing answers any more. */
export interface Outage {
  /** When the last answer came, or the first request failed if there never was one; milliseconds since 1970. */
  readonly since: number
}

/** Whether the server can be reached, as the requests of the whole page tell. */
export interface Reach {
  readonly outage: Pick<Value<Outage | undefined>, 'get' | 'subscribe'>
  /** An answer came, whatever it says. */
  readonly answered: () => void
  /** A request that was sent at `askedAt` got no answer. */
  readonly failed: (askedAt: number) => void
}

/** One failure may be a connection that was closed while it lay idle; the second without an answer between is an outage. */
const failuresOfOutage = 2

export function createReach(now: () => number = Date.now): Reach {
  const outage = createValue<Outage | undefined>(undefined)
  let answeredAt: number | undefined
  let failures = 0
  let firstFailureAt = 0

  return {
    outage,
    answered() {
      answeredAt = now()
      failures = 0
      outage.set(undefined)
    },
    failed(askedAt) {
      // A slow question among others that are answered is nobody's outage.
      if (answeredAt !== undefined && answeredAt > askedAt) return
      if (failures++ === 0) firstFailureAt = now()
      if (failures < failuresOfOutage || outage.get()) return
      outage.set({ since: answeredAt ?? firstFailureAt })
    },
  }
}

/** What stands before the broker says so when that does not answer. */
const gatewayFailures = [502, 504]

/** Tells `reach` how each request ended. */
export function watchReach(fetch: Fetch, reach: Reach): Fetch {
  return async (url, init) => {
    const askedAt = Date.now()
    try {
      const response = await fetch(url, init)
      if (gatewayFailures.includes(response.status)) reach.failed(askedAt)
      else reach.answered()
      return response
    } catch (error) {
      const isOurs = error instanceof RequestFailure && error.kind === 'aborted'
      if (!isOurs) reach.failed(askedAt)
      throw error
    }
  }
}
