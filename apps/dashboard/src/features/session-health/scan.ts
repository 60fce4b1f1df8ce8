import { toError } from '@mqdeck/contract'
import { delayAfterPage, slowPageMs } from '../../lib/browser/page-throttle.ts'
import { pause } from '../../lib/browser/pause.ts'
import { createValue, type Value } from '../../lib/json/value.ts'
import type { Ranking, Totals } from './ranking.ts'
import type { RankingPort } from './ranking-port.ts'

export interface ScanState {
  /** `failed` and `paused` scans can be resumed. */
  readonly phase: 'idle' | 'running' | 'paused' | 'failed' | 'stopped' | 'finished'
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly endedAt: number | undefined
  readonly seen: number
  /** Estimated number of sessions. */
  readonly expected: number | undefined
  /** Recent scan speed in sessions per second. */
  readonly perSecond: number
  /** Whether the broker responds slowly, so that the scan waits longer between requests. */
  readonly isSlow: boolean
  readonly error: Error | undefined
  /** Ranking so far. That of the previous scan until the first page is read. */
  readonly ranking: Ranking | undefined
  /** Totals of the previous finished scan. */
  readonly previous: { readonly at: number; readonly totals: Totals } | undefined
}

export interface ScanRequest {
  readonly expected: number | undefined
  /** Keeps the previous ranking until the scan has finished. */
  readonly isQuiet?: boolean
  /** Loads the page at this cursor as text. */
  readonly load: (cursor: string | undefined, signal: AbortSignal) => Promise<string>
}

export interface Scan {
  readonly state: Pick<Value<ScanState>, 'get' | 'subscribe'>
  readonly start: (request: ScanRequest) => void
  readonly pause: () => void
  readonly resume: () => void
  readonly stop: () => void
  /** Resets all state when the session ends. */
  readonly clear: () => void
}

/** Milliseconds between ranking updates during a scan. */
const updateIntervalMs = 1000
const maxAttempts = 4

const initialState: ScanState = {
  phase: 'idle',
  startedAt: 0,
  endedAt: undefined,
  seen: 0,
  expected: undefined,
  perSecond: 0,
  isSlow: false,
  error: undefined,
  ranking: undefined,
  previous: undefined,
}

/** Reads all clients page by page and ranks them in the worker that `open` creates. One scan at a time. */
export function createScan(open: () => RankingPort, { now = Date.now, wait = pause }: ScanTimers = {}): Scan {
  const state = createValue<ScanState>(initialState)
  const change = (part: Partial<ScanState>) => state.set({ ...state.get(), ...part })
  let port: RankingPort | undefined
  let progress: ScanProgress | undefined
  let abort = new AbortController()
  /** Resolves when the previous run has ended, so that a pending page is not counted twice. */
  let previousRun = Promise.resolve()

  async function updateRanking(kind: 'result' | 'end'): Promise<void> {
    const ranking = await port?.ask(kind, [])
    if (ranking) change({ ranking })
  }

  /** Updates the ranking after the pending page has been counted. */
  async function updateLastRanking(): Promise<void> {
    await previousRun
    try {
      await updateRanking('result')
    } catch (error) {
      change({ error: toError(error) })
    }
  }

  /** @returns whether there are more pages */
  async function step(current: ScanProgress, signal: AbortSignal): Promise<boolean> {
    const requestedAt = now()
    const text = await withRetries(() => current.request.load(current.cursor, signal), signal)
    const took = now() - requestedAt
    const { cursor, count } = (await port?.ask('page', [text])) ?? { cursor: undefined, count: 0 }
    if (progress !== current) return false
    current.cursor = cursor
    const gap = delayAfterPage(took)
    const speed = (count * 1000) / Math.max(1, took + gap)
    const { seen, perSecond } = state.get()
    change({
      seen: seen + count,
      isSlow: took > slowPageMs,
      perSecond: perSecond === 0 ? speed : (perSecond * 4 + speed) / 5,
    })
    if (cursor === undefined || count === 0) {
      current.isAtEnd = true
      return false
    }
    if (signal.aborted) return false
    const isShown = current.request.isQuiet !== true || state.get().ranking === undefined
    if (isShown && now() - current.updatedAt > updateIntervalMs) {
      current.updatedAt = now()
      await updateRanking('result')
    }
    await wait(gap, signal)
    return !signal.aborted
  }

  async function withRetries<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work()
      } catch (error) {
        if (attempt === maxAttempts || signal.aborted) throw error
        await wait(1000 * 2 ** attempt, signal)
      }
    }
  }

  function continueScan(current: ScanProgress): void {
    abort = new AbortController()
    const { signal } = abort
    change({ phase: 'running', error: undefined })
    previousRun = previousRun.then(() => run(current, signal))
  }

  async function run(current: ScanProgress, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    try {
      if (!current.hasStarted) await port?.ask('begin', [state.get().startedAt])
      current.hasStarted = true
      while (!current.isAtEnd && (await step(current, signal)));
      if (signal.aborted) return
      await updateRanking('end')
      change({ phase: 'finished', endedAt: now(), isSlow: false })
    } catch (error) {
      if (signal.aborted) return
      change({ phase: 'failed', error: toError(error) })
    }
  }

  return {
    state,
    start(request) {
      if (state.get().phase === 'running') return
      port ??= open()
      const { ranking, phase, previous } = state.get()
      const startedAt = now()
      progress = { request, cursor: undefined, updatedAt: startedAt, hasStarted: false, isAtEnd: false }
      change({
        ...initialState,
        startedAt,
        expected: request.expected,
        ranking,
        previous: phase === 'finished' && ranking ? { at: ranking.at, totals: ranking.totals } : previous,
      })
      continueScan(progress)
    },
    pause() {
      if (state.get().phase !== 'running') return
      abort.abort()
      change({ phase: 'paused', isSlow: false })
      void updateLastRanking()
    },
    resume() {
      const { phase } = state.get()
      if (progress && (phase === 'paused' || phase === 'failed')) continueScan(progress)
    },
    stop() {
      abort.abort()
      change({ phase: 'stopped', endedAt: now(), isSlow: false })
      void updateLastRanking()
    },
    clear() {
      abort.abort()
      port?.close()
      port = undefined
      progress = undefined
      // Pending calls of the closed worker never resolve.
      previousRun = Promise.resolve()
      state.set(initialState)
    },
  }
}

interface ScanProgress {
  readonly request: ScanRequest
  cursor: string | undefined
  /** Time of the last ranking update. */
  updatedAt: number
  hasStarted: boolean
  isAtEnd: boolean
}

interface ScanTimers {
  readonly now?: () => number
  /** Resolves after `ms`, or when aborted. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
}
