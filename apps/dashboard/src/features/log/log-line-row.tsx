import { IconChevronRight } from '@tabler/icons-react'
import { Fragment, memo, useMemo } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { CodeBlock, join, StatusDot } from '../../ui/index.ts'
import { followMessages } from './follow-messages.ts'
import { toneOf } from './levels.ts'
import type { LineSearch } from './line-search.ts'
import type { LogLine } from './log-tail.ts'
import styles from './log-view.module.css'
import { parseLine } from './parse-line.ts'

export interface LogLineRowProps {
  readonly line: LogLine
  readonly search: LineSearch | undefined
  readonly wraps: boolean
  readonly isOpen: boolean
  readonly onToggle: (id: number) => void
}

/** One entry: when, how grave, what; on demand all its fields, and the line itself to be copied. */
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
          // Who marks a part of the text does not want it to open.
          if (getSelection()?.isCollapsed !== false) onToggle(line.id)
        }}
      >
        <IconChevronRight size={14} className={styles.chevron} aria-hidden />
        <span className={styles.time}>{time === undefined ? '' : clock(time)}</span>
        <span className={styles.level}>
          {level && <StatusDot tone={toneOf(level)}>{texts.levels[level]}</StatusDot>}
        </span>
        <span className={join(styles.text, !wraps && styles.oneLine)}>
          <span className={styles.msg}>
            <Marked text={msg} search={search} />
          </span>
          {fields.length > 0 && (
            <span className={styles.fields}>
              <Marked text={fields.map(([name, value]) => `${name}: ${value}`).join(', ')} search={search} />
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
                  <Marked text={value} search={search} />
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

function Marked({ text, search }: { readonly text: string; readonly search: LineSearch | undefined }) {
  if (!search) return text
  return search.split(text).map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text that never changes
    index % 2 === 1 ? <mark key={index}>{piece}</mark> : <Fragment key={index}>{piece}</Fragment>,
  )
}

/** Of this day and zone, to the millisecond: 13:05:09.042. */
function clock(time: number): string {
  const at = new Date(time)
  const two = (value: number) => String(value).padStart(2, '0')
  const seconds = `${two(at.getSeconds())}.${String(at.getMilliseconds()).padStart(3, '0')}`
  return `${two(at.getHours())}:${two(at.getMinutes())}:${seconds}`
}
