import { IconX } from '@tabler/icons-react'
import { useMessages } from '../../i18n/index.ts'
import { kitMessages } from '../messages.ts'
import styles from './filter-chips.module.css'

export interface FilterChip {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly onRemove: () => void
}

/** The active filters, each with a button that removes it. Hidden without filters. */
export function FilterChips({ chips }: { readonly chips: readonly FilterChip[] }) {
  const texts = useMessages(kitMessages)
  if (chips.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={texts.activeFilters(chips.length)}>
      {chips.map(({ id, label, value, onRemove }) => (
        <li key={id} className={styles.chip}>
          <span className={styles.text}>
            <span className={styles.label}>{label}</span> <span title={value}>{value}</span>
          </span>
          <button
            type="button"
            className={styles.remove}
            aria-label={texts.removeFilter(label, value)}
            onClick={onRemove}
          >
            <IconX size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}
