import { replaceEqualDeep } from '@tanstack/react-query'
import { useState } from 'react'

/** The same object as long as its content is equal, for a form that starts again with another object. */
export function useStable<T>(value: T): T {
  const [kept, setKept] = useState(value)
  const stable = replaceEqualDeep(kept, value)
  if (stable !== kept) setKept(stable)
  return stable
}
