import { deserialize, serialize } from 'node:v8'
import type { Key, Store } from '../store.ts'

/** One item in its place. */
export interface StoredItem<T> {
  /** Increases, also across restarts. */
  readonly number: number
  /** Size in bytes. */
  readonly size: number
  /** The item, if it is in memory. */
  readonly item: T | undefined
}

/** An item that an earlier process stored. */
interface EarlierItem<T> extends StoredItem<T> {
  readonly key: string
  readonly expiresAt: number
}

/** Storage of the items of a buffer. */
export interface BufferStorage<T> {
  /** Whether items survive the process. */
  readonly survives: boolean
  /** Resolves when everything kept and released so far is on disk. */
  readonly settled: () => Promise<void>
  /** Items of earlier processes, oldest first. */
  readonly earlierItems: () => Iterable<EarlierItem<T>>
  /** `kept` resolves when the item is safe, if that takes time. */
  readonly keep: (
    item: T,
    about: { readonly number: number; readonly key: string; readonly expiresAt: number },
  ) => { readonly size: number; readonly item: T | undefined; readonly kept: Promise<void> | undefined }
  /** The item; undefined if it cannot be read. */
  readonly load: (stored: StoredItem<T>) => T | undefined
  /** Deletes an item that is no longer needed. */
  readonly release: (stored: StoredItem<T>) => void
}

export function memoryStorage<T>(): BufferStorage<T> {
  return {
    survives: false,
    settled: async () => {},
    earlierItems: () => [],
    keep: (item) => ({ size: sizeOf(item), item, kept: undefined }),
    load: ({ item }) => item,
    release: () => {},
  }
}

export interface DiskStorageOptions {
  /** Name of the buffer, unique in this store. */
  readonly name: string
  /** If false, the disk only saves memory, and items of earlier processes are deleted. */
  readonly survives: boolean
  /** Version of the items' meaning. Items stored under another one are deleted and logged. */
  readonly meaning?: string
  readonly onForgotten?: (count: number) => void
}

/** Items are plain data that structured cloning can copy, including bigints and bytes. */
export function diskStorage<T>(store: Store, options: DiskStorageOptions): BufferStorage<T> {
  const { name, survives, meaning = '', onForgotten } = options
  const table = store.table<Uint8Array>('request_buffers', { binary: true })
  const meanings = store.table<string>('request_buffer_meanings')
  const range = { start: [name, 0], end: [name, Number.MAX_SAFE_INTEGER] } as const
  const pendingWrites = new Set<Promise<unknown>>()
  const tracked = (write: Promise<void>): Promise<void> => {
    const done = write.then(
      () => void pendingWrites.delete(done),
      () => void pendingWrites.delete(done),
    )
    pendingWrites.add(done)
    return write
  }
  // If it fails, the item is sent once more after a restart.
  const remove = (key: Key) => void tracked(table.remove(key)).catch(() => undefined)
  return {
    survives,
    settled: async () => {
      await Promise.all(pendingWrites)
    },
    earlierItems() {
      const earlier = [...table.entries(range)]
      const hasSameMeaning = survives && (earlier.length === 0 || meanings.get(name) === meaning)
      void tracked(meanings.put(name, meaning)).catch(() => undefined)
      if (!hasSameMeaning) {
        for (const { key } of earlier) remove(key)
        if (survives) onForgotten?.(earlier.length)
        return []
      }
      return earlier.flatMap(({ key, value }) => {
        const kept = read<T>(value)
        if (!kept) remove(key)
        return kept ? [{ ...kept, size: value.byteLength, item: undefined }] : []
      })
    },
    keep(item, about) {
      const bytes = serialize({ ...about, item } satisfies StoredRecord<T>)
      return { size: bytes.byteLength, item: undefined, kept: tracked(table.put([name, about.number], bytes)) }
    },
    load({ number }) {
      const bytes = table.get([name, number])
      return bytes && read<T>(bytes)?.item
    },
    release: ({ number }) => remove([name, number]),
  }
}

interface StoredRecord<T> {
  readonly number: number
  readonly key: string
  readonly expiresAt: number
  readonly item: T
}

/** Returns undefined if it is corrupt. */
function read<T>(bytes: Uint8Array): StoredRecord<T> | undefined {
  try {
    return deserialize(bytes) as StoredRecord<T> // as `keep` wrote it
  } catch {
    return undefined
  }
}

/** Approximate memory of plain data in bytes; exact for strings and bytes, which are most of it. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (value instanceof Uint8Array) return value.byteLength
  if (typeof value !== 'object' || value === null) return 8
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + sizeOf(one), 8)
  let sum = 8
  for (const [key, inner] of Object.entries(value)) sum += key.length + sizeOf(inner)
  return sum
}
