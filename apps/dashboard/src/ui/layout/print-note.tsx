import { useFormat } from '../../i18n/index.ts'
import styles from './page.module.css'
import { usePrinting } from './printing.ts'

/** Address and time on the printed page. */
export function PrintNote() {
  const format = useFormat()
  if (!usePrinting()) return null
  return (
    <p className={styles.printNote}>
      <span>{window.location.href}</span>
      <span>{format.dateTime(Date.now())}</span>
    </p>
  )
}
