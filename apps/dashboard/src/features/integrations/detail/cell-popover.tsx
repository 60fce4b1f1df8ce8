import { Popover, type PopoverProps } from '../../../ui/index.ts'
import styles from '../list/list.module.css'

/** A popover that fills a table cell. Its button is aligned with text. */
export function CellPopover(props: PopoverProps) {
  return (
    <span className={styles.flush}>
      <Popover {...props} />
    </span>
  )
}
