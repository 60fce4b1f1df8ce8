import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import styles from './disclosure.module.css'

interface DisclosureProps {
  readonly label: ReactNode
  /** Behind the label: how many of the fields in it are set. */
  readonly note?: ReactNode
  /** Something in it is wrong and must be seen. */
  readonly mustShow?: boolean
  readonly children: ReactNode
}

/** More of a form on demand, closed at first. Not part of the index: it comes with its pages. */
export function Disclosure({ label, note, mustShow = false, children }: DisclosureProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const isShown = isOpen || mustShow
  return (
    <div>
      <button
        type="button"
        className={styles.disclosure}
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setOpen(!isShown)}
      >
        <IconChevronRight size={16} aria-hidden className={styles.chevron} />
        {label}
        {note && <span className={styles.count}>{note}</span>}
      </button>
      <div id={id} hidden={!isShown} className={styles.more}>
        {isShown && children}
      </div>
    </div>
  )
}
