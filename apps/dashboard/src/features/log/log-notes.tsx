import type { LogFile } from '@mqdeck/contract'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Button, EmptyState, Skeleton } from '../../ui/index.ts'
import { followMessages } from './follow-messages.ts'
import { lineMessages } from './index.ts'
import type { LogGap } from './log-tail.ts'
import styles from './log-view.module.css'

/** Height of the area above the first line, in px. */
export const topHeight = 36

interface TopProps {
  readonly state: { readonly hasOlder: boolean; readonly isLoadingOlder: boolean }
  readonly isComplete: boolean
  readonly onLoadOlder: () => Promise<void>
}

export function Top({ state: { hasOlder, isLoadingOlder }, isComplete, onLoadOlder }: TopProps) {
  const texts = useMessages(followMessages)
  return (
    <div className={styles.top} style={{ height: topHeight }}>
      {isLoadingOlder ? (
        texts.loadingOlder
      ) : hasOlder ? (
        <Button size="small" variant="subtle" onClick={() => void onLoadOlder()}>
          {texts.loadOlder}
        </Button>
      ) : isComplete ? (
        texts.startOfLog
      ) : null}
    </div>
  )
}

export function NoLines({
  file,
  hasLines,
  hasOlder,
  onLoadOlder,
}: {
  readonly file: LogFile
  readonly hasLines: boolean
  readonly hasOlder: boolean
  readonly onLoadOlder: () => Promise<void>
}) {
  const texts = useMessages(followMessages)
  const names: Readonly<Record<string, string>> = useMessages(lineMessages).levels
  return (
    <EmptyState
      title={hasLines ? texts.noMatch : texts.noLines}
      hint={hasLines ? texts.noMatchHint : texts.noLinesHint(names[file.level] ?? file.level)}
      action={hasOlder && <Button onClick={() => void onLoadOlder()}>{texts.loadOlder}</Button>}
    />
  )
}

export function LoadingSkeleton({ hasFailed }: { readonly hasFailed: boolean }) {
  if (hasFailed) return null
  return (
    <div className={styles.opening}>
      {[72, 54, 80, 40, 66, 58].map((width) => (
        <Skeleton key={width} height={14} width={width * 8} />
      ))}
    </div>
  )
}

export function Gap({ gap }: { readonly gap: LogGap }) {
  const texts = useMessages(followMessages)
  const format = useFormat()
  const bytes = format.bytes(gap.bytes)
  const text = { rotated: texts.rotated(bytes), skipped: texts.skipped(bytes), restarted: texts.restarted }[gap.kind]
  return <div className={styles.gap}>{text}</div>
}
