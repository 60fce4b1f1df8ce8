import { createValue, type Value } from '../../../lib/value.ts'
import { type Chunk, chunkBytes, emptyChunk, type ReadTrace, readChunk } from './chunk.ts'

export interface TraceReader {
  readonly read: ReadTrace
  /** Bytes that the node has written by now; undefined: it has no such file. @throws (rejects) without an answer */
  readonly size: () => Promise<number | undefined>
}

export interface SourceState {
  /** Changes with everything that is read. */
  readonly version: number
  /** Bytes, as far as is known. */
  readonly size: number
  /** Of what is read: how many lines there are likely to be in all. */
  readonly lines: number
  /** All of it has been read, so `lines` is exact. */
  readonly isCounted: boolean
  /** Why the last request failed. */
  readonly error: Error | undefined
  /** `gone`: there is no file any more; `restarted`: it was shorter at the last look than before. */
  readonly trouble: 'gone' | 'restarted' | undefined
  /** How often it was another file than before. */
  readonly restarts: number
}

/** A file of any size that grows, of which some chunks are here. */
export interface TraceSource {
  readonly state: Value<SourceState>
  /** What is here of a chunk. */
  readonly chunk: (index: number) => Chunk | undefined
  /** Reads these, the first one first, and forgets others that were wanted before. */
  readonly want: (indexes: readonly number[]) => void
  /** The same chunk for those who walk through the file: what is in sight stays, and this is not kept. */
  readonly load: (index: number) => Promise<Chunk>
  readonly read: ReadTrace
  /** Looks how long the file is by now. Resolves to why that failed, or what was wanted could not be read. */
  readonly refresh: () => Promise<Error | undefined>
}

/** About 16 MB. */
const mostChunks = 64
const mostRequests = 2

export const indexOf = (position: number): number => Math.max(0, Math.floor(position / chunkBytes))

export function createTraceSource(reader: TraceReader, size: number): TraceSource {
  /** Least lately used first. */
  const chunks = new Map<number, Chunk>()
  let wanted: readonly number[] = []
  const loading = new Set<number>()
  /** Of which there was less than there should be: not read again before the next look at the length of the file. */
  const stalled = new Set<number>()
  /** Tells answers about what the file was before from those about what it is. */
  let generation = 0
  const state = createValue<SourceState>({
    version: 0,
    size,
    lines: 0,
    isCounted: size === 0,
    error: undefined,
    trouble: undefined,
    restarts: 0,
  })

  return { state, chunk, want, load, read: reader.read, refresh }

  function chunk(index: number): Chunk | undefined {
    const found = chunks.get(index)
    if (!found) return undefined
    chunks.delete(index)
    chunks.set(index, found)
    return found
  }

  function want(indexes: readonly number[]): void {
    wanted = indexes
    // What has failed is tried again by the next look, not by every move.
    if (!state.get().error) pump()
  }

  function pump(): void {
    for (const index of wanted) {
      if (loading.size >= mostRequests) return
      if (!loading.has(index) && needs(index)) void keep(index)
    }
  }

  function needs(index: number): boolean {
    const { size } = state.get()
    if (index < 0 || index * chunkBytes >= size || stalled.has(index)) return false
    const found = chunks.get(index)
    return !found || (!found.isWhole && found.readTo < size)
  }

  async function keep(index: number): Promise<void> {
    const begun = generation
    loading.add(index)
    try {
      const read = await readChunk(chunks.get(index) ?? emptyChunk(index), reader.read, state.get().size)
      if (begun !== generation) return
      if (!read.isWhole && read.readTo < state.get().size) stalled.add(index)
      chunks.delete(index)
      chunks.set(index, read)
      forget()
      change({ error: undefined, size: Math.max(state.get().size, read.readTo), ...count() })
    } catch (error) {
      if (begun === generation) fail(error)
    } finally {
      loading.delete(index)
      if (!state.get().error) pump()
    }
  }

  function forget(): void {
    for (const index of chunks.keys()) {
      if (chunks.size <= mostChunks) return
      if (!wanted.includes(index)) chunks.delete(index)
    }
  }

  /** What is not read has as many lines as what is. */
  function count(): Pick<SourceState, 'lines' | 'isCounted'> {
    let lines = 0
    let bytes = 0
    for (const one of chunks.values()) {
      const [first] = one.starts
      if (first === undefined || !one.rest) continue
      lines += one.lines.length
      bytes += one.rest.start - first
    }
    const { size } = state.get()
    const isCounted = bytes >= size
    return { lines: bytes === 0 ? 0 : isCounted ? lines : Math.round((lines / bytes) * size), isCounted }
  }

  async function load(index: number): Promise<Chunk> {
    const found = chunks.get(index)
    if (found?.isWhole) return found
    return readChunk(found ?? emptyChunk(index), reader.read, state.get().size)
  }

  async function refresh(): Promise<Error | undefined> {
    const known = state.get().size
    try {
      const next = await reader.size()
      const { size, trouble } = state.get()
      stalled.clear()
      if (next === undefined) {
        change({ trouble: size > 0 ? 'gone' : undefined, error: undefined })
        return undefined
      }
      // What was read while the answer was on its way may be more than it says.
      if (next < Math.min(known, size)) restart(next)
      else change({ size: Math.max(size, next), trouble: trouble === 'gone' ? undefined : trouble })
      // What could not be read is told until it could.
      if (!wanted.some(needs)) change({ error: undefined })
      pump()
    } catch (error) {
      fail(error)
    }
    return state.get().error
  }

  /** It is another file: nothing of what was read holds any more. */
  function restart(next: number): void {
    generation += 1
    chunks.clear()
    change({
      size: next,
      lines: 0,
      isCounted: next === 0,
      error: undefined,
      trouble: 'restarted',
      restarts: state.get().restarts + 1,
    })
  }

  function change(part: Partial<SourceState>): void {
    const before = state.get()
    const isSame = Object.entries(part).every(([name, value]) => before[name as keyof SourceState] === value) // of a part
    if (!isSame || 'lines' in part) state.set({ ...before, ...part, version: before.version + 1 })
  }

  function fail(error: unknown): void {
    change({ error: error instanceof Error ? error : new Error(String(error)) })
  }
}
