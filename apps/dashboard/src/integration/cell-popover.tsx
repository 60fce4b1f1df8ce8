import { Popover, type PopoverProps } from '../ui/index.ts'
import styles from './list.module.css'

/** A popover that is the whole of a cell: its button begins where a text would. */
export function CellPopover(props: PopoverProps) {
  return (
    <span className={styles.flush}>
      <Popover {...props} />
    </span>
  )
}
