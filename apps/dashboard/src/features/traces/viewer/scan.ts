import { chunkBytes } from './chunk.ts'
import type { TestLine } from './line-filter.ts'
import type { Found } from './lines.ts'
import { indexOf, type TraceSource } from './trace-source.ts'

export interface WalkStep {
  readonly found: readonly Found[]
  /** Bytes that were looked through. */
  readonly bytes: number
  /** Where to go on: lines before it (backward) or from it on (forward) have not been looked at. */
  readonly position: number
  /** Where a line begins that the file ends in. */
  readonly unfinished: number | undefined
}

/** Milliseconds until the page gets its turn. */
const slice = 8

/**
 * Looks through the file from `position` on, chunk by chunk, in either direction; ends at the end of the file as it is known then.
 * Lines of one step are in the order in which they were met. While one chunk is looked through, the next is being read.
 */
export async function* walk(
  source: TraceSource,
  test: TestLine,
  { position, direction }: { readonly position: number; readonly direction: 'forward' | 'backward' },
  signal: AbortSignal,
): AsyncGenerator<WalkStep> {
  const by = direction === 'forward' ? 1 : -1
  let at = position
  let index = indexOf(direction === 'forward' ? position : position - 1)
  let coming = load(index)
  for (;;) {
    const chunk = await coming
    if (!chunk || signal.aborted) return
    coming = load(index + by)
    // Nobody may wait for it any more.
    coming.catch(() => {})
    const found: Found[] = []
    let turn = performance.now()
    for (let step = 0; step < chunk.lines.length; step += 1) {
      const line = by > 0 ? step : chunk.lines.length - 1 - step
      const start = chunk.starts[line] ?? 0
      const text = chunk.lines[line] ?? ''
      if (by > 0 ? start < at : start >= at) continue
      if (test(text)) found.push({ position: start, text })
      // After each line: an expression may take long for one.
      if (performance.now() - turn > slice) {
        await nextTurn()
        if (signal.aborted) return
        turn = performance.now()
      }
    }
    const from = index * chunkBytes
    const next = by < 0 ? from : chunk.isWhole ? from + chunkBytes : (chunk.rest?.start ?? chunk.readTo)
    const unfinished = chunk.isWhole || !chunk.rest?.text ? undefined : chunk.rest.start
    yield { found, bytes: Math.abs(next - at), position: next, unfinished }
    if (signal.aborted || (by > 0 && !chunk.isWhole)) return
    at = next
    index += by
  }

  function load(wanted: number) {
    const isThere = wanted >= 0 && wanted * chunkBytes < source.state.get().size
    return isThere && !signal.aborted ? source.load(wanted) : Promise.resolve(undefined)
  }
}

/** After whatever else the page has to do. */
const nextTurn = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
