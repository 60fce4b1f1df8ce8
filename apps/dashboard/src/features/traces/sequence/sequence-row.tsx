import { memo } from 'react'
import { useFormat, useLocale, useMessages } from '../../../i18n/index.ts'
import { clockTime } from '../../../log-lines/index.ts'
import { join } from '../../../ui/index.ts'
import { sequenceMessages } from './messages.ts'
import { noteDetails, noteTitle } from './note-texts.ts'
import { packetLabel } from './packet-label.ts'
import styles from './sequence.module.css'
import type { ConnectionEvent, NoteEvent, PacketEvent, SequenceEvent } from './sequence.ts'

interface SequenceRowProps {
  readonly event: SequenceEvent
  /** Milliseconds since the row above. */
  readonly gap: number | undefined
  /** Of a packet that waits for its answer: whether one may still come. */
  readonly awaits: 'open' | 'lost' | undefined
  /** Belongs to the packet that the user looks at. */
  readonly isTogether: boolean
  /** The one row that the Tab key reaches. */
  readonly isCurrent: boolean
  readonly onOpen: (seq: number) => void
  /** The user looks at it, with the pointer or with the keyboard. */
  readonly onLook: (event: SequenceEvent | undefined) => void
}

/** One event: a packet as an arrow, a note at the broker's line, or the beginning of a connection. */
export const SequenceRow = memo(function SequenceRow(props: SequenceRowProps) {
  const { event, gap, isTogether, isCurrent, onOpen, onLook } = props
  const format = useFormat()
  if (event.kind === 'connection') return <Separator event={event} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: to look at a row is what the focus of its button does, too
    <div
      className={join(styles.row, isTogether && styles.together)}
      onMouseEnter={() => onLook(event)}
      onMouseLeave={() => onLook(undefined)}
    >
      <span className={styles.time}>{event.time === undefined ? '' : clockTime(event.time)}</span>
      <span className={styles.gap}>
        {gap !== undefined && gap >= 0 && `+${gap < 60_000 ? format.span(gap) : format.duration(gap)}`}
      </span>{' '}
      <div className={join(styles.diagram, event.kind === 'packet' && styles[event.direction])}>
        <button
          type="button"
          data-seq={event.seq}
          tabIndex={isCurrent ? 0 : -1}
          className={join(styles.open, event.kind === 'note' && styles.note)}
          onClick={() => onOpen(event.seq)}
          onFocus={() => onLook(event)}
        >
          {event.kind === 'packet' ? <Arrow event={event} /> : <Note event={event} />}
        </button>
      </div>{' '}
      <span className={styles.answer}>
        <Answer {...props} />
      </span>
    </div>
  )
})

function Arrow({ event }: { readonly event: PacketEvent }) {
  const texts = useMessages(sequenceMessages)
  const locale = useLocale()
  const { main, details, isRefusal } = packetLabel(event, texts, locale)
  const isToBroker = event.direction === 'received'
  const { payload } = event.facts
  return (
    <>
      <span className={styles.hidden}>{isToBroker ? texts.toBroker : texts.toClient}: </span>
      {!isToBroker && <span className={join(styles.head0, styles.toClient)} aria-hidden />}
      <span className={styles.line} aria-hidden />
      <span className={styles.label}>
        <span className={join(styles.type, isRefusal && styles.refusal)}>{event.type}</span>{' '}
        {main !== undefined && <span className={styles.main}>{main}</span>}{' '}
        {details.length > 0 && (
          <span className={join(styles.details, isRefusal && styles.refusal)}>{details.join(' · ')}</span>
        )}{' '}
        {payload !== undefined && payload !== '' && <span className={styles.payload}>{payload}</span>}
      </span>
      <span className={styles.line} aria-hidden />
      {isToBroker && <span className={join(styles.head0, styles.toBroker)} aria-hidden />}
    </>
  )
}

function Note({ event }: { readonly event: NoteEvent }) {
  const locale = useLocale()
  const { weight } = event
  const details = noteDetails(event, locale)
  return (
    <span className={join(styles.chip, weight === 'amber' && styles.chipAmber, weight === 'red' && styles.chipRed)}>
      <span>{noteTitle(event, locale)}</span> {details !== '' && <span>{details}</span>}
    </span>
  )
}

function Answer({ event, awaits }: SequenceRowProps) {
  const texts = useMessages(sequenceMessages)
  const format = useFormat()
  if (event.kind !== 'packet') return null
  if (awaits === 'lost') return <span className={styles.amber}>{texts.lost}</span>
  if (awaits === 'open') return texts.open
  return event.after === undefined ? null : texts.took(format.span(event.after))
}

function Separator({ event: { connection } }: { readonly event: ConnectionEvent }) {
  const texts = useMessages(sequenceMessages)
  const { number, peername, hasBegun } = connection
  const head =
    peername === undefined ? texts.connectionHeadPlain(String(number)) : texts.connectionHead(String(number), peername)
  return (
    <div className={styles.separator}>
      <span>{hasBegun ? head : `${head} · ${texts.begunBefore}`}</span>
    </div>
  )
}
