import { toError } from '@mqdeck/contract'
import { createValue, type Value } from '../../../lib/json/value.ts'
import type { LinePredicate } from './line-filter.ts'
import type { MatchingLine } from './lines.ts'
import { scan } from './scan.ts'
import type { TraceSource } from './trace-source.ts'

interface FinderState {
  /** Matching lines in the order of the file. */
  readonly found: readonly MatchingLine[]
  /** Number of searched bytes, and the start and end of the searched part. */
  readonly bytes: number
  readonly from: number
  readonly to: number
  readonly isSearching: boolean
  /** Why the search paused before the start of the file: `long` after many bytes, `many` after many matches, `stopped` by the user. */
  readonly paused: 'long' | 'many' | 'stopped' | undefined
  readonly error: Error | undefined
}

/** Searches a file for matching lines, from the end to the start, and the lines that are appended meanwhile. */
export interface Finder {
  readonly state: Value<FinderState>
  /** Searches towards the start. Also resumes after a pause. */
  readonly searchOlder: () => void
  /** Searches appended lines. */
  readonly searchNewer: () => Promise<void>
  readonly stop: () => void
  /** Aborts all searches. `searchOlder` and `searchNewer` can start them again. */
  readonly close: () => void
}

/** Bytes to search before pausing. */
const pauseAfterBytes = 268_435_456
/** Maximum lines and characters to keep. */
const maxMatches = 20_000
const maxCharacters = 16_777_216

export function createFinder(source: TraceSource, test: LinePredicate): Finder {
  const { size } = source.state.get()
  let closing = new AbortController()
  let searching: AbortController | undefined
  let isSearchingNewer = false
  let characters = 0
  let limit = pauseAfterBytes
  /** Position where the search started. */
  let start = size
  let maxFound = maxMatches
  const state = createValue<FinderState>({
    found: [],
    bytes: 0,
    from: size,
    to: size,
    isSearching: false,
    paused: undefined,
    error: undefined,
  })
  const change = (part: Partial<FinderState>) => state.set({ ...state.get(), ...part })

  return { state, searchOlder: () => void searchOlder(), searchNewer, stop, close }

  async function searchOlder(): Promise<void> {
    if (searching) return
    const { paused, bytes, found } = state.get()
    if (paused === 'long') limit = bytes + pauseAfterBytes
    if (paused === 'many') maxFound = found.length + maxMatches
    if (paused === 'many') characters = 0
    const controller = new AbortController()
    const { signal } = controller
    searching = controller
    change({ isSearching: true, paused: undefined, error: undefined })
    try {
      for await (const step of scan(source, test, { position: state.get().from, direction: 'backward' }, signal)) {
        const before = state.get()
        const added = step.found.map(keep).toReversed()
        change({
          bytes: before.bytes + step.bytes,
          from: step.position,
          // The last line is incomplete.
          ...(step.unfinished !== undefined && before.to === start && { to: step.unfinished }),
          ...(added.length > 0 && { found: [...added, ...before.found] }),
        })
        const paused = pauseAt(state.get())
        if (!paused) continue
        change({ paused })
        break
      }
    } catch (error) {
      change({ error: toError(error) })
    } finally {
      // The search may have been stopped and resumed in the meantime.
      if (searching === controller || !searching)
        change({ isSearching: false, ...(signal.aborted && { paused: 'stopped' as const }) })
      if (searching === controller) searching = undefined
    }
  }

  function pauseAt({ bytes, found, from }: FinderState): FinderState['paused'] {
    if (from === 0) return undefined
    if (found.length >= maxFound || characters >= maxCharacters) return 'many'
    return bytes >= limit ? 'long' : undefined
  }

  async function searchNewer(): Promise<void> {
    const { size: end } = source.state.get()
    if (isSearchingNewer || end <= state.get().to) return
    if (state.get().bytes === 0 && start === 0) {
      // The size of the file was not known before.
      start = end
      change({ from: end, to: end })
      return searchOlder()
    }
    isSearchingNewer = true
    const { signal } = closing
    try {
      const place = { position: state.get().to, direction: 'forward' } as const
      for await (const step of scan(source, test, place, signal)) {
        const before = state.get()
        const found = step.found.length === 0 ? before.found : [...before.found, ...step.found.map(keep)]
        change({ bytes: before.bytes + step.bytes, to: step.position, found, error: undefined })
        if (found.length > maxFound + maxMatches / 4) dropOldest()
      }
    } catch (error) {
      change({ error: toError(error) })
    } finally {
      isSearchingNewer = false
      // Lines appended during this search: no other call may follow.
      if (!signal.aborted && source.state.get().size > end) void searchNewer()
    }
  }

  /** Limits the matches of a growing file. Searching older lines finds the dropped ones again. */
  function dropOldest(): void {
    const found = state.get().found.slice(-maxFound)
    characters = found.reduce((sum, { text }) => sum + text.length, 0)
    change({ found, from: found[0]?.position ?? state.get().from, paused: 'many' })
  }

  function keep({ position, text }: MatchingLine): MatchingLine {
    characters += text.length
    return { position, text: copyOf(text) }
  }

  function stop(): void {
    searching?.abort()
    searching = undefined
  }

  function close(): void {
    stop()
    closing.abort()
    closing = new AbortController()
  }
}

/** Copies a text, since a substring keeps the original string in memory. */
const copyOf = (text: string): string => decoder.decode(encoder.encode(text))
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export interface MatchSearch {
  /** Undefined if there is no match up to `position`. */
  readonly found: MatchingLine | undefined
  readonly position: number
  /** Whether the search paused after many bytes, before the end of the file. */
  readonly isLong: boolean
}

/** Finds the next matching line from a position. `onProgress` is called with the number of searched bytes. */
export async function findNextMatch(
  source: TraceSource,
  test: LinePredicate,
  place: { readonly position: number; readonly direction: 'forward' | 'backward' },
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (bytes: number) => void },
): Promise<MatchSearch> {
  let bytes = 0
  let { position } = place
  for await (const step of scan(source, test, place, signal)) {
    const [found] = step.found
    if (found) return { found, position: found.position, isLong: false }
    bytes += step.bytes
    position = step.position
    if (bytes >= pauseAfterBytes) return { found: undefined, position, isLong: true }
    onProgress(bytes)
  }
  return { found: undefined, position, isLong: false }
}
