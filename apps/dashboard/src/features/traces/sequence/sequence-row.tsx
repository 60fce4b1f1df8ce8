import { memo } from 'react'
import { useFormat, useLocale, useMessages } from '../../../i18n/index.ts'
import { join } from '../../../ui/index.ts'
import { clockTime } from '../../log/index.ts'
import { sequenceMessages } from './messages.ts'
import { noteDetails, noteTitle } from './note-texts.ts'
import { packetLabel } from './packet-label.ts'
import styles from './sequence.module.css'
import type { ConnectionEvent, NoteEvent, PacketEvent, SequenceEvent } from './sequence.ts'

interface SequenceRowProps {
  readonly event: SequenceEvent
  /** Milliseconds since the row above. */
  readonly gap: number | undefined
  /** Set for a packet without a response: `pending` if one may still arrive. */
  readonly missingResponse: 'pending' | 'unanswered' | undefined
  /** Belongs to the same exchange as the highlighted packet. */
  readonly isRelated: boolean
  /** Whether the Tab key focuses this row. */
  readonly isCurrent: boolean
  readonly onOpen: (seq: number) => void
  /** Called when the row is hovered or focused. */
  readonly onHighlight: (event: SequenceEvent | undefined) => void
}

/** One event: a packet as an arrow, a broker event, or a connection header. */
export const SequenceRow = memo(function SequenceRow(props: SequenceRowProps) {
  const { event, gap, isRelated, isCurrent, onOpen, onHighlight } = props
  const format = useFormat()
  if (event.kind === 'connection') return <Separator event={event} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the focus of its button has the same effect
    <div
      className={join(styles.row, isRelated && styles.related)}
      onMouseEnter={() => onHighlight(event)}
      onMouseLeave={() => onHighlight(undefined)}
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
          onFocus={() => onHighlight(event)}
        >
          {event.kind === 'packet' ? <Arrow event={event} /> : <Note event={event} />}
        </button>
      </div>{' '}
      <span className={styles.response}>
        <ResponseCell {...props} />
      </span>
    </div>
  )
})

function Arrow({ event }: { readonly event: PacketEvent }) {
  const texts = useMessages(sequenceMessages)
  const locale = useLocale()
  const { main, details, isError } = packetLabel(event, texts, locale)
  const isToBroker = event.direction === 'received'
  const { payload } = event.facts
  return (
    <>
      <span className={styles.hidden}>{isToBroker ? texts.toBroker : texts.toClient}: </span>
      {!isToBroker && <span className={join(styles.head0, styles.toClient)} aria-hidden />}
      <span className={styles.line} aria-hidden />
      <span className={styles.label}>
        <span className={join(styles.type, isError && styles.error)}>{event.type}</span>{' '}
        {main !== undefined && <span className={styles.main}>{main}</span>}{' '}
        {details.length > 0 && (
          <span className={join(styles.details, isError && styles.error)}>{details.join(' · ')}</span>
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
  const { severity } = event
  const details = noteDetails(event, locale)
  return (
    <span className={join(styles.chip, severity === 'amber' && styles.chipAmber, severity === 'red' && styles.chipRed)}>
      <span>{noteTitle(event, locale)}</span> {details !== '' && <span>{details}</span>}
    </span>
  )
}

function ResponseCell({ event, missingResponse }: SequenceRowProps) {
  const texts = useMessages(sequenceMessages)
  const format = useFormat()
  if (event.kind !== 'packet') return null
  if (missingResponse === 'unanswered') return <span className={styles.amber}>{texts.unanswered}</span>
  if (missingResponse === 'pending') return texts.pending
  return event.after === undefined ? null : texts.answeredAfter(format.span(event.after))
}

function Separator({ event: { connection } }: { readonly event: ConnectionEvent }) {
  const texts = useMessages(sequenceMessages)
  const { number, peername, hasConnect } = connection
  const head =
    peername === undefined ? texts.connectionHeadPlain(String(number)) : texts.connectionHead(String(number), peername)
  return (
    <div className={styles.separator}>
      <span>{hasConnect ? head : `${head} · ${texts.connectedBefore}`}</span>
    </div>
  )
}
