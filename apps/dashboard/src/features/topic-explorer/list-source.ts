import { toError } from '@mqdeck/contract'
import { delayAfterPage } from '../../lib/browser/page-throttle.ts'
import { pause } from '../../lib/browser/pause.ts'
import { createValue, type Value } from '../../lib/json/value.ts'
import type { ListKind } from './explorer-calls.ts'
import type { ExplorerPort } from './explorer-port.ts'

export interface ListState {
  /** `partial`: the first page is loaded, and the rest was not requested or was stopped. */
  readonly phase: 'off' | 'reading' | 'partial' | 'complete' | 'failed'
  /** Number of loaded entries. Several nodes may have the same topic. */
  readonly read: number
  /** Total number of entries, if the broker returns it. */
  readonly total: number | undefined
  /** Start of loading in milliseconds since the epoch. */
  readonly at: number | undefined
  readonly error: Error | undefined
}

/** A paged list of topics from the broker. */
export interface ListSource {
  readonly state: Pick<Value<ListState>, 'get' | 'subscribe'>
  /** Loads the first page, or all pages if they were requested before. */
  readonly load: () => void
  /** Loads the remaining pages. */
  readonly loadRest: () => void
  /** Resumes after a failure. */
  readonly retry: () => void
  readonly stop: () => void
  /** Resets the state. The topics stay in the tree. */
  readonly reset: () => void
  /** Removes the marks of this list from the tree. */
  readonly turnOff: () => void
}

interface ListSourceOptions {
  readonly port: () => Pick<ExplorerPort, 'ask'>
  readonly kind: ListKind
  /** Loads a page as text. Pages start at 1. */
  readonly load: (page: number, signal: AbortSignal) => Promise<string>
  readonly now?: () => number
}

const initialState: ListState = { phase: 'off', read: 0, total: undefined, at: undefined, error: undefined }

export function createListSource({ port, kind, load, now = Date.now }: ListSourceOptions): ListSource {
  const state = createValue<ListState>(initialState)
  const change = (part: Partial<ListState>) => state.set({ ...state.get(), ...part })
  let abort = new AbortController()
  let nextPage = 1
  let loadsAll = false

  async function loadPages(signal: AbortSignal): Promise<void> {
    try {
      if (nextPage === 1) await port().ask('beginList', [kind])
      for (;;) {
        const requestedAt = now()
        const text = await load(nextPage, signal)
        if (signal.aborted) return
        const { count, total, hasNext } = await port().ask('addPage', [kind, text])
        if (signal.aborted) return
        nextPage += 1
        change({ read: state.get().read + count, total: total ?? state.get().total })
        if (!hasNext) {
          await port().ask('endList', [kind])
          change({ phase: 'complete', total: state.get().read })
          return
        }
        if (!loadsAll) return change({ phase: 'partial' })
        await pause(delayAfterPage(now() - requestedAt), signal)
        if (signal.aborted) return
      }
    } catch (error) {
      if (signal.aborted) return
      change({ phase: 'failed', error: toError(error) })
    }
  }

  const start = () => {
    abort.abort()
    abort = new AbortController()
    change({ phase: 'reading', error: undefined })
    void loadPages(abort.signal)
  }

  const reset = () => {
    abort.abort()
    loadsAll = false
    nextPage = 1
    state.set(initialState)
  }

  return {
    state,
    reset,
    turnOff() {
      reset()
      // An empty list removes all marks. Errors of a broken tree are reported elsewhere.
      void port()
        .ask('beginList', [kind])
        .then(() => port().ask('endList', [kind]))
        .catch(() => undefined)
    },
    load() {
      nextPage = 1
      change({ read: 0, total: undefined, at: now() })
      start()
    },
    retry: start,
    loadRest() {
      loadsAll = true
      start()
    },
    stop() {
      if (state.get().phase !== 'reading') return
      abort.abort()
      loadsAll = false
      change({ phase: 'partial' })
    },
  }
}
