import type { PacketType } from '../../../log-lines/index.ts'
import type { SequenceEvent } from './sequence.ts'

export const families = ['connection', 'messages', 'subscriptions'] as const
type Family = (typeof families)[number]

/** `important`: what was decided, dropped, or ended. */
export const noteChoices = ['important', 'all', 'none'] as const
type NoteChoice = (typeof noteChoices)[number]

export interface SequenceFilter {
  /** Undefined: all. */
  readonly family: Family | undefined
  readonly notes: NoteChoice
  readonly pings: boolean
  /** The number of a connection; undefined: all. */
  readonly connection: number | undefined
  /** In the text of a packet or a note, whatever the case. */
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

/** What is left to show; the beginnings of connections always, but not when something is looked for. */
export function shownEvents(events: readonly SequenceEvent[], filter: SequenceFilter): readonly SequenceEvent[] {
  const { family, notes, pings, connection } = filter
  const find = filter.find.toLowerCase()
  if (family === undefined && notes === 'all' && pings && connection === undefined && find === '') return events
  return events.filter((event) => {
    if (connection !== undefined && event.connection.number !== connection) return false
    if (event.kind === 'connection') return find === ''
    if (event.kind === 'note') {
      if (notes === 'none' || (notes === 'important' && event.weight === 'routine')) return false
      return find === '' || hasText(event.msg, find) || event.fields.some(([, value]) => hasText(value, find))
    }
    const own = familyOf[event.type]
    if (own === 'ping' ? !pings || family !== undefined : family !== undefined && own !== family) return false
    return find === '' || hasText(event.text, find)
  })
}

const hasText = (text: string, find: string) => text.toLowerCase().includes(find)
