import { delayAfterPage, slowPageMs } from '../../lib/page-throttle.ts'
import { pause } from '../../lib/pause.ts'
import { createValue, type Value } from '../../lib/value.ts'
import type { Ranking, Totals } from './ranking.ts'
import type { RankingPort } from './ranking-port.ts'

export interface ScanState {
  /** `failed` can be resumed as `paused` can: the walk goes on where it was. */
  readonly phase: 'idle' | 'running' | 'paused' | 'failed' | 'stopped' | 'finished'
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly endedAt: number | undefined
  readonly seen: number
  /** Sessions that are likely there. */
  readonly expected: number | undefined
  /** Sessions in a second, of late. */
  readonly perSecond: number
  /** The broker took long: the scan waits longer between its questions. */
  readonly isSlow: boolean
  readonly error: Error | undefined
  /** As far as it went; of the scan before while nothing has come. */
  readonly ranking: Ranking | undefined
  /** Of the scan that was finished before this one. */
  readonly before: { readonly at: number; readonly totals: Totals } | undefined
}

export interface ScanRequest {
  readonly expected: number | undefined
  /** The text of the answer from this position on. */
  readonly load: (cursor: string | undefined, signal: AbortSignal) => Promise<string>
}

export interface Scan {
  readonly state: Pick<Value<ScanState>, 'get' | 'subscribe'>
  readonly start: (request: ScanRequest) => void
  readonly pause: () => void
  readonly resume: () => void
  readonly stop: () => void
  /** The session has ended: forgets everything. */
  readonly clear: () => void
}

/** Milliseconds between two rankings on the way. */
const showEvery = 1000
const attempts = 4

const nothing: ScanState = {
  phase: 'idle',
  startedAt: 0,
  endedAt: undefined,
  seen: 0,
  expected: undefined,
  perSecond: 0,
  isSlow: false,
  error: undefined,
  ranking: undefined,
  before: undefined,
}

/** Walks over all clients, page by page, and lets `open`'s port rank them. One scan at a time. */
export function createScan(open: () => RankingPort, { now = Date.now, wait = pause }: ScanTools = {}): Scan {
  const state = createValue<ScanState>(nothing)
  const change = (part: Partial<ScanState>) => state.set({ ...state.get(), ...part })
  let port: RankingPort | undefined
  let walk: Walk | undefined
  let abort = new AbortController()
  /** The end of what was started last: a page that is on its way must not be counted twice. */
  let underWay = Promise.resolve()

  async function show(kind: 'result' | 'end'): Promise<void> {
    const ranking = await port?.ask(kind, [])
    if (ranking) change({ ranking })
  }

  /** As far as it went, when what is under way has been counted. */
  async function showLast(): Promise<void> {
    await underWay
    try {
      await show('result')
    } catch (error) {
      change({ error: error instanceof Error ? error : new Error(String(error)) })
    }
  }

  /** True when there is more. */
  async function step(current: Walk, signal: AbortSignal): Promise<boolean> {
    const askedAt = now()
    const text = await patiently(() => current.request.load(current.cursor, signal), signal)
    const took = now() - askedAt
    const { cursor, count } = (await port?.ask('page', [text])) ?? { cursor: undefined, count: 0 }
    if (walk !== current) return false
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
    if (now() - current.shownAt > showEvery) {
      current.shownAt = now()
      await show('result')
    }
    await wait(gap, signal)
    return !signal.aborted
  }

  async function patiently<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work()
      } catch (error) {
        if (attempt === attempts || signal.aborted) throw error
        await wait(1000 * 2 ** attempt, signal)
      }
    }
  }

  function goOn(current: Walk): void {
    abort = new AbortController()
    const { signal } = abort
    change({ phase: 'running', error: undefined })
    underWay = underWay.then(() => run(current, signal))
  }

  async function run(current: Walk, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    try {
      if (!current.hasBegun) await port?.ask('begin', [state.get().startedAt])
      current.hasBegun = true
      while (!current.isAtEnd && (await step(current, signal)));
      if (signal.aborted) return
      await show('end')
      change({ phase: 'finished', endedAt: now(), isSlow: false })
    } catch (error) {
      if (signal.aborted) return
      change({ phase: 'failed', error: error instanceof Error ? error : new Error(String(error)) })
    }
  }

  return {
    state,
    start(request) {
      if (state.get().phase === 'running') return
      port ??= open()
      const { ranking, phase, before } = state.get()
      const startedAt = now()
      walk = { request, cursor: undefined, shownAt: startedAt, hasBegun: false, isAtEnd: false }
      change({
        ...nothing,
        startedAt,
        expected: request.expected,
        ranking,
        before: phase === 'finished' && ranking ? { at: ranking.at, totals: ranking.totals } : before,
      })
      goOn(walk)
    },
    pause() {
      if (state.get().phase !== 'running') return
      abort.abort()
      change({ phase: 'paused', isSlow: false })
      void showLast()
    },
    resume() {
      const { phase } = state.get()
      if (walk && (phase === 'paused' || phase === 'failed')) goOn(walk)
    },
    stop() {
      abort.abort()
      change({ phase: 'stopped', endedAt: now(), isSlow: false })
      void showLast()
    },
    clear() {
      abort.abort()
      port?.close()
      port = undefined
      walk = undefined
      // What the closed worker still owes will never come.
      underWay = Promise.resolve()
      state.set(nothing)
    },
  }
}

interface Walk {
  readonly request: ScanRequest
  cursor: string | undefined
  /** When the ranking was last shown. */
  shownAt: number
  hasBegun: boolean
  isAtEnd: boolean
}

interface ScanTools {
  readonly now?: () => number
  /** Resolves after so many milliseconds, or when aborted. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
}
