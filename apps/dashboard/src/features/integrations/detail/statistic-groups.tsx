import type { ReactNode } from 'react'
import { useFormat } from '../../../i18n/index.ts'
import styles from './statistic-groups.module.css'

interface Group {
  readonly title: string
  /** `KeyValue` elements. */
  readonly children: ReactNode
}

/** Statistics in groups with headings. */
export function StatisticGroups({ groups }: { readonly groups: readonly Group[] }) {
  return (
    <div className={styles.groups}>
      {groups.map(({ title, children }) => (
        <div key={title}>
          <h3 className={styles.title}>{title}</h3>
          <div className={styles.values}>{children}</div>
        </div>
      ))}
    </div>
  )
}

/** A number of errors, red unless it is zero. */
export function ErrorCount({ count }: { readonly count: number }) {
  const format = useFormat()
  return <span className={count > 0 ? styles.errors : undefined}>{format.number(count)}</span>
}
