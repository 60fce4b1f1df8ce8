import { AppError, fetchMessageOf, type PlainValue, type TelemetryData, type telemetry } from '@mqdeck/contract'
import type { Clock, Log, Store } from '@mqdeck/kit'
import { type Reading, readCounters, type TelemetrySources, toTelemetryData } from './telemetry-data.ts'

export type TelemetrySettings = Readonly<PlainValue<typeof telemetry>>

/** Result of an attempt to report. `at` is in milliseconds since the epoch. */
export interface Attempt {
  readonly at: number
  readonly url: string
  /** Undefined if the report was accepted. */
  readonly failure: string | undefined
}

/** Sends a report once a day while telemetry is enabled and has a URL. */
export interface Telemetry {
  start(): void
  stop(): void
  /** Applied immediately. A running report to another URL is aborted. */
  update(settings: TelemetrySettings): void
  /** The report that would be sent now. */
  data(): TelemetryData
  /** The last attempt, including the time before the last restart. */
  last(): Attempt | undefined
  /** Milliseconds since the epoch. Undefined if no report is scheduled. */
  nextAt(): number | undefined
  /** @throws {AppError} (rejects) BAD_REQUEST while telemetry is disabled or has no URL */
  send(): Promise<Attempt>
}

interface TelemetryOptions {
  readonly settings: TelemetrySettings
  readonly sources: TelemetrySources
  readonly store: Store
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly clock: Clock
  readonly log: Log
}

const second = 1000
const hour = 3600 * second
export const reportInterval = 24 * hour
/** Soon after the start, but not during it. */
const firstDelay = 10 * second
/** Delay after a failure. Doubles with each failure up to the maximum. */
const [firstRetry, longestRetry] = [60 * second, 6 * hour]

export function createTelemetry({ settings, sources, store, startedAt, clock, log }: TelemetryOptions): Telemetry {
  const table = store.table<Attempt>('telemetry_last_report')
  let current = settings
  let isStarted = false
  let failures = 0
  let since: Reading = { at: startedAt, received: 0, sent: 0 }
  let next: { readonly at: number; readonly cancel: () => void } | undefined
  let sending: { readonly done: Promise<Attempt>; readonly breaker: AbortController } | undefined

  const isOn = () => isStarted && current.enable && current.report_url !== ''
  const last = () => table.get('last')
  const read = (at: number) => toTelemetryData(sources, at - startedAt, since, readCounters(sources.broker, at))

  const report = async (url: string, signal: AbortSignal): Promise<Attempt> => {
    const at = clock.now()
    const counters = readCounters(sources.broker, at)
    const failure = await sendReport(url, read(at), signal)
    const attempt = { at, url, failure }
    if (signal.aborted) return attempt
    if (failure === undefined) since = counters
    // Only the first failure in a row is logged.
    if (failure !== undefined && failures === 0) log.warn({ url, reason: failure }, 'telemetry_report_failed')
    failures = failure === undefined ? 0 : failures + 1
    await table.put('last', attempt)
    return attempt
  }
  const begin = () => {
    if (sending) return sending.done
    next?.cancel()
    next = undefined
    const breaker = new AbortController()
    const done = report(current.report_url, breaker.signal).finally(() => {
      if (sending?.breaker !== breaker) return
      sending = undefined
      plan(failures === 0 ? reportInterval : Math.min(firstRetry * 2 ** (failures - 1), longestRetry))
    })
    sending = { done, breaker }
    return done
  }
  const plan = (delay: number) => {
    if (!isOn()) return
    const run = () => void begin().catch((error: unknown) => log.error({ error }, 'telemetry_report_not_stored'))
    next = { at: clock.now() + delay, cancel: clock.after(delay, run) }
  }
  const halt = () => {
    next?.cancel()
    next = undefined
    sending?.breaker.abort()
    sending = undefined
  }
  const restart = () => {
    halt()
    failures = 0
    const before = last()
    const isKnown = before?.url === current.report_url && before.failure === undefined
    // A restart must not cause another report.
    const due = isKnown ? before.at + reportInterval - clock.now() : 0
    plan(Math.max(due, firstDelay))
  }

  return {
    start() {
      isStarted = true
      restart()
    },
    stop() {
      isStarted = false
      halt()
    },
    update(changed) {
      current = changed
      restart()
    },
    data: () => read(clock.now()),
    last,
    nextAt: () => next?.at,
    async send() {
      if (!isOn())
        throw new AppError(
          'BAD_REQUEST',
          current.enable ? 'No address for telemetry reports is configured' : 'Telemetry is not enabled',
        )
      return begin()
    },
  }
}

/** Timeout of a report in milliseconds. */
const timeoutMs = 10_000

/**
 * Posts `report` as JSON. Returns the reason of a failure, or undefined if the report was accepted. The reason contains
 * nothing of the response body, because the URL may be reachable from this machine only.
 */
async function sendReport(url: string, report: object, signal: AbortSignal): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(report),
      // The user agreed to this URL only, so redirects are not followed.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    await response.body?.cancel()
    return response.ok ? undefined : `answered ${response.status} ${response.statusText}`.trim()
  } catch (error) {
    return reasonOf(error)
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`
  return fetchMessageOf(error)
}
