import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../i18n/index.ts'
import { Button } from './button.tsx'
import { join } from './layout.tsx'
import { kitMessages } from './messages.ts'
import styles from './state.module.css'

export interface EmptyStateProps {
  readonly title?: string
  /** The state is the whole page: its title is the page's. */
  readonly asPage?: boolean
  /** What to do next. */
  readonly hint?: ReactNode
  readonly action?: ReactNode
}

/** A place without content says why, and what to do. */
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
  /** The translated error. */
  readonly message?: ReactNode
  readonly onRetry?: (() => void) | undefined
  readonly retrying?: boolean
}

/** The first paragraph of a text, and small what follows after a blank line: the server's own words behind the translated ones. */
export function Paragraphs({ children: text }: { readonly children: string }) {
  const [first, ...others] = text.split('\n\n')
  return (
    <>
      <span className={styles.lines}>{first}</span>
      {others.length > 0 && <small className={styles.words}>{others.join('\n')}</small>}
    </>
  )
}

/** In place of a node that may be a text of several paragraphs. */
export const inParagraphs = (content: ReactNode): ReactNode =>
  typeof content === 'string' ? <Paragraphs>{content}</Paragraphs> : content

/** The one place of a list's or a panel's error. */
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

/** Keeps the place of what is still loading. Sizes in px; the width defaults to all there is. */
export function Skeleton({ height = 16, width }: { readonly height?: number; readonly width?: number }) {
  return <div className={styles.skeleton} style={{ height, width: width ?? '100%' }} aria-hidden />
}

export interface LimitBarProps {
  readonly value: number
  /** 0, Infinity or nothing: without a limit, no bar is drawn. */
  readonly limit: number | undefined
  /** Writes both figures; plain numbers unless given. */
  readonly formatValue?: (value: number) => string
  /** Below the figures. */
  readonly width?: number
}

/** How much of a limit is used: amber from 80 %, red from 95 %. */
export function LimitBar({ value, limit, formatValue, width }: LimitBarProps) {
  const texts = useMessages(kitMessages)
  const format = useFormat()
  const write = formatValue ?? format.number
  const limited = limit !== undefined && limit > 0 && Number.isFinite(limit)
  if (!limited) return <Figures of={write(value)} limit={texts.unlimited} />
  const share = Math.min(1, Math.max(0, value / limit))
  return (
    <div className={styles.limit} style={{ width: width ?? '100%' }}>
      <Figures of={write(value)} limit={write(limit)} />
      {/* The figures above say the same. */}
      <div className={styles.track} aria-hidden>
        <div
          className={join(styles.bar, share >= 0.95 ? styles.barRed : share >= 0.8 && styles.barAmber)}
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
    </div>
  )
}

function Figures({ of, limit }: { readonly of: string; readonly limit: string }) {
  return (
    <span className={styles.limitText}>
      {of} <span className={styles.limitMost}>/ {limit}</span>
    </span>
  )
}
