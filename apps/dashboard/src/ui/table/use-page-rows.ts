import { type RefObject, useEffect, useState } from 'react'
import { usePrinting } from '../layout/printing.ts'

/** Height of a row in px, where it is one line. */
const lineHeight = 38
const virtualAbove = 100
/** Rows rendered beyond the visible ones, on both sides. */
const around = 20
/** Scrolling renders again after this number of rows. */
const step = 6

interface PageRows {
  readonly from: number
  readonly to: number
  /** Heights of the rows that are not rendered, in px. */
  readonly before: number
  readonly after: number
}

/** The rows to render: all up to a hundred, otherwise the visible ones of the scrolling page and a few around them. */
export function usePageRows(body: RefObject<HTMLElement | null>, count: number): PageRows {
  const isPrinting = usePrinting()
  const isVirtual = count > virtualAbove && !isPrinting
  const [viewport, setViewport] = useState({ first: 0, rows: 30, rowHeight: lineHeight })
  useEffect(() => {
    const element = body.current
    if (!isVirtual || !element) return
    const page = scrollingParentOf(element)
    const measure = () => {
      const rowHeight = meanHeightOf(element.querySelectorAll('tr')) || lineHeight
      const hidden = page.getBoundingClientRect().top - element.getBoundingClientRect().top
      const first = Math.max(0, Math.floor(hidden / rowHeight / step) * step)
      const rows = Math.ceil(page.clientHeight / rowHeight) + step
      setViewport((before) =>
        before.first === first && before.rows === rows && before.rowHeight === rowHeight
          ? before
          : { first, rows, rowHeight },
      )
    }
    measure()
    const resizes = new ResizeObserver(measure)
    resizes.observe(page)
    page.addEventListener('scroll', measure, { passive: true })
    return () => {
      resizes.disconnect()
      page.removeEventListener('scroll', measure)
    }
  }, [body, isVirtual])
  if (!isVirtual) return { from: 0, to: count, before: 0, after: 0 }
  const first = Math.min(viewport.first, count - viewport.rows)
  const from = Math.max(0, first - around)
  const to = Math.min(count, first + viewport.rows + around)
  const { rowHeight } = viewport
  return { from, to, before: from * rowHeight, after: (count - to) * rowHeight }
}

/** On a narrow screen a row has several lines. */
function meanHeightOf(rows: NodeListOf<Element>): number {
  const [first] = rows
  const last = rows[rows.length - 1]
  if (!first || !last) return 0
  return Math.round((last.getBoundingClientRect().bottom - first.getBoundingClientRect().top) / rows.length)
}

function scrollingParentOf(element: HTMLElement): HTMLElement {
  for (let parent = element.parentElement; parent; parent = parent.parentElement)
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  return document.documentElement
}
