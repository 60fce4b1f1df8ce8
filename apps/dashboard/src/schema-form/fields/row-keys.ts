import { useRef } from 'react'

/** Keys for rows that have no name of their own: they move with their row, so that the focus and a draft stay in it. */
export function useRowKeys(length: number) {
  const next = useRef(0)
  const keys = useRef<number[]>([])
  while (keys.current.length < length) keys.current.push(next.current++)
  // Somebody else shortened the list; which row went is unknown.
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
