import { join } from '../layout/layout.tsx'
import styles from './progress.module.css'

interface ProgressProps {
  /** Accessible name of the progress. */
  readonly label: string
  readonly done: number
  readonly total: number
  /** Number of completed items. */
  readonly failed?: number
  /** Accessible value instead of a percentage: `1 of 2`. */
  readonly text?: string
}

/** A progress bar. Its description is next to it. */
export function Progress({ label, done, total, failed = 0, text }: ProgressProps) {
  const share = (count: number) => (total === 0 ? 0 : count / total)
  const succeeded = share(done - failed)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      aria-valuetext={text}
      className={styles.track}
    >
      <div className={styles.bar} style={{ transform: `scaleX(${succeeded})` }} />
      {failed > 0 && (
        <div
          className={join(styles.bar, styles.failed)}
          style={{ transform: `translateX(${succeeded * 100}%) scaleX(${share(failed)})` }}
        />
      )}
    </div>
  )
}
