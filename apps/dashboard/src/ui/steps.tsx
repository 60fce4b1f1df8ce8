import { IconCheck } from '@tabler/icons-react'
import { join } from './layout.tsx'
import styles from './steps.module.css'

interface Step {
  readonly label: string
  /** What was decided there. */
  readonly note?: string | undefined
  /** Goes back to it; without it nothing can be changed there. */
  readonly onGo?: (() => void) | undefined
}

interface StepsProps {
  readonly label: string
  readonly steps: readonly Step[]
  /** Index of the step that is shown. */
  readonly current: number
}

/** Where one is on the way through a page that asks for one thing after the other. */
export function Steps({ label, steps, current }: StepsProps) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map((step, index) => {
        const isPast = index < current
        const body = (
          <>
            <span className={styles.number} aria-hidden>
              {isPast ? <IconCheck size={14} stroke={2.4} /> : index + 1}
            </span>
            <span className={styles.label}>{step.label}</span>
            {step.note !== undefined && <span className={styles.note}>{step.note}</span>}
          </>
        )
        return (
          <li
            key={step.label}
            className={join(styles.step, isPast && styles.past, index === current && styles.current)}
            aria-current={index === current ? 'step' : undefined}
          >
            {isPast && step.onGo ? (
              <button type="button" className={styles.go} onClick={step.onGo}>
                {body}
              </button>
            ) : (
              <span className={styles.go}>{body}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
