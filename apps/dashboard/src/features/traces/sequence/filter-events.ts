import type { PacketType } from '../../log/index.ts'
import type { SequenceEvent } from './sequence.ts'

export const families = ['connection', 'messages', 'subscriptions'] as const
type Family = (typeof families)[number]

/** `important`: all but routine events. */
export const noteChoices = ['important', 'all', 'none'] as const
type NoteChoice = (typeof noteChoices)[number]

export interface SequenceFilter {
  /** Undefined for all. */
  readonly family: Family | undefined
  readonly notes: NoteChoice
  readonly pings: boolean
  /** Number of a connection. Undefined for all. */
  readonly connection: number | undefined
  /** Case-insensitive text in a packet or broker event. */
  readonly find: string
}

const familyOf: Readonly<Record<PacketType, Family | 'ping'>> = {
  CONNECT: 'connection',
  CONNACK: 'connection',
  DISCONNECT: 'connection',
  AUTH: 'connection',
  PUBLISH: 'messages',
  PUBACK: 'messages',
  PUBREC: 'messages',
  PUBREL: 'messages',
  PUBCOMP: 'messages',
  SUBSCRIBE: 'subscriptions',
  SUBACK: 'subscriptions',
  UNSUBSCRIBE: 'subscriptions',
  UNSUBACK: 'subscriptions',
  PINGREQ: 'ping',
  PINGRESP: 'ping',
}

/** Events that match the filter. Connection headers always match unless there is a search text. */
export function filterEvents(events: readonly SequenceEvent[], filter: SequenceFilter): readonly SequenceEvent[] {
  const { family, notes, pings, connection } = filter
  const find = filter.find.toLowerCase()
  if (family === undefined && notes === 'all' && pings && connection === undefined && find === '') return events
  return events.filter((event) => {
    if (connection !== undefined && event.connection.number !== connection) return false
    if (event.kind === 'connection') return find === ''
    if (event.kind === 'note') {
      if (notes === 'none' || (notes === 'important' && event.severity === 'routine')) return false
      return find === '' || hasText(event.msg, find) || event.fields.some(([, value]) => hasText(value, find))
    }
    const packetFamily = familyOf[event.type]
    if (packetFamily === 'ping' ? !pings || family !== undefined : family !== undefined && packetFamily !== family)
      return false
    return find === '' || hasText(event.text, find)
  })
}

const hasText = (text: string, find: string) => text.toLowerCase().includes(find)
