import { useMatches } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'

/** Milliseconds. */
const nameDelay = 100

/**
 * After a change of pages, moves the focus to the main area. Without that it falls to `body` and the next Tab starts at
 * the top. Returns the name of the new page for a live region; empty for the first page. Search parameters (tabs, filters)
 * do not count, and an element of the new page or of a dialog keeps the focus.
 */
export function useArrival(main: RefObject<HTMLElement | null>, name: string): string {
  const pathname = useMatches().at(-1)?.pathname
  const open = useRef(pathname)
  const latestName = useRef(name)
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    latestName.current = name
  })
  useEffect(() => {
    if (open.current === pathname) return
    open.current = pathname
    const focused = document.activeElement
    if (!focused?.closest('[role=dialog]') && !main.current?.contains(focused))
      main.current?.focus({ preventScroll: true })
    // The page sets its name after it is rendered; until then it is that of the previous page.
    const timer = setTimeout(() => setAnnounced(latestName.current), nameDelay)
    return () => clearTimeout(timer)
  }, [pathname, main])
  return announced
}
