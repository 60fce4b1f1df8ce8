import type { Key } from './store.ts'

/** Writes of one table that are not committed yet. lmdb only reads committed values. */
export interface PendingWrites<V> {
  /** The newest write of `key`; its `value` is undefined when it removes. */
  get(key: Key): { readonly value: V | undefined } | undefined
  /** Keeps a write until the returned function is called. */
  add(key: Key, value: V | undefined): () => void
}

export function createPendingWrites<V>(): PendingWrites<V> {
  const newest = new Map<string | number, { readonly value: V | undefined }>()
  return {
    get: (key) => (newest.size === 0 ? undefined : newest.get(toMapKey(key))),
    add(key, value) {
      const mapKey = toMapKey(key)
      const write = { value }
      newest.set(mapKey, write)
      return () => {
        if (newest.get(mapKey) === write) newest.delete(mapKey)
      }
    },
  }
}

/** Arrays are compared by content. No string key starts like this, because lmdb ends strings at NUL. */
const toMapKey = (key: Key) => (typeof key === 'object' ? `\u0000${JSON.stringify(key)}` : key)
