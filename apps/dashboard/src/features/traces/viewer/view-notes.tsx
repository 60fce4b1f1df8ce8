import { Children, type ReactNode } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { Notice } from '../../../ui/index.ts'
import type { SourceState } from './trace-source.ts'
import styles from './trace-viewer.module.css'
import { viewerMessages } from './viewer-messages.ts'

/** Notices about the file and other notices of the view. */
export function ViewNotes({
  state: { problem },
  children,
}: {
  readonly state: SourceState
  readonly children?: ReactNode
}) {
  const texts = useMessages(viewerMessages)
  if (!problem && Children.toArray(children).length === 0) return null
  return (
    <div className={styles.notes} role="status">
      {problem && <Notice tone="amber">{texts[problem]}</Notice>}
      {children}
    </div>
  )
}
