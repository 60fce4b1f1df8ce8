import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { IconButton } from '../buttons/button.tsx'
import { Select } from '../fields/select.tsx'
import { kitMessages } from '../messages.ts'
import styles from './pagination.module.css'

const pageSizes = [20, 50, 100, 500]

interface SizeProps {
  readonly limit: number
  readonly onLimitChange: (limit: number) => void
}

export interface CursorPagerProps extends SizeProps {
  /** From 1, display only. */
  readonly page: number
  /** Rows on this page, and on all pages where the number is known: the position is shown instead of the page. */
  readonly count?: number | undefined
  readonly total?: number | undefined
  readonly onPrevious?: (() => void) | undefined
  /** Undefined on the last page. */
  readonly onNext?: (() => void) | undefined
}

/** Previous and next buttons, for API lists with a cursor. */
export function CursorPager({ page, count, total, onPrevious, onNext, ...size }: CursorPagerProps) {
  const position = usePosition()
  return <Pager text={position(page, size.limit, count, total)} onPrevious={onPrevious} onNext={onNext} {...size} />
}

/** "21–40 of 329"; "Page 2" where the total is unknown. */
function usePosition() {
  const texts = useMessages(kitMessages)
  const format = useFormat()
  return (page: number, limit: number, count: number | undefined, total: number | undefined) => {
    if (count === undefined || count === 0 || total === undefined) return texts.page(page)
    const before = (page - 1) * limit
    // The total may be older than the rows.
    const all = Math.max(total, before + count)
    return texts.range(format.number(before + 1), format.number(before + count), format.number(all))
  }
}

export interface PagePagerProps extends SizeProps {
  /** From 1. */
  readonly page: number
  readonly onPageChange: (page: number) => void
  /** Total number of rows; missing in some answers of the API. */
  readonly total: number | undefined
  /** Rows on this page. */
  readonly count: number
  /** Whether there is a next page, without a total. */
  readonly hasNext?: boolean
}

/** Page numbers, for API lists with a total. */
export function PagePager({ page, onPageChange, total, count, hasNext, ...size }: PagePagerProps) {
  const position = usePosition()
  // Hidden for an empty list, which shows its empty state.
  if (page === 1 && total === 0) return null
  const more = total === undefined ? hasNext === true : (page - 1) * size.limit + count < total
  return (
    <Pager
      text={position(page, size.limit, count, total)}
      onPrevious={page > 1 ? () => onPageChange(page - 1) : undefined}
      onNext={more ? () => onPageChange(page + 1) : undefined}
      {...size}
    />
  )
}

interface PagerProps extends SizeProps {
  readonly text: ReactNode
  readonly onPrevious: (() => void) | undefined
  readonly onNext: (() => void) | undefined
}

function Pager({ text, onPrevious, onNext, limit, onLimitChange }: PagerProps) {
  const texts = useMessages(kitMessages)
  const sizes = [...new Set([...pageSizes, limit])].sort((a, b) => a - b)
  return (
    <nav className={styles.pager} aria-label={texts.pages}>
      <span className={styles.size}>
        <span className={styles.sizeName}>{texts.rowsPerPage}</span>
        <Select
          aria-label={texts.rowsPerPage}
          value={String(limit)}
          onChange={(size) => size !== undefined && onLimitChange(Number(size))}
          options={sizes.map((size) => ({ value: String(size), label: String(size) }))}
          width={80}
        />
      </span>
      <span className={styles.text} aria-live="polite">
        {text}
      </span>
      <IconButton
        label={texts.previous}
        icon={<IconChevronLeft size={18} aria-hidden />}
        disabled={!onPrevious}
        onClick={onPrevious}
      />
      <IconButton
        label={texts.next}
        icon={<IconChevronRight size={18} aria-hidden />}
        disabled={!onNext}
        onClick={onNext}
      />
    </nav>
  )
}
