import { Children, type ReactNode } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { Notice } from '../../../ui/index.ts'
import type { SourceState } from './trace-source.ts'
import styles from './trace-viewer.module.css'
import { viewerMessages } from './viewer-messages.ts'

/** What has happened to the file, and whatever else the view has to say. */
export function ViewNotes({
  state: { trouble },
  children,
}: {
  readonly state: SourceState
  readonly children?: ReactNode
}) {
  const texts = useMessages(viewerMessages)
  if (!trouble && Children.toArray(children).length === 0) return null
  return (
    <div className={styles.notes} role="status">
      {trouble && <Notice tone="amber">{texts[trouble]}</Notice>}
      {children}
    </div>
  )
}
