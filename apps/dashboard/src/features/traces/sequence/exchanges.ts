import type { PacketType } from '../../../log-lines/index.ts'
import type { PacketFacts } from './packet-facts.ts'

/** As the broker sees it: `received` goes from the client to the broker. */
export type Direction = 'received' | 'sent'

/** A packet and what answers it: PUBLISH and PUBACK, or the four packets of QoS 2; SUBSCRIBE and SUBACK; PINGREQ and PINGRESP. */
export interface Exchange {
  readonly id: number
  /** Of its packets: see `SequenceEvent`. */
  readonly seqs: readonly number[]
  readonly isComplete: boolean
  /** Its connection has ended, or its packet identifier is in use for something else: no answer comes any more. */
  readonly isAbandoned: boolean
}

/** One that may go on. */
interface OpenExchange extends Exchange {
  readonly seqs: number[]
  isComplete: boolean
  isAbandoned: boolean
  /** Milliseconds since the epoch. */
  lastAt: number | undefined
}

interface Joined {
  readonly exchange: Exchange
  /** Milliseconds since the packet of the exchange before; undefined for the first one. */
  readonly after: number | undefined
}

interface ExchangePacket {
  readonly seq: number
  readonly time: number | undefined
  readonly type: PacketType
  readonly direction: Direction
  readonly facts: PacketFacts
}

/** The exchanges of one connection. */
export interface Exchanges {
  /** Undefined for packets that stand alone: QoS 0, DISCONNECT, AUTH, and answers to what the trace does not have. */
  readonly join: (packet: ExchangePacket) => Joined | undefined
  /** The connection has ended. What is given to a later one is not abandoned. */
  readonly end: () => void
  /** Takes over the unfinished messages of a connection before, whose session goes on with this one [MQTT-4.4.0-1]. */
  readonly resume: (before: Exchanges) => void
  readonly unfinished: Map<string, OpenExchange>
}

/** `ids` gives every exchange another number. */
export function createExchanges(ids: () => number): Exchanges {
  const open = new Map<string, OpenExchange>()

  const begin = (key: string, { seq, time }: ExchangePacket): Joined => {
    const before = open.get(key)
    if (before) before.isAbandoned = true
    const exchange: OpenExchange = { id: ids(), seqs: [seq], isComplete: false, isAbandoned: false, lastAt: time }
    open.set(key, exchange)
    return { exchange, after: undefined }
  }
  const goOn = (key: string, { seq, time }: ExchangePacket, isLast: boolean): Joined | undefined => {
    const exchange = open.get(key)
    if (!exchange) return undefined
    const after = time === undefined || exchange.lastAt === undefined ? undefined : time - exchange.lastAt
    exchange.seqs.push(seq)
    exchange.lastAt = time
    if (isLast) {
      exchange.isComplete = true
      open.delete(key)
    }
    return { exchange, after }
  }

  return {
    unfinished: open,
    join(packet) {
      const { type, facts } = packet
      const key = keyOf(packet)
      if (key === undefined) return undefined
      // Sent again, it is the same message.
      if (isRequest(type)) return (facts.dup ? goOn(key, packet, false) : undefined) ?? begin(key, packet)
      return goOn(key, packet, isLast(packet))
    },
    end() {
      for (const exchange of open.values()) exchange.isAbandoned = true
    },
    resume(before) {
      for (const [key, exchange] of before.unfinished) {
        if (!key.startsWith('message') || open.has(key)) continue
        before.unfinished.delete(key)
        exchange.isAbandoned = false
        open.set(key, exchange)
      }
    },
  }
}

const requests = new Set<PacketType>(['CONNECT', 'PUBLISH', 'SUBSCRIBE', 'UNSUBSCRIBE', 'PINGREQ'])
const isRequest = (type: PacketType) => requests.has(type)

/** A PUBREC with an error ends the exchange [MQTT-4.3.3-4]. */
function isLast({ type, facts }: ExchangePacket): boolean {
  if (type === 'PUBREL') return false
  return type !== 'PUBREC' || (facts.reasonCode ?? 0) >= 128
}

/** Both sides number their messages on their own [MQTT-2.2.1-3]. */
function keyOf({ type, direction, facts }: ExchangePacket): string | undefined {
  const { packetId } = facts
  switch (type) {
    case 'CONNECT':
    case 'CONNACK':
      return 'connect'
    case 'PINGREQ':
    case 'PINGRESP':
      return 'ping'
    case 'SUBSCRIBE':
    case 'SUBACK':
    case 'UNSUBSCRIBE':
    case 'UNSUBACK':
      return packetId === undefined ? undefined : `filters ${packetId}`
    case 'PUBLISH':
    case 'PUBREL':
      return packetId === undefined ? undefined : `message ${direction} ${packetId}`
    case 'PUBACK':
    case 'PUBREC':
    case 'PUBCOMP':
      return packetId === undefined ? undefined : `message ${direction === 'sent' ? 'received' : 'sent'} ${packetId}`
    default:
      return undefined
  }
}
