import type { PacketType, TraceLine } from '../../../log-lines/index.ts'
import { createExchanges, type Direction, type Exchange, type Exchanges } from './exchanges.ts'
import { type PacketFacts, readPacketText } from './packet-facts.ts'
import { weightOf } from './weight.ts'

/** One connection of the client, by the address and port it came from. */
export interface TracedConnection {
  /** From 1 on, in the order of the trace. */
  readonly number: number
  /** Undefined when no line has told it. */
  readonly peername: string | undefined
  /** 3, 4, 5; undefined when its CONNECT is not in the trace. */
  readonly version: number | undefined
  /** The trace has its beginning. */
  readonly hasBegun: boolean
}

interface Common {
  /** Rises by one from event to event. */
  readonly seq: number
  /** Milliseconds since the epoch. */
  readonly time: number | undefined
  readonly connection: TracedConnection
  /** Bytes: where its line begins. */
  readonly position: number
}

export interface PacketEvent extends Common {
  readonly kind: 'packet'
  readonly type: PacketType
  readonly direction: Direction
  readonly facts: PacketFacts
  /** As it stands in the trace, at most `longestText` characters. */
  readonly text: string
  readonly exchange: Exchange | undefined
  /** Milliseconds since the packet of the exchange before. */
  readonly after: number | undefined
}

/** Something that the broker decided or did. */
export interface NoteEvent extends Common {
  readonly kind: 'note'
  readonly msg: string
  readonly tag: string
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly payload: string | undefined
  /** `routine` says what packets say too. */
  readonly weight: 'routine' | 'plain' | 'amber' | 'red'
}

/** From here on packets of this connection follow. */
export interface ConnectionEvent extends Common {
  readonly kind: 'connection'
}

export type SequenceEvent = PacketEvent | NoteEvent | ConnectionEvent

export interface Sequence {
  /** `position`: where the line begins, in bytes. */
  readonly add: (line: TraceLine, position: number) => void
  /** The newest last; another list after each change. */
  readonly events: () => readonly SequenceEvent[]
  readonly connections: () => readonly TracedConnection[]
  /** Events that had to go for newer ones. */
  readonly leftOut: () => number
}

/** Characters of a text that are kept of an event: a bound for the memory of the page. */
const longestText = 600
const clip = (text: string) => (text.length <= longestText ? text : `${text.slice(0, longestText)}…`)

/** Characters of a text that are read: topic filters may go on for long. */
const longestRead = 4096

type PacketLine = Pick<PacketEvent, 'time' | 'type' | 'direction' | 'text'>

interface Known {
  readonly connection: TracedConnection & { version: number | undefined }
  readonly exchanges: Exchanges
  hasPackets: boolean
}

/** Puts the lines of a client's trace together: connections, packets with what answers them, and the broker's own words between. */
export function createSequence({ most = 100_000 }: { readonly most?: number } = {}): Sequence {
  let kept: SequenceEvent[] = []
  let shown: readonly SequenceEvent[] | undefined
  let leftOut = 0
  let nextSeq = 0
  let lastExchange = 0
  const known: Known[] = []
  const current = new Map<string, Known>()
  const nextExchange = () => {
    lastExchange += 1
    return lastExchange
  }

  const push = (event: SequenceEvent) => {
    kept.push(event)
    nextSeq += 1
    shown = undefined
    // Not one by one: each time all the others move.
    if (kept.length < most + most / 8) return
    leftOut += kept.length - most
    kept = kept.slice(-most)
  }

  const open = ({ peername, time }: TraceLine, position: number, hasBegun: boolean): Known => {
    const connection = { number: known.length + 1, peername, version: undefined, hasBegun }
    const one: Known = { connection, exchanges: createExchanges(nextExchange), hasPackets: false }
    known.push(one)
    current.set(peername ?? '', one)
    push({ kind: 'connection', seq: nextSeq, time, position, connection })
    return one
  }

  /** What names no address (a full queue, a rule) belongs to the newest. */
  const find = (line: TraceLine, position: number): Known => {
    const { peername, packet, msg } = line
    const isConnect = packet?.type === 'CONNECT'
    const one = peername === undefined ? known.at(-1) : current.get(peername)
    if (one && !(isConnect && one.hasPackets)) return one
    one?.exchanges.end()
    return open(line, position, isConnect || beforeConnect.has(msg))
  }

  const addPacket = (of: Known, line: PacketLine, position: number) => {
    const { time, type, direction, text } = line
    const facts = readPacketText(text.slice(0, longestRead))
    of.hasPackets = true
    if (type === 'CONNECT') of.connection.version = facts.version
    const seq = nextSeq
    const joined = of.exchanges.join({ seq, time, type, direction, facts })
    const { connection } = of
    const { exchange, after } = joined ?? { exchange: undefined, after: undefined }
    const payload = facts.payload === undefined ? undefined : clip(facts.payload)
    push({
      kind: 'packet',
      seq,
      time,
      position,
      connection,
      type,
      direction,
      facts: { ...facts, payload },
      text: clip(text),
      exchange,
      after,
    })
    const before = type === 'CONNACK' && facts.sessionPresent ? known[connection.number - 2] : undefined
    if (before) of.exchanges.resume(before.exchanges)
    if (type === 'DISCONNECT') of.exchanges.end()
  }

  return {
    add(line, position) {
      const { packet, time, msg, tag, fields, payload } = line
      const of = find(line, position)
      if (packet?.direction) {
        const { type, direction, text } = packet
        return addPacket(of, { time, type, direction, text }, position)
      }
      const { connection } = of
      const all = fields.map(([name, value]) => [name, clip(value)] as const)
      push({
        kind: 'note',
        seq: nextSeq,
        time,
        position,
        connection,
        msg,
        tag,
        fields: all,
        payload: payload && clip(payload.text),
        weight: weightOf(line),
      })
      if (ends.has(msg)) of.exchanges.end()
    },
    events() {
      shown ??= [...kept]
      return shown
    },
    connections: () => known.map(({ connection }) => connection),
    leftOut: () => leftOut,
  }
}

/** The broker writes them of a connection whose CONNECT it handles. */
const beforeConnect = new Set(['connect_refused_by_hook', 'authenticator_result', 'authentication_result'])
const ends = new Set(['emqx_connection_terminated', 'socket_force_closed', 'terminate'])
