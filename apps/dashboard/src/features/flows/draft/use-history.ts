import { useCallback, useState } from 'react'

interface Steps<T> {
  readonly past: readonly T[]
  readonly now: T
  readonly future: readonly T[]
}

export interface History<T> {
  readonly now: T
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** A change with the name of the last one replaces it, so that typing in one field is one step. */
  readonly set: (next: T, name?: string) => void
  /** Returns the value that is the current one now. Undefined if nothing changed. */
  readonly undo: () => T | undefined
  readonly redo: () => T | undefined
  /** Starts again without steps. */
  readonly reset: (start: T) => void
}

const maxSteps = 100

/** A value whose changes can be undone. */
export function useHistory<T>(start: T): History<T> {
  const [{ past, now, future }, setSteps] = useState<Steps<T>>({ past: [], now: start, future: [] })
  const [lastName, setLastName] = useState<string>()
  const set = useCallback(
    (next: T, name?: string) => {
      const joins = name !== undefined && name === lastName
      setSteps((steps) => ({
        past: joins ? steps.past : [...steps.past, steps.now].slice(-maxSteps),
        now: next,
        future: [],
      }))
      setLastName(name)
    },
    [lastName],
  )
  const undo = () => {
    const before = past.at(-1)
    if (before === undefined) return undefined
    setLastName(undefined)
    setSteps({ past: past.slice(0, -1), now: before, future: [now, ...future] })
    return before
  }
  const redo = () => {
    const [next, ...later] = future
    if (next === undefined) return undefined
    setLastName(undefined)
    setSteps({ past: [...past, now], now: next, future: later })
    return next
  }
  const reset = useCallback((value: T) => {
    setLastName(undefined)
    setSteps({ past: [], now: value, future: [] })
  }, [])
  return { now, canUndo: past.length > 0, canRedo: future.length > 0, set, undo, redo, reset }
}
