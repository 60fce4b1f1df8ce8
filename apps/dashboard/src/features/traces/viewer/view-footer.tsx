import type { ReactNode } from 'react'
import { useErrorText } from '../../../data/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { lineMessages } from '../../../log-lines/index.ts'
import { StatusDot } from '../../../ui/index.ts'
import styles from './trace-viewer.module.css'

interface ViewFooterProps {
  readonly error: Error | undefined
  readonly isRunning: boolean
  readonly isFollowing: boolean
  /** Figures, at the right. */
  readonly children: ReactNode
}

export function ViewFooter({ error, isRunning, isFollowing, children }: ViewFooterProps) {
  const texts = useMessages(lineMessages)
  const describe = useErrorText()
  return (
    <footer className={styles.footer}>
      <span>
        {error ? (
          <StatusDot tone="red">
            <span role="alert">{texts.failed(describe(error))}</span>
          </StatusDot>
        ) : (
          isRunning && (
            <StatusDot tone={isFollowing ? 'accent' : 'grey'}>{isFollowing ? texts.following : texts.paused}</StatusDot>
          )
        )}
      </span>
      <span className={styles.figures}>{children}</span>
    </footer>
  )
}
