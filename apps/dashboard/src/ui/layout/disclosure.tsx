import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import styles from './disclosure.module.css'

interface DisclosureProps {
  readonly label: ReactNode
  /** After the label: how many of the fields inside are set. */
  readonly note?: ReactNode
  /** Opens the section, because a field inside has an error. */
  readonly mustShow?: boolean
  /** Initial state; closed unless given. */
  readonly startsOpen?: boolean
  readonly children: ReactNode
}

/** A collapsible section of a form. Not part of the index: it is loaded with the pages that use it. */
export function Disclosure({ startsOpen = false, ...props }: DisclosureProps) {
  const [isOpen, setOpen] = useState(startsOpen)
  return <ControlledDisclosure isOpen={isOpen} onToggle={setOpen} {...props} />
}

interface ControlledDisclosureProps extends Omit<DisclosureProps, 'startsOpen'> {
  readonly isOpen: boolean
  readonly onToggle: (isOpen: boolean) => void
}

/** The same with its state held by the caller. */
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
