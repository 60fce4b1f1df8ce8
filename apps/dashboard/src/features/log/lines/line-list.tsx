import { IconArrowBarToDown } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { useErrorSentence } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { Button, ListFooter, StatusDot } from '../../../ui/index.ts'
import { type Level, toneOf } from './levels.ts'
import styles from './line-list.module.css'
import type { LineSearch } from './line-search.ts'
import { lineMessages } from './messages.ts'

interface LineListProps {
  /** Undefined while the last line is visible. */
  readonly onJumpToEnd: (() => void) | undefined
  /** The scrolling rows. */
  readonly children: ReactNode
}

/** Frame of the rows, with a button over the last rows that scrolls to the end. */
export function LineList({ onJumpToEnd, children }: LineListProps) {
  const texts = useMessages(lineMessages)
  return (
    <div className={styles.frame}>
      {children}
      {onJumpToEnd && (
        <div className={styles.jump}>
          <Button variant="primary" icon={<IconArrowBarToDown size={16} aria-hidden />} onClick={onJumpToEnd}>
            {texts.jump}
          </Button>
        </div>
      )}
    </div>
  )
}

interface LinesFooterProps {
  readonly error: Error | undefined
  /** Undefined if no more lines will follow. */
  readonly isFollowing: boolean | undefined
  /** Line counts. */
  readonly children: ReactNode
}

/** Shows whether new lines are followed, and the line counts. */
export function LinesFooter({ error, isFollowing, children }: LinesFooterProps) {
  return <ListFooter state={<State error={error} isFollowing={isFollowing} />}>{children}</ListFooter>
}

function State({ error, isFollowing }: Pick<LinesFooterProps, 'error' | 'isFollowing'>) {
  const texts = useMessages(lineMessages)
  const describe = useErrorSentence()
  if (error)
    return (
      <StatusDot tone="red">
        <span role="alert">{texts.failed(describe(error))}</span>
      </StatusDot>
    )
  if (isFollowing === undefined) return null
  return <StatusDot tone={isFollowing ? 'accent' : 'grey'}>{isFollowing ? texts.following : texts.paused}</StatusDot>
}

/** First column of a row: the time of the line, empty without one. */
export function LineTime({ time }: { readonly time: number | undefined }) {
  return <span className={styles.time}>{time === undefined ? '' : clockTime(time)}</span>
}

/** Local time of day with milliseconds: 13:05:09.042. `time` in milliseconds since the epoch. */
export function clockTime(time: number): string {
  const at = new Date(time)
  const two = (value: number) => String(value).padStart(2, '0')
  const seconds = `${two(at.getSeconds())}.${String(at.getMilliseconds()).padStart(3, '0')}`
  return `${two(at.getHours())}:${two(at.getMinutes())}:${seconds}`
}

export function LevelDot({ level }: { readonly level: Level }) {
  const { levels } = useMessages(lineMessages)
  return <StatusDot tone={toneOf(level)}>{levels[level]}</StatusDot>
}

/** A text with highlighted search matches. */
export function HighlightedText({ text, search }: { readonly text: string; readonly search: LineSearch | undefined }) {
  if (!search) return text
  return search.split(text).map((piece, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text are never reordered
      <mark key={index} className={styles.mark}>
        {piece}
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text are never reordered
      <Fragment key={index}>{piece}</Fragment>
    ),
  )
}
