import { deserialize, serialize } from 'node:v8'
import type { Key, Store } from '../store.ts'
import { sizeOf } from './size-of.ts'

/** One item in its place. */
export interface Stored<T> {
  /** Counts up, also over restarts. */
  readonly number: number
  /** Bytes that it takes. */
  readonly size: number
  /** The item itself, where it is in memory. */
  readonly item: T | undefined
}

/** One that was there before this process. */
interface Left<T> extends Stored<T> {
  readonly key: string
  readonly expiresAt: number
}

/** Where the items of a buffer wait. */
export interface BufferStorage<T> {
  /** What is in it outlives the process. */
  readonly survives: boolean
  /** Resolves when everything that was kept and released so far is so on the disk, too. */
  readonly settled: () => Promise<void>
  /** What was left in it, oldest first. */
  readonly left: () => Iterable<Left<T>>
  /** `kept` resolves when it is safe, where that takes its time. */
  readonly keep: (
    item: T,
    about: { readonly number: number; readonly key: string; readonly expiresAt: number },
  ) => { readonly size: number; readonly item: T | undefined; readonly kept: Promise<void> | undefined }
  /** The item; undefined when it cannot be read any more. */
  readonly load: (stored: Stored<T>) => T | undefined
  /** It is not needed any more. */
  readonly release: (stored: Stored<T>) => void
}

export function memoryStorage<T>(): BufferStorage<T> {
  return {
    survives: false,
    settled: async () => {},
    left: () => [],
    keep: (item) => ({ size: sizeOf(item), item, kept: undefined }),
    load: ({ item }) => item,
    release: () => {},
  }
}

export interface DiskStorageOptions {
  /** Of the buffer, among all in this store. */
  readonly name: string
  /** False: only to save memory; what an earlier process has left is thrown away. */
  readonly survives: boolean
  /** What items mean depends on it: those that were kept under another one are thrown away, and told. */
  readonly meaning?: string
  readonly onForgotten?: (count: number) => void
}

/** Items are plain data: what structured cloning copies, bigints and bytes included. */
export function diskStorage<T>(store: Store, options: DiskStorageOptions): BufferStorage<T> {
  const { name, survives, meaning = '', onForgotten } = options
  const table = store.table<Uint8Array>('request_buffers', { binary: true })
  const meanings = store.table<string>('request_buffer_meanings')
  const range = { start: [name, 0], end: [name, Number.MAX_SAFE_INTEGER] } as const
  const underWay = new Set<Promise<unknown>>()
  const tracked = (write: Promise<void>): Promise<void> => {
    const done = write.then(
      () => void underWay.delete(done),
      () => void underWay.delete(done),
    )
    underWay.add(done)
    return write
  }
  // When it fails, the item is sent once more after a restart.
  const remove = (key: Key) => void tracked(table.remove(key)).catch(() => undefined)
  return {
    survives,
    settled: async () => {
      await Promise.all(underWay)
    },
    left() {
      const before = [...table.entries(range)]
      const isMeant = survives && (before.length === 0 || meanings.get(name) === meaning)
      void tracked(meanings.put(name, meaning)).catch(() => undefined)
      if (!isMeant) {
        for (const { key } of before) remove(key)
        if (survives) onForgotten?.(before.length)
        return []
      }
      return before.flatMap(({ key, value }) => {
        const kept = read<T>(value)
        if (!kept) remove(key)
        return kept ? [{ ...kept, size: value.byteLength, item: undefined }] : []
      })
    },
    keep(item, about) {
      const bytes = serialize({ ...about, item } satisfies Record<T>)
      return { size: bytes.byteLength, item: undefined, kept: tracked(table.put([name, about.number], bytes)) }
    },
    load({ number }) {
      const bytes = table.get([name, number])
      return bytes && read<T>(bytes)?.item
    },
    release: ({ number }) => remove([name, number]),
  }
}

interface Record<T> {
  readonly number: number
  readonly key: string
  readonly expiresAt: number
  readonly item: T
}

/** Undefined when it is broken. */
function read<T>(bytes: Uint8Array): Record<T> | undefined {
  try {
    return deserialize(bytes) as Record<T> // as `keep` wrote it
  } catch {
    return undefined
  }
}
