import { delayAfterPage } from '../../lib/page-throttle.ts'
import { pause } from '../../lib/pause.ts'
import { createValue, type Value } from '../../lib/value.ts'
import type { ListKind } from './explorer-answers.ts'
import type { ExplorerPort } from './explorer-port.ts'

export interface ListState {
  /** `partial`: the first page is there, and the rest was not asked for, or was given up. */
  readonly phase: 'off' | 'reading' | 'partial' | 'whole' | 'failed'
  /** Entries of the list; several nodes may have the same topic. */
  readonly read: number
  /** How many there are, where the broker tells. */
  readonly total: number | undefined
  /** When the list began to be read, in milliseconds. */
  readonly at: number | undefined
  readonly error: Error | undefined
}

/** A list of the broker that names topics, read page by page. */
export interface ListSource {
  readonly state: Pick<Value<ListState>, 'get' | 'subscribe'>
  /** From the beginning: the first page only, unless all of it was wanted before. */
  readonly read: () => void
  /** From where it is, to the end. */
  readonly readRest: () => void
  /** After a failure: from where it is, as far as was wanted. */
  readonly retry: () => void
  readonly stop: () => void
  /** As if nothing had been read; the topics stay in the tree. */
  readonly forget: () => void
  /** Takes out of the tree what the list has brought. */
  readonly turnOff: () => void
}

interface ListParts {
  readonly port: () => Pick<ExplorerPort, 'ask'>
  readonly kind: ListKind
  /** The text of a page, from 1. */
  readonly load: (page: number, signal: AbortSignal) => Promise<string>
  readonly now?: () => number
}

const nothing: ListState = { phase: 'off', read: 0, total: undefined, at: undefined, error: undefined }

export function createListSource({ port, kind, load, now = Date.now }: ListParts): ListSource {
  const state = createValue<ListState>(nothing)
  const change = (part: Partial<ListState>) => state.set({ ...state.get(), ...part })
  let abort = new AbortController()
  let next = 1
  let isAllWanted = false

  async function walk(signal: AbortSignal): Promise<void> {
    try {
      if (next === 1) await port().ask('beginList', [kind])
      for (;;) {
        const askedAt = now()
        const text = await load(next, signal)
        if (signal.aborted) return
        const { count, total, hasNext } = await port().ask('addPage', [kind, text])
        if (signal.aborted) return
        next += 1
        change({ read: state.get().read + count, total: total ?? state.get().total })
        if (!hasNext) {
          await port().ask('endList', [kind])
          change({ phase: 'whole', total: state.get().read })
          return
        }
        if (!isAllWanted) return change({ phase: 'partial' })
        await pause(delayAfterPage(now() - askedAt), signal)
        if (signal.aborted) return
      }
    } catch (error) {
      if (signal.aborted) return
      change({ phase: 'failed', error: error instanceof Error ? error : new Error(String(error)) })
    }
  }

  const start = () => {
    abort.abort()
    abort = new AbortController()
    change({ phase: 'reading', error: undefined })
    void walk(abort.signal)
  }

  const forget = () => {
    abort.abort()
    isAllWanted = false
    next = 1
    state.set(nothing)
  }

  return {
    state,
    forget,
    turnOff() {
      forget()
      // An empty list. When the tree is broken there is nothing to take out of it.
      void port()
        .ask('beginList', [kind])
        .then(() => port().ask('endList', [kind]))
        .catch(() => undefined)
    },
    read() {
      next = 1
      change({ read: 0, total: undefined, at: now() })
      start()
    },
    retry: start,
    readRest() {
      isAllWanted = true
      start()
    },
    stop() {
      if (state.get().phase !== 'reading') return
      abort.abort()
      isAllWanted = false
      change({ phase: 'partial' })
    },
  }
}
