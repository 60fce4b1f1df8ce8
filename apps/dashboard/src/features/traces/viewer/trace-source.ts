import { toError } from '@mqdeck/contract'
import { createValue, type Value } from '../../../lib/json/value.ts'
import { type Chunk, chunkBytes, emptyChunk, type ReadTrace, readChunk } from './chunk.ts'

export interface TraceReader {
  readonly read: ReadTrace
  /** Size of the file in bytes. Undefined if the node has no such file. @throws (rejects) if the server does not respond */
  readonly size: () => Promise<number | undefined>
}

export interface SourceState {
  /** Incremented with each change. */
  readonly version: number
  /** Last known size in bytes. */
  readonly size: number
  /** Total number of lines, estimated from the parts that were read. */
  readonly lines: number
  /** Whether everything has been read, so that `lines` is exact. */
  readonly isCounted: boolean
  /** Error of the last request. */
  readonly error: Error | undefined
  /** `gone`: the file no longer exists; `restarted`: the file became shorter. */
  readonly problem: 'gone' | 'restarted' | undefined
  /** Number of times the file was replaced. */
  readonly restarts: number
}

/** A growing file of any size, of which some chunks are loaded. */
export interface TraceSource {
  readonly state: Value<SourceState>
  /** A chunk as far as it is loaded. */
  readonly chunk: (index: number) => Chunk | undefined
  /** Loads these chunks in this order and cancels earlier requests. */
  readonly request: (indexes: readonly number[]) => void
  /** Loads a chunk for searching, without keeping it in the cache. */
  readonly load: (index: number) => Promise<Chunk>
  readonly read: ReadTrace
  /** Requests the current size. Resolves to the error of this or of an earlier read, if any. */
  readonly refresh: () => Promise<Error | undefined>
}

/** About 16 MB. */
const maxChunks = 64
const maxRequests = 2

export const indexOf = (position: number): number => Math.max(0, Math.floor(position / chunkBytes))

export function createTraceSource(reader: TraceReader, size: number): TraceSource {
  /** Least recently used first. */
  const chunks = new Map<number, Chunk>()
  let requestedIndexes: readonly number[] = []
  const loading = new Set<number>()
  /** Chunks that were shorter than expected. Not read again before the next `refresh`. */
  const stalled = new Set<number>()
  /** Incremented when the file is replaced, to ignore responses about the previous file. */
  let generation = 0
  const state = createValue<SourceState>({
    version: 0,
    size,
    lines: 0,
    isCounted: size === 0,
    error: undefined,
    problem: undefined,
    restarts: 0,
  })

  return { state, chunk, request, load, read: reader.read, refresh }

  function chunk(index: number): Chunk | undefined {
    const found = chunks.get(index)
    if (!found) return undefined
    chunks.delete(index)
    chunks.set(index, found)
    return found
  }

  function request(indexes: readonly number[]): void {
    requestedIndexes = indexes
    // Failed reads are retried by the next `refresh`, not by every scroll.
    if (!state.get().error) loadNext()
  }

  function loadNext(): void {
    for (const index of requestedIndexes) {
      if (loading.size >= maxRequests) return
      if (!loading.has(index) && needs(index)) void loadAndKeep(index)
    }
  }

  function needs(index: number): boolean {
    const { size } = state.get()
    if (index < 0 || index * chunkBytes >= size || stalled.has(index)) return false
    const found = chunks.get(index)
    return !found || (!found.isComplete && found.readTo < size)
  }

  async function loadAndKeep(index: number): Promise<void> {
    const startGeneration = generation
    loading.add(index)
    try {
      const read = await readChunk(chunks.get(index) ?? emptyChunk(index), reader.read, state.get().size)
      if (startGeneration !== generation) return
      if (!read.isComplete && read.readTo < state.get().size) stalled.add(index)
      chunks.delete(index)
      chunks.set(index, read)
      evict()
      change({ error: undefined, size: Math.max(state.get().size, read.readTo), ...count() })
    } catch (error) {
      if (startGeneration === generation) fail(error)
    } finally {
      loading.delete(index)
      if (!state.get().error) loadNext()
    }
  }

  function evict(): void {
    for (const index of chunks.keys()) {
      if (chunks.size <= maxChunks) return
      if (!requestedIndexes.includes(index)) chunks.delete(index)
    }
  }

  /** Estimates the number of lines from the loaded chunks. */
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
    if (found?.isComplete) return found
    return readChunk(found ?? emptyChunk(index), reader.read, state.get().size)
  }

  async function refresh(): Promise<Error | undefined> {
    const known = state.get().size
    try {
      const next = await reader.size()
      const { size, problem } = state.get()
      stalled.clear()
      if (next === undefined) {
        change({ problem: size > 0 ? 'gone' : undefined, error: undefined })
        return undefined
      }
      // Reads during this request may have seen a larger size.
      if (next < Math.min(known, size)) restart(next)
      else change({ size: Math.max(size, next), problem: problem === 'gone' ? undefined : problem })
      // Keep the error until the failed chunks are read.
      if (!requestedIndexes.some(needs)) change({ error: undefined })
      loadNext()
    } catch (error) {
      fail(error)
    }
    return state.get().error
  }

  /** The file was replaced, so everything that was read is outdated. */
  function restart(next: number): void {
    generation += 1
    chunks.clear()
    change({
      size: next,
      lines: 0,
      isCounted: next === 0,
      error: undefined,
      problem: 'restarted',
      restarts: state.get().restarts + 1,
    })
  }

  function change(part: Partial<SourceState>): void {
    const before = state.get()
    const isSame = Object.entries(part).every(([name, value]) => before[name as keyof SourceState] === value) // of a part
    if (!isSame || 'lines' in part) state.set({ ...before, ...part, version: before.version + 1 })
  }

  function fail(error: unknown): void {
    change({ error: toError(error) })
  }
}
