import { useMatches } from '@tanstack/react-router'
import { type RefObject, useEffect, useState } from 'react'

/**
 * After a change of pages, moves the focus to the main area. Without that it falls to `body` and the next Tab starts at
 * the top. Returns the name of the new page for a live region; empty for the first page. Search parameters (tabs, filters)
 * do not count, and an element of the new page or of a dialog keeps the focus.
 */
export function useArrival(main: RefObject<HTMLElement | null>, name: string): string {
  const pathname = useMatches().at(-1)?.pathname
  const [first, setFirst] = useState(pathname)
  if (first !== undefined && first !== pathname) setFirst(undefined)
  const hasMoved = first === undefined
  // The page is replaced after its address, and then its name changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each page and each name
  useEffect(() => {
    const focused = document.activeElement
    if (!hasMoved || focused?.closest('[role=dialog]') || main.current?.contains(focused)) return
    main.current?.focus({ preventScroll: true })
  }, [pathname, name, hasMoved, main])
  return hasMoved ? name : ''
}
