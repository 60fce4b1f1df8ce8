import { VisuallyHidden } from '../ui/index.ts'
import styles from './navigation-bar.module.css'

/** A number at an entry of the menu that needs attention. */
export function Badge({ count, label }: { readonly count: number; readonly label: string }) {
  if (count === 0) return null
  return (
    <span className={styles.badge}>
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <VisuallyHidden>, {label}</VisuallyHidden>
    </span>
  )
}
