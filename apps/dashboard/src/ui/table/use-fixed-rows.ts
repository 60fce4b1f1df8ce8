import { type RefObject, useEffect, useState } from 'react'
import { usePrinting } from '../layout/printing.ts'

/**
 * The visible rows of a list with rows of equal height (px). The table library measures all rows again when their
 * number changes, which is too slow for a constantly changing list.
 */
export function useFixedRows(
  scroller: RefObject<HTMLElement | null>,
  { count, rowHeight, isAtEnd }: { readonly count: number; readonly rowHeight: number; readonly isAtEnd: boolean },
): { readonly from: number; readonly to: number } {
  const isPrinting = usePrinting()
  const [viewport, setViewport] = useState({ first: 0, rows: 30 })
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => {
      const first = Math.floor(element.scrollTop / rowHeight)
      const rows = Math.ceil(element.clientHeight / rowHeight) + 1
      setViewport((before) => (before.first === first && before.rows === rows ? before : { first, rows }))
    }
    measure()
    const resizes = new ResizeObserver(measure)
    resizes.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      resizes.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [scroller, rowHeight])
  if (isPrinting) return { from: 0, to: Math.min(count, maxPrinted) }
  // At the end of the list the rows are known before the browser has scrolled.
  const first = isAtEnd ? count - viewport.rows : viewport.first
  return { from: Math.max(0, first - around), to: Math.min(count, first + viewport.rows + around) }
}

/** Rows on paper: about a hundred pages. */
const maxPrinted = 3_000
/** Rows rendered beyond the visible ones, on both sides. */
const around = 6
