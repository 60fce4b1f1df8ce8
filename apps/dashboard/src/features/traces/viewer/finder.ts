import { createValue, type Value } from '../../../lib/value.ts'
import type { TestLine } from './line-filter.ts'
import type { Found } from './lines.ts'
import type { TraceSource } from './trace-source.ts'
import { walk } from './walk.ts'

interface FinderState {
  /** In the order of the file. */
  readonly found: readonly Found[]
  /** Bytes that were looked through, and where they begin and end in the file. */
  readonly bytes: number
  readonly from: number
  readonly to: number
  readonly isWalking: boolean
  /** Why it stands although there is more before: `long` after many bytes, `many` after many lines, `stopped` by the user. */
  readonly paused: 'long' | 'many' | 'stopped' | undefined
  readonly error: Error | undefined
}

/** The lines of a file that pass a test: the newest first, then on towards the beginning; and those that come meanwhile. */
export interface Finder {
  readonly state: Value<FinderState>
  /** Goes on towards the beginning, also after a pause. */
  readonly older: () => void
  /** Looks at what has been added to the file. */
  readonly newer: () => Promise<void>
  readonly stop: () => void
  /** Nobody looks any more; `older` and `newer` begin again. */
  readonly close: () => void
}

/** Bytes that are looked through until somebody says that it shall go on. */
const longWalk = 268_435_456
/** Lines and characters that are kept. */
const mostFound = 20_000
const mostCharacters = 16_777_216

export function createFinder(source: TraceSource, test: TestLine): Finder {
  const { size } = source.state.get()
  let closing = new AbortController()
  let walking: AbortController | undefined
  let isLookingForNewer = false
  let characters = 0
  let limit = longWalk
  /** Where looking began. */
  let begin = size
  let most = mostFound
  const state = createValue<FinderState>({
    found: [],
    bytes: 0,
    from: size,
    to: size,
    isWalking: false,
    paused: undefined,
    error: undefined,
  })
  const change = (part: Partial<FinderState>) => state.set({ ...state.get(), ...part })

  return { state, older: () => void older(), newer, stop, close }

  async function older(): Promise<void> {
    if (walking) return
    const { paused, bytes, found } = state.get()
    if (paused === 'long') limit = bytes + longWalk
    if (paused === 'many') most = found.length + mostFound
    if (paused === 'many') characters = 0
    const own = new AbortController()
    const { signal } = own
    walking = own
    change({ isWalking: true, paused: undefined, error: undefined })
    try {
      for await (const step of walk(source, test, { position: state.get().from, direction: 'backward' }, signal)) {
        const before = state.get()
        const added = step.found.map(kept).toReversed()
        change({
          bytes: before.bytes + step.bytes,
          from: step.position,
          // The last line is not whole yet.
          ...(step.unfinished !== undefined && before.to === begin && { to: step.unfinished }),
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
      // Somebody may have stopped it and gone on at once.
      if (walking === own || !walking)
        change({ isWalking: false, ...(signal.aborted && { paused: 'stopped' as const }) })
      if (walking === own) walking = undefined
    }
  }

  function pauseAt({ bytes, found, from }: FinderState): FinderState['paused'] {
    if (from === 0) return undefined
    if (found.length >= most || characters >= mostCharacters) return 'many'
    return bytes >= limit ? 'long' : undefined
  }

  async function newer(): Promise<void> {
    const { size: end } = source.state.get()
    if (isLookingForNewer || end <= state.get().to) return
    if (state.get().bytes === 0 && begin === 0) {
      // How long the file is has become known only now.
      begin = end
      change({ from: end, to: end })
      return older()
    }
    isLookingForNewer = true
    const { signal } = closing
    try {
      const place = { position: state.get().to, direction: 'forward' } as const
      for await (const step of walk(source, test, place, signal)) {
        const before = state.get()
        const found = step.found.length === 0 ? before.found : [...before.found, ...step.found.map(kept)]
        change({ bytes: before.bytes + step.bytes, to: step.position, found, error: undefined })
        if (found.length > most + mostFound / 4) dropOldest()
      }
    } catch (error) {
      change({ error: toError(error) })
    } finally {
      isLookingForNewer = false
      // Written meanwhile: nobody may ask again when it was the last.
      if (!signal.aborted && source.state.get().size > end) void newer()
    }
  }

  /** Of what follows without end; looking for older ones finds them again. */
  function dropOldest(): void {
    const found = state.get().found.slice(-most)
    characters = found.reduce((sum, { text }) => sum + text.length, 0)
    change({ found, from: found[0]?.position ?? state.get().from, paused: 'many' })
  }

  function kept({ position, text }: Found): Found {
    characters += text.length
    return { position, text: copyOf(text) }
  }

  function stop(): void {
    walking?.abort()
    walking = undefined
  }

  function close(): void {
    stop()
    closing.abort()
    closing = new AbortController()
  }
}

/** A part of a text keeps the whole of it in memory, a copy does not. */
const copyOf = (text: string): string => decoder.decode(encoder.encode(text))
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

export interface Hunt {
  /** Undefined: none up to `position`. */
  readonly found: Found | undefined
  readonly position: number
  /** It ended before the end of the file, after many bytes. */
  readonly isLong: boolean
}

/** The next line from a position on that passes the test; `told` is called with the bytes that were looked through. */
export async function hunt(
  source: TraceSource,
  test: TestLine,
  place: { readonly position: number; readonly direction: 'forward' | 'backward' },
  { signal, told }: { readonly signal: AbortSignal; readonly told: (bytes: number) => void },
): Promise<Hunt> {
  let bytes = 0
  let { position } = place
  for await (const step of walk(source, test, place, signal)) {
    const [found] = step.found
    if (found) return { found, position: found.position, isLong: false }
    bytes += step.bytes
    position = step.position
    if (bytes >= longWalk) return { found: undefined, position, isLong: true }
    told(bytes)
  }
  return { found: undefined, position, isLong: false }
}
