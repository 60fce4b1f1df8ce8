import { type RefObject, useEffect, useState } from 'react'

/**
 * Which rows of a list are in sight, all of one height (px). The library that the tables use measures every row anew when their
 * number changes, which a list that changes all the time cannot afford.
 */
export function useFixedRows(
  scroller: RefObject<HTMLElement | null>,
  { count, rowHeight, isAtEnd }: { readonly count: number; readonly rowHeight: number; readonly isAtEnd: boolean },
): { readonly from: number; readonly to: number } {
  const [sight, setSight] = useState({ first: 0, rows: 30 })
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const look = () => {
      const first = Math.floor(element.scrollTop / rowHeight)
      const rows = Math.ceil(element.clientHeight / rowHeight) + 1
      setSight((before) => (before.first === first && before.rows === rows ? before : { first, rows }))
    }
    look()
    const resizes = new ResizeObserver(look)
    resizes.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      resizes.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller, rowHeight])
  // At the end they are known before the browser has scrolled there.
  const first = isAtEnd ? count - sight.rows : sight.first
  return { from: Math.max(0, first - around), to: Math.min(count, first + sight.rows + around) }
}

/** Rows beyond what is in sight, on both sides. */
const around = 6
