import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { copyText } from '../../lib/browser/copy-text.ts'
import { IconButton } from '../buttons/button.tsx'
import { toast } from '../feedback/toast.tsx'
import { join } from '../layout/layout.tsx'
import { kitMessages } from '../messages.ts'
import { Tooltip } from '../overlays/tooltip.tsx'
import styles from './text.module.css'
import { useAbsoluteTimes } from './time-setting.ts'
import { useTimeText } from './use-now.ts'

export interface MonoProps {
  readonly children: ReactNode
  /** Cuts off long values with an ellipsis; the full value is in the tooltip. */
  readonly truncate?: boolean
}

/** Monospace text: client IDs, topics, SQL, addresses. */
export function Mono({ children, truncate = false }: MonoProps) {
  const whole = typeof children === 'string' ? children : undefined
  return (
    <span className={join(styles.mono, truncate && styles.truncate)} title={truncate ? whole : undefined}>
      {children}
    </span>
  )
}

/** Characters that fit into two lines of the narrowest column for IDs (260 px). */
const maxId = 60

/** An ID in a table cell, on up to two lines. Longer ones lose their middle, because IDs differ at their ends. */
export function IdText({ children }: { readonly children: string }) {
  const isLong = children.length > maxId
  const half = maxId / 2 - 1
  return (
    <span className={join(styles.mono, styles.id)} title={isLong ? children : undefined}>
      {isLong ? `${children.slice(0, half)}…${children.slice(-half)}` : children}
    </span>
  )
}

/** Secondary text. */
export function Dim({ children, small = false }: { readonly children: ReactNode; readonly small?: boolean }) {
  return <span className={join(styles.dim, small && styles.small)}>{children}</span>
}

/** Text for screen readers only. `live` announces changes. */
export function VisuallyHidden({ live = false, children }: { readonly live?: boolean; readonly children: ReactNode }) {
  return (
    <span className={styles.spoken} role={live ? 'status' : undefined}>
      {children}
    </span>
  )
}

type Tone = 'accent' | 'amber' | 'red' | 'grey'

/** A status as a coloured dot with a word. */
export function StatusDot({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className={styles.status}>
      <span className={join(styles.dot, styles[tone])} aria-hidden />
      {children}
    </span>
  )
}

/** A button that copies a value. `label` names the value, where the context does not. */
export function CopyButton({ value, label }: { readonly value: string; readonly label?: string }) {
  const texts = useMessages(kitMessages)
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () =>
    copyText(value).then(
      () => setCopied(true),
      () => toast.error(texts.copyFailed),
    )
  return (
    <IconButton
      size="small"
      label={copied ? texts.copied : (label ?? texts.copy)}
      icon={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      onClick={copy}
    />
  )
}

export interface CodeBlockProps {
  readonly code: string
  readonly wrap?: boolean
  /** The copied text, if it differs from the shown one. */
  readonly copy?: string
}

/** Preformatted lines with a copy button. */
export function CodeBlock({ code, wrap = false, copy = code }: CodeBlockProps) {
  return (
    <div className={styles.codeBlock}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach scrollable content */}
      <pre className={join(styles.code, wrap && styles.wrap)} tabIndex={0}>
        {code}
      </pre>
      <span className={styles.codeCopy}>
        <CopyButton value={copy} />
      </span>
    </div>
  )
}

interface RelativeTimeProps {
  readonly time: number | string | undefined
  /**
   * A future time, such as an expiry. Other times are in the past: if clocks differ, they are shown as now at the
   * latest.
   */
  readonly planned?: boolean
  /** The clock that the time comes from. */
  readonly clock?: 'server' | 'browser'
}

/**
 * Relative time, "5 min ago", updated every second, with the exact time in a tooltip; an absolute time if the user chose
 * so. Takes milliseconds or RFC 3339.
 */
export function RelativeTime({ time, planned = false, clock = 'server' }: RelativeTimeProps) {
  const format = useFormat()
  const isAbsolute = useAbsoluteTimes()
  const milliseconds = typeof time === 'string' ? Date.parse(time) : time
  const text = useTimeText(clock, (now) => {
    if (milliseconds === undefined || !Number.isFinite(milliseconds)) return format.dateTime(undefined)
    if (isAbsolute) return format.moment(milliseconds, now)
    return format.ago(milliseconds, planned ? now : Math.max(now, milliseconds))
  })
  if (milliseconds === undefined || !Number.isFinite(milliseconds)) return <>{text}</>
  return (
    <Tooltip label={format.dateTime(milliseconds)}>
      <time dateTime={new Date(milliseconds).toISOString()}>{text}</time>
    </Tooltip>
  )
}
