import { useState } from 'react'
import { useFormat, useLocale, useMessages } from '../../../i18n/index.ts'
import { Button, CodeBlock, type Description, DescriptionList, Drawer, Link, Mono, Stack } from '../../../ui/index.ts'
import { clockTime } from '../../log/index.ts'
import { sequenceMessages } from './messages.ts'
import { noteTitle } from './note-texts.ts'
import { packetLabel } from './packet-label.ts'
import styles from './sequence.module.css'
import type { NoteEvent, PacketEvent, SequenceEvent } from './sequence.ts'

interface EventDrawerProps {
  /** Undefined while the drawer is closed. */
  readonly event: PacketEvent | NoteEvent | undefined
  readonly find: (seq: number) => SequenceEvent | undefined
  readonly name: string
  readonly node: string
  readonly onOpen: (seq: number) => void
  readonly onClose: () => void
}

/** Details of a packet or a broker event, with the related packets. */
export function EventDrawer({ event, onClose, ...props }: EventDrawerProps) {
  const texts = useMessages(sequenceMessages)
  // Keeps the last event visible while the drawer closes.
  const [shown, setShown] = useState(event)
  if (event && event !== shown) setShown(event)
  return (
    <Drawer
      opened={event !== undefined}
      onClose={onClose}
      title={shown?.kind === 'packet' ? shown.type : texts.brokerEvent}
      size={640}
    >
      {shown && <EventDetails event={shown} {...props} />}
    </Drawer>
  )
}

function EventDetails({
  event,
  find,
  name,
  node,
  onOpen,
}: Omit<EventDrawerProps, 'event' | 'onClose'> & { readonly event: PacketEvent | NoteEvent }) {
  const texts = useMessages(sequenceMessages)
  const commonItems = useCommonItems(event)
  const kindItems = useKindItems(event)
  const payload = event.kind === 'packet' ? event.facts.payload : event.payload
  return (
    <Stack gap={5}>
      <DescriptionList items={[...commonItems, ...kindItems]} minWidth={180} />
      {event.kind === 'packet' && <RelatedPackets event={event} find={find} onOpen={onOpen} />}
      {event.kind === 'packet' && (
        <Stack gap={1}>
          <h3>{texts.rawText}</h3>
          <CodeBlock code={event.text} wrap />
        </Stack>
      )}
      {payload !== undefined && payload !== '' && (
        <Stack gap={1}>
          <h3>{texts.payload}</h3>
          <CodeBlock code={payload} wrap />
        </Stack>
      )}
      <Link to="/log-trace/detail/$id" params={{ id: name }} search={{ node, at: event.position }}>
        {texts.showInLog}
      </Link>
    </Stack>
  )
}

function useCommonItems({ time, connection, ...event }: PacketEvent | NoteEvent): readonly Description[] {
  const texts = useMessages(sequenceMessages)
  const format = useFormat()
  const { details } = texts
  return [
    { label: texts.time, value: time === undefined ? undefined : `${format.date(time)} ${clockTime(time)}` },
    {
      label: details.connection,
      value: texts.connectionName(String(connection.number), connection.peername ?? ''),
    },
    ...(event.kind === 'packet'
      ? [{ label: details.direction, value: event.direction === 'received' ? texts.toBroker : texts.toClient }]
      : [{ label: details.tag, value: event.tag }]),
  ]
}

function useKindItems(event: PacketEvent | NoteEvent): readonly Description[] {
  const texts = useMessages(sequenceMessages)
  const format = useFormat()
  const locale = useLocale()
  const { details } = texts
  if (event.kind === 'note') {
    const fields = event.fields.map(([label, value]) => ({ label, value: <Mono>{value}</Mono> }))
    return [{ label: texts.message, value: noteTitle(event, locale) }, ...fields]
  }
  const { facts, after } = event
  const { main, details: labelDetails } = packetLabel(event, texts, locale)
  return [
    ...(facts.packetId === undefined ? [] : [{ label: details.packetId, value: String(facts.packetId) }]),
    ...(main === undefined ? [] : [{ label: texts.topic, value: <Mono>{main}</Mono> }]),
    ...(event.type === 'PUBLISH' ? [{ label: texts.qos, value: String(facts.qos) }] : []),
    ...(facts.reasonCode === undefined && facts.reasonCodes.length === 0
      ? []
      : [
          {
            label: texts.reason,
            value: labelDetails.filter((part) => !part.startsWith('#')).join(' · ') || String(facts.reasonCode ?? ''),
          },
        ]),
    ...(after === undefined ? [] : [{ label: details.after, value: format.span(after) }]),
  ]
}

/** Buttons for the packets of the same exchange. */
function RelatedPackets({
  event,
  find,
  onOpen,
}: Pick<EventDrawerProps, 'find' | 'onOpen'> & { readonly event: PacketEvent }) {
  const texts = useMessages(sequenceMessages)
  const others = event.exchange?.seqs.flatMap((seq) => find(seq) ?? []) ?? []
  if (others.length < 2) return null
  return (
    <Stack gap={1}>
      <h3>{texts.relatedPackets}</h3>
      <ul>
        {others.map(
          (one) =>
            one.kind === 'packet' && (
              <li key={one.seq} className={styles.other}>
                <Button size="small" variant="subtle" disabled={one.seq === event.seq} onClick={() => onOpen(one.seq)}>
                  {one.time === undefined ? '' : `${clockTime(one.time)} `}
                  {one.direction === 'received' ? '→' : '←'} {one.type}
                </Button>
              </li>
            ),
        )}
      </ul>
    </Stack>
  )
}
