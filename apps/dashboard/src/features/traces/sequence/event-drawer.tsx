import { useState } from 'react'
import { useFormat, useLocale, useMessages } from '../../../i18n/index.ts'
import { clockTime } from '../../../log-lines/index.ts'
import { Button, CodeBlock, type Description, DescriptionList, Drawer, Link, Mono, Stack } from '../../../ui/index.ts'
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

/** All that is known of a packet or a note, and the packets that it belongs to. */
export function EventDrawer({ event, onClose, ...props }: EventDrawerProps) {
  const texts = useMessages(sequenceMessages)
  // The last one stays on the panel while it slides away.
  const [shown, setShown] = useState(event)
  if (event && event !== shown) setShown(event)
  return (
    <Drawer
      opened={event !== undefined}
      onClose={onClose}
      title={shown?.kind === 'packet' ? shown.type : texts.note}
      size={640}
    >
      {shown && <About event={shown} {...props} />}
    </Drawer>
  )
}

function About({
  event,
  find,
  name,
  node,
  onOpen,
}: Omit<EventDrawerProps, 'event' | 'onClose'> & { readonly event: PacketEvent | NoteEvent }) {
  const texts = useMessages(sequenceMessages)
  const common = useCommon(event)
  const own = useOwn(event)
  const payload = event.kind === 'packet' ? event.facts.payload : event.payload
  return (
    <Stack gap={5}>
      <DescriptionList items={[...common, ...own]} minWidth={180} />
      {event.kind === 'packet' && <Together event={event} find={find} onOpen={onOpen} />}
      {event.kind === 'packet' && (
        <Stack gap={1}>
          <h3>{texts.whole}</h3>
          <CodeBlock code={event.text} wrap />
        </Stack>
      )}
      {payload !== undefined && payload !== '' && (
        <Stack gap={1}>
          <h3>{texts.details.payload}</h3>
          <CodeBlock code={payload} wrap />
        </Stack>
      )}
      <Link to="/log-trace/detail/$id" params={{ id: name }} search={{ node, at: event.position }}>
        {texts.inLog}
      </Link>
    </Stack>
  )
}

function useCommon({ time, connection, ...event }: PacketEvent | NoteEvent): readonly Description[] {
  const texts = useMessages(sequenceMessages)
  const format = useFormat()
  const { details } = texts
  return [
    { label: details.time, value: time === undefined ? undefined : `${format.date(time)} ${clockTime(time)}` },
    {
      label: details.connection,
      value: texts.connectionName(String(connection.number), connection.peername ?? ''),
    },
    ...(event.kind === 'packet'
      ? [{ label: details.direction, value: event.direction === 'received' ? texts.toBroker : texts.toClient }]
      : [{ label: details.tag, value: event.tag }]),
  ]
}

function useOwn(event: PacketEvent | NoteEvent): readonly Description[] {
  const texts = useMessages(sequenceMessages)
  const format = useFormat()
  const locale = useLocale()
  const { details } = texts
  if (event.kind === 'note') {
    const fields = event.fields.map(([label, value]) => ({ label, value: <Mono>{value}</Mono> }))
    return [{ label: details.message, value: noteTitle(event, locale) }, ...fields]
  }
  const { facts, after } = event
  const { main, details: said } = packetLabel(event, texts, locale)
  return [
    ...(facts.packetId === undefined ? [] : [{ label: details.packetId, value: String(facts.packetId) }]),
    ...(main === undefined ? [] : [{ label: details.topic, value: <Mono>{main}</Mono> }]),
    ...(event.type === 'PUBLISH' ? [{ label: details.qos, value: String(facts.qos) }] : []),
    ...(facts.reasonCode === undefined && facts.reasonCodes.length === 0
      ? []
      : [
          {
            label: details.reason,
            value: said.filter((part) => !part.startsWith('#')).join(' · ') || String(facts.reasonCode ?? ''),
          },
        ]),
    ...(after === undefined ? [] : [{ label: details.after, value: format.span(after) }]),
  ]
}

/** The packets of its exchange, each a way to it. */
function Together({
  event,
  find,
  onOpen,
}: Pick<EventDrawerProps, 'find' | 'onOpen'> & { readonly event: PacketEvent }) {
  const texts = useMessages(sequenceMessages)
  const others = event.exchange?.seqs.flatMap((seq) => find(seq) ?? []) ?? []
  if (others.length < 2) return null
  return (
    <Stack gap={1}>
      <h3>{texts.together}</h3>
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
