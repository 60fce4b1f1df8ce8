import { IconChevronRight } from '@tabler/icons-react'
import { Fragment, memo, useMemo } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { CodeBlock, join } from '../../ui/index.ts'
import { followMessages } from './follow-messages.ts'
import { HighlightedText, LevelDot, type LineSearch, LineTime, parseLine } from './index.ts'
import type { LogLine } from './log-tail.ts'
import styles from './log-view.module.css'

export interface LogLineRowProps {
  readonly line: LogLine
  readonly search: LineSearch | undefined
  readonly wraps: boolean
  readonly isOpen: boolean
  readonly onToggle: (id: number) => void
}

/** A log entry with time, level and message. Expands to all its fields and the raw line. */
export const LogLineRow = memo(function LogLineRow({ line, search, wraps, isOpen, onToggle }: LogLineRowProps) {
  const texts = useMessages(followMessages)
  const format = useFormat()
  const entry = useMemo(() => parseLine(line.text), [line.text])
  const { level, time, msg, fields } = entry
  return (
    <div className={join(styles.line, isOpen && styles.open)}>
      <button
        type="button"
        className={styles.summary}
        aria-expanded={isOpen}
        onClick={() => {
          // Do not toggle when the click ends a text selection.
          if (getSelection()?.isCollapsed !== false) onToggle(line.id)
        }}
      >
        <IconChevronRight size={14} className={styles.chevron} aria-hidden />
        <LineTime time={time} />
        <span className={styles.level}>{level && <LevelDot level={level} />}</span>
        <span className={join(styles.text, !wraps && styles.oneLine)}>
          <span className={styles.msg}>
            <HighlightedText text={msg} search={search} />
          </span>
          {fields.length > 0 && (
            <span className={styles.fields}>
              <HighlightedText text={fields.map(([name, value]) => `${name}: ${value}`).join(', ')} search={search} />
            </span>
          )}
        </span>
      </button>
      {isOpen && (
        <div className={styles.details}>
          <dl className={styles.list}>
            {time !== undefined && (
              <>
                <dt>{texts.time}</dt>
                <dd>{format.dateTime(time)}</dd>
              </>
            )}
            {fields.map(([name, value]) => (
              <Fragment key={name}>
                <dt>{name}</dt>
                <dd>
                  <HighlightedText text={value} search={search} />
                </dd>
              </Fragment>
            ))}
          </dl>
          <CodeBlock code={line.text} wrap />
        </div>
      )}
    </div>
  )
})
