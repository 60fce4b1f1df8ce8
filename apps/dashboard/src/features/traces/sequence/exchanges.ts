import type { PacketType } from '../../log/index.ts'
import type { PacketFacts } from './packet-facts.ts'

/** From the broker's point of view: `received` goes from the client to the broker. */
export type Direction = 'received' | 'sent'

/** A packet and its responses: PUBLISH and PUBACK, the four packets of QoS 2, SUBSCRIBE and SUBACK, PINGREQ and PINGRESP. */
export interface Exchange {
  readonly id: number
  /** `seq` of its packets. */
  readonly seqs: readonly number[]
  readonly isComplete: boolean
  /** A response is no longer possible: the connection was closed, or its packet identifier was reused. */
  readonly isAbandoned: boolean
}

/** An exchange that may receive more packets. */
interface OpenExchange extends Exchange {
  readonly seqs: number[]
  isComplete: boolean
  isAbandoned: boolean
  /** Milliseconds since the epoch. */
  lastAt: number | undefined
}

interface ExchangeMembership {
  readonly exchange: Exchange
  /** Milliseconds since the previous packet of the exchange. Undefined for the first packet. */
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
  /** Undefined for packets without an exchange: QoS 0, DISCONNECT, AUTH, and responses to packets before the trace. */
  readonly join: (packet: ExchangePacket) => ExchangeMembership | undefined
  /** Marks open exchanges as abandoned when the connection is closed. A later `resume` reverts this. */
  readonly end: () => void
  /** Takes over the unfinished messages of an earlier connection with the same session [MQTT-4.4.0-1]. */
  readonly resume: (previous: Exchanges) => void
  readonly unfinished: Map<string, OpenExchange>
}

/** @param nextId returns a new number for each exchange */
export function createExchanges(nextId: () => number): Exchanges {
  const open = new Map<string, OpenExchange>()

  const startExchange = (key: string, { seq, time }: ExchangePacket): ExchangeMembership => {
    const before = open.get(key)
    if (before) before.isAbandoned = true
    const exchange: OpenExchange = { id: nextId(), seqs: [seq], isComplete: false, isAbandoned: false, lastAt: time }
    open.set(key, exchange)
    return { exchange, after: undefined }
  }
  const continueExchange = (
    key: string,
    { seq, time }: ExchangePacket,
    isLast: boolean,
  ): ExchangeMembership | undefined => {
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
      // A duplicate belongs to the exchange of the first attempt.
      if (isRequest(type))
        return (facts.dup ? continueExchange(key, packet, false) : undefined) ?? startExchange(key, packet)
      return continueExchange(key, packet, isLast(packet))
    },
    end() {
      for (const exchange of open.values()) exchange.isAbandoned = true
    },
    resume(previous) {
      for (const [key, exchange] of previous.unfinished) {
        if (!key.startsWith('message') || open.has(key)) continue
        previous.unfinished.delete(key)
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

/** Client and broker assign packet identifiers independently [MQTT-2.2.1-3]. */
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
