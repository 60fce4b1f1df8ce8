import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Button } from '../buttons/button.tsx'
import { join } from '../layout/layout.tsx'
import { kitMessages } from '../messages.ts'
import styles from './state.module.css'

export interface EmptyStateProps {
  readonly title?: string
  /** The state fills the whole page: its title is the page heading. */
  readonly asPage?: boolean
  /** The next step for the user. */
  readonly hint?: ReactNode
  readonly action?: ReactNode
}

/** Empty state: names the missing objects and how to create them. */
export function EmptyState({ title, asPage = false, hint, action }: EmptyStateProps) {
  const { noData } = useMessages(kitMessages)
  return (
    <div className={join(styles.empty, asPage && styles.asPage)}>
      {asPage ? <h1>{title}</h1> : <p className={styles.emptyTitle}>{title ?? noData}</p>}
      {hint && <p className={styles.emptyHint}>{hint}</p>}
      {action && <div className={styles.emptyAction}>{action}</div>}
    </div>
  )
}

export interface ErrorStateProps {
  readonly title?: string
  /** The localized error. */
  readonly message?: ReactNode
  readonly onRetry?: (() => void) | undefined
  readonly retrying?: boolean
}

/** The first paragraph of a text, and the rest in small print: the server's own words after the localized ones. */
export function Paragraphs({ children: text }: { readonly children: string }) {
  const [first, ...others] = text.split('\n\n')
  return (
    <>
      <span className={styles.lines}>{first}</span>
      {others.length > 0 && <small className={styles.words}>{others.join('\n')}</small>}
    </>
  )
}

/** Formats a text with several paragraphs; other nodes stay as they are. */
export const inParagraphs = (content: ReactNode): ReactNode =>
  typeof content === 'string' ? <Paragraphs>{content}</Paragraphs> : content

/** The error of a list or panel. */
export function ErrorState({ title, message, onRetry, retrying = false }: ErrorStateProps) {
  const texts = useMessages(kitMessages)
  return (
    <div role="alert" className={styles.error}>
      <IconAlertTriangle size={18} aria-hidden />
      <div className={styles.errorText}>
        <strong>{title === undefined ? texts.couldNotLoad : inParagraphs(title)}</strong>
        {message && <div>{inParagraphs(message)}</div>}
      </div>
      {onRetry && (
        <Button size="small" onClick={onRetry} loading={retrying}>
          {texts.retry}
        </Button>
      )}
    </div>
  )
}

/** A note inside a page or a form. */
export function Notice({
  tone = 'grey',
  children,
}: {
  readonly tone?: 'grey' | 'amber' | 'red'
  readonly children: ReactNode
}) {
  return <div className={join(styles.notice, styles[tone])}>{inParagraphs(children)}</div>
}

/** Placeholder while content loads. Sizes in px; full width by default. */
export function Skeleton({ height = 16, width }: { readonly height?: number; readonly width?: number }) {
  return <div className={styles.skeleton} style={{ height, width: width ?? '100%' }} aria-hidden />
}

export interface LimitBarProps {
  readonly value: number
  /** 0, Infinity or undefined: no limit, no bar. */
  readonly limit: number | undefined
  /** Formats both numbers; plain numbers unless given. */
  readonly formatValue?: (value: number) => string
  /** Width of the bar in px. */
  readonly width?: number
}

/** Usage of a limit: amber from 80 %, red from 95 %. */
export function LimitBar({ value, limit, formatValue, width }: LimitBarProps) {
  const texts = useMessages(kitMessages)
  const format = useFormat()
  const write = formatValue ?? format.number
  const limited = limit !== undefined && limit > 0 && Number.isFinite(limit)
  if (!limited) return <ValueOfLimit of={write(value)} limit={texts.unlimited} />
  const share = Math.min(1, Math.max(0, value / limit))
  return (
    <div className={styles.limit} style={{ width: width ?? '100%' }}>
      <ValueOfLimit of={write(value)} limit={write(limit)} />
      {/* The same as the numbers above. */}
      <div className={styles.track} aria-hidden>
        <div
          className={join(styles.bar, share >= 0.95 ? styles.barRed : share >= 0.8 && styles.barAmber)}
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
    </div>
  )
}

function ValueOfLimit({ of, limit }: { readonly of: string; readonly limit: string }) {
  return (
    <span className={styles.limitText}>
      {of} <span className={styles.limitMost}>/ {limit}</span>
    </span>
  )
}
