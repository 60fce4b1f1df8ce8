import { chunkBytes } from './chunk.ts'
import type { LinePredicate } from './line-filter.ts'
import type { MatchingLine } from './lines.ts'
import { indexOf, type TraceSource } from './trace-source.ts'

export interface ScanStep {
  readonly found: readonly MatchingLine[]
  /** Number of searched bytes. */
  readonly bytes: number
  /** Where to continue: lines before it (backward) or from it (forward) are not searched yet. */
  readonly position: number
  /** Position of an incomplete line at the end of the file. */
  readonly unfinished: number | undefined
}

/** Milliseconds before yielding to the page. */
const timeSliceMs = 8

/**
 * Searches the file from `position` in either direction, one step per chunk, to the end of the file as known at that time.
 * Lines of one step are in the order of the search. The next chunk is loaded while the current one is searched.
 */
export async function* scan(
  source: TraceSource,
  test: LinePredicate,
  { position, direction }: { readonly position: number; readonly direction: 'forward' | 'backward' },
  signal: AbortSignal,
): AsyncGenerator<ScanStep> {
  const by = direction === 'forward' ? 1 : -1
  let at = position
  let index = indexOf(direction === 'forward' ? position : position - 1)
  let nextChunk = load(index)
  for (;;) {
    const chunk = await nextChunk
    if (!chunk || signal.aborted) return
    nextChunk = load(index + by)
    // Prevents an unhandled rejection if the search ends first.
    nextChunk.catch(() => {})
    const found: MatchingLine[] = []
    let sliceStart = performance.now()
    for (let step = 0; step < chunk.lines.length; step += 1) {
      const line = by > 0 ? step : chunk.lines.length - 1 - step
      const start = chunk.starts[line] ?? 0
      const text = chunk.lines[line] ?? ''
      if (by > 0 ? start < at : start >= at) continue
      if (test(text)) found.push({ position: start, text })
      // Checked per line, since a regular expression may take long.
      if (performance.now() - sliceStart > timeSliceMs) {
        await yieldToPage()
        if (signal.aborted) return
        sliceStart = performance.now()
      }
    }
    const from = index * chunkBytes
    const next = by < 0 ? from : chunk.isComplete ? from + chunkBytes : (chunk.rest?.start ?? chunk.readTo)
    const unfinished = chunk.isComplete || !chunk.rest?.text ? undefined : chunk.rest.start
    yield { found, bytes: Math.abs(next - at), position: next, unfinished }
    if (signal.aborted || (by > 0 && !chunk.isComplete)) return
    at = next
    index += by
  }

  function load(requestedIndex: number) {
    const isThere = requestedIndex >= 0 && requestedIndex * chunkBytes < source.state.get().size
    return isThere && !signal.aborted ? source.load(requestedIndex) : Promise.resolve(undefined)
  }
}

/** Resolves after other pending work of the page. */
const yieldToPage = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
