/** A value that can be read, set and observed; for React's `useSyncExternalStore(value.subscribe, value.get)`. */
export interface Value<T> {
  readonly get: () => T
  readonly set: (next: T) => void
  /** Calls `listener` after each change. Returns the function that removes it. */
  readonly subscribe: (listener: () => void) => () => void
}

export function createValue<T>(initial: T): Value<T> {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set(next) {
      if (Object.is(next, current)) return
      current = next
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
