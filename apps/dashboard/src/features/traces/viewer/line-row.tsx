import { IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react'
import { memo, useMemo } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { join } from '../../../ui/index.ts'
import {
  HighlightedText,
  LevelDot,
  type LineSearch,
  LineTime,
  parseTraceLine,
  type TraceLine,
} from '../../log/index.ts'
import styles from './trace-viewer.module.css'
import { viewerMessages } from './viewer-messages.ts'

interface LineRowProps {
  readonly id: string
  readonly position: number
  readonly text: string
  readonly top: number
  readonly search: LineSearch | undefined
  readonly isSelected: boolean
  readonly onOpen: (position: number) => void
}

/** A trace line, shortened to one row. Details are shown when it is opened. */
export const LineRow = memo(function LineRow({ id, position, text, top, search, isSelected, onOpen }: LineRowProps) {
  const line = useMemo(() => parseTraceLine(text), [text])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys of all rows
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      // The focus stays on the list.
      tabIndex={-1}
      className={join(styles.row, isSelected && styles.selected)}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => {
        // Do not open when the click ends a text selection.
        if (getSelection()?.isCollapsed !== false) onOpen(position)
      }}
    >
      <LineTime time={line.time} />
      <span className={styles.tag}>
        <Tag line={line} />
      </span>
      <span className={join(styles.msg, problem.test(line.msg) && styles.problem)}>
        <HighlightedText text={line.msg} search={search} />
      </span>
      <span className={styles.client}>{line.clientId && <HighlightedText text={line.clientId} search={search} />}</span>
      <span className={styles.rest}>
        {line.packet && <PacketChip packet={line.packet} />}
        <HighlightedText text={restOf(line)} search={search} />
      </span>
    </div>
  )
})

/** Messages of level debug that indicate a problem. */
const problem = /fail|denied|not_allowed|refused|dropped|discard|timeout|error|kicked|overload|invalid/

/** The level if it is above debug, otherwise the tag. */
function Tag({ line: { level, tag } }: { readonly line: TraceLine }) {
  if (level !== undefined && level !== 'debug') return <LevelDot level={level} />
  return (
    <span className={join(styles.word, styles[`tag${colorOf(tag)}`])}>
      <span className={styles.square} aria-hidden />
      {tag}
    </span>
  )
}

const colors: Readonly<Record<string, number>> = { MQTT: 2, PUBLISH: 1, SUBSCRIBE: 4, UNSUBSCRIBE: 4, RETAINER: 6 }

/** Index of a series color, the same for related tags. */
function colorOf(tag: string): number {
  if (tag.startsWith('AUTH')) return 3
  if (tag.startsWith('RULE') || tag.startsWith('ACTION') || tag.startsWith('BRIDGE')) return 7
  return colors[tag] ?? 8
}

/** Packet type with an arrow for the direction, from the broker's point of view. */
export function PacketChip({ packet: { type, direction } }: { readonly packet: NonNullable<TraceLine['packet']> }) {
  const texts = useMessages(viewerMessages)
  return (
    <span className={styles.chip} data-direction={direction}>
      {direction === 'received' && <IconArrowDownLeft size={13} aria-label={texts.received} />}
      {direction === 'sent' && <IconArrowUpRight size={13} aria-label={texts.sent} />}
      {type}
    </span>
  )
}

/** Characters. No screen is wider. */
const maxRestLength = 600

function restOf({ packet, fields, payload }: TraceLine): string {
  const inside = packet ? packet.text.slice(packet.type.length + 1, packet.text.endsWith(')') ? -1 : undefined) : ''
  const named = fields.map(([name, value]) => (name === '' ? value : `${name}: ${value}`))
  const parts = [inside, ...named, payload ? `payload: ${payload.text}` : '']
  return parts
    .filter((part) => part !== '')
    .join(', ')
    .slice(0, maxRestLength)
}
