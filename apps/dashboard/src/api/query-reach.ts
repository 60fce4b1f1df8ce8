import { focusManager, onlineManager } from '@tanstack/react-query'
import { createValue, type Value } from '../lib/json/value.ts'
import { tabVisibility } from './page-visibility.ts'
import { type Fetch, RequestFailure } from './session/session-fetch.ts'

/** The server is unreachable. */
export interface Outage {
  /** Time of the last answer, or of the first failure if there never was one; milliseconds since 1970. */
  readonly since: number
}

/** Whether the server is reachable, according to all requests of the page. */
export interface Reach {
  readonly outage: Pick<Value<Outage | undefined>, 'get' | 'subscribe'>
  /** Any answer was received. */
  readonly onAnswer: () => void
  /** A request sent at `askedAt` got no answer. */
  readonly onFailure: (askedAt: number) => void
}

/**
 * A single failure may be an idle connection that was closed; the second one without an answer in between is an
 * outage.
 */
const failuresOfOutage = 2

export function createReach(now: () => number = Date.now): Reach {
  const outage = createValue<Outage | undefined>(undefined)
  let answeredAt: number | undefined
  let failures = 0
  let firstFailureAt = 0

  return {
    outage,
    onAnswer() {
      answeredAt = now()
      failures = 0
      outage.set(undefined)
    },
    onFailure(askedAt) {
      // A slow request does not count if another request was answered meanwhile.
      if (answeredAt !== undefined && answeredAt > askedAt) return
      if (failures++ === 0) firstFailureAt = now()
      if (failures < failuresOfOutage || outage.get()) return
      outage.set({ since: answeredAt ?? firstFailureAt })
    },
  }
}

/** Statuses of a gateway whose broker does not answer. */
const gatewayFailures = [502, 504]

/** Reports the result of each request to `reach`. */
export function watchReach(fetch: Fetch, reach: Reach): Fetch {
  return async (url, init) => {
    const askedAt = Date.now()
    try {
      const response = await fetch(url, init)
      if (gatewayFailures.includes(response.status)) reach.onFailure(askedAt)
      else reach.onAnswer()
      return response
    } catch (error) {
      const isOurs = error instanceof RequestFailure && error.kind === 'aborted'
      if (!isOurs) reach.onFailure(askedAt)
      throw error
    }
  }
}

/** Tabs resume within this many milliseconds after an outage, not all at the same moment. */
const returnSpread = 500

/** TanStack Query refetches queries when the tab is visible again, and when the server is reachable again. */
export function watchReturn({ outage }: Pick<Reach, 'outage'>): void {
  focusManager.setEventListener((onChange) => tabVisibility.onChange(() => onChange()))
  onlineManager.setEventListener((setOnline) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const check = () => {
      clearTimeout(timer)
      if (outage.get()) setOnline(false)
      else if (tabVisibility.isVisible()) timer = setTimeout(() => setOnline(true), Math.random() * returnSpread)
    }
    const stops = [outage.subscribe(check), tabVisibility.onChange(check)]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  })
}
