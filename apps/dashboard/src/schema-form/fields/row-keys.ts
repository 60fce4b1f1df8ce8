import { useRef } from 'react'

/** Keys for rows without a name. They move with their row and keep its focus and draft. */
export function useRowKeys(length: number) {
  const next = useRef(0)
  const keys = useRef<number[]>([])
  while (keys.current.length < length) keys.current.push(next.current++)
  // Another user shortened the list, and the removed row is unknown.
  if (keys.current.length > length) keys.current.length = length
  return {
    at: (index: number): number => keys.current[index] ?? index,
    remove: (index: number): void => {
      keys.current.splice(index, 1)
    },
    move: (from: number, to: number): void => {
      const [key] = keys.current.splice(from, 1)
      if (key !== undefined) keys.current.splice(to, 0, key)
    },
  }
}
