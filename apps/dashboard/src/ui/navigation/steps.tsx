import { IconCheck } from '@tabler/icons-react'
import { join } from '../layout/layout.tsx'
import styles from './steps.module.css'

interface Step {
  readonly label: string
  /** Result of the step. */
  readonly note?: string | undefined
  /** Opens the step again; without it the step cannot be changed. */
  readonly onGo?: (() => void) | undefined
}

interface StepsProps {
  readonly label: string
  readonly steps: readonly Step[]
  /** Index of the current step. */
  readonly current: number
}

/** The steps of a page that asks for several inputs in sequence. */
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
