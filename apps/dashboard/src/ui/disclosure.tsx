import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import styles from './disclosure.module.css'

interface DisclosureProps {
  readonly label: ReactNode
  /** Behind the label: how many of the fields in it are set. */
  readonly note?: ReactNode
  /** Something in it is wrong and must be seen. */
  readonly mustShow?: boolean
  /** At first; closed unless said. */
  readonly startsOpen?: boolean
  readonly children: ReactNode
}

/** More of a form on demand. Not part of the index: it comes with its pages. */
export function Disclosure({ startsOpen = false, ...props }: DisclosureProps) {
  const [isOpen, setOpen] = useState(startsOpen)
  return <ControlledDisclosure isOpen={isOpen} onToggle={setOpen} {...props} />
}

interface ControlledDisclosureProps extends Omit<DisclosureProps, 'startsOpen'> {
  readonly isOpen: boolean
  readonly onToggle: (isOpen: boolean) => void
}

/** One that somebody else opens, too. */
export function ControlledDisclosure({
  label,
  note,
  mustShow = false,
  isOpen,
  onToggle,
  children,
}: ControlledDisclosureProps) {
  const id = useId()
  const isShown = isOpen || mustShow
  return (
    <div>
      <button
        type="button"
        className={styles.disclosure}
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => onToggle(!isShown)}
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
