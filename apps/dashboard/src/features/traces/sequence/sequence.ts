import type { PacketType, TraceLine } from '../../log/index.ts'
import { createExchanges, type Direction, type Exchange, type Exchanges } from './exchanges.ts'
import { type PacketFacts, parsePacketText } from './packet-facts.ts'

/** One connection of the client, by the address and port it came from. */
export interface TracedConnection {
  /** Starts at 1, in the order of the trace. */
  readonly number: number
  /** Undefined if no line has it. */
  readonly peername: string | undefined
  /** 3, 4 or 5. Undefined if the trace does not have its CONNECT. */
  readonly version: number | undefined
  /** Whether the trace has its CONNECT. */
  readonly hasConnect: boolean
}

interface EventBase {
  /** Incremented by one per event. */
  readonly seq: number
  /** Milliseconds since the epoch. */
  readonly time: number | undefined
  readonly connection: TracedConnection
  /** Position of its line in bytes. */
  readonly position: number
}

export interface PacketEvent extends EventBase {
  readonly kind: 'packet'
  readonly type: PacketType
  readonly direction: Direction
  readonly facts: PacketFacts
  /** Text in the trace, at most `maxTextLength` characters. */
  readonly text: string
  readonly exchange: Exchange | undefined
  /** Milliseconds since the previous packet of the exchange. */
  readonly after: number | undefined
}

/** A broker event, such as a decision. */
export interface NoteEvent extends EventBase {
  readonly kind: 'note'
  readonly msg: string
  readonly tag: string
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly payload: string | undefined
  /** `routine` events repeat what packets show. */
  readonly severity: 'routine' | 'plain' | 'amber' | 'red'
}

/** Header before the first event of a connection. */
export interface ConnectionEvent extends EventBase {
  readonly kind: 'connection'
}

export type SequenceEvent = PacketEvent | NoteEvent | ConnectionEvent

export interface Sequence {
  /** @param position of the line in bytes */
  readonly add: (line: TraceLine, position: number) => void
  /** Newest last. A new array after each change. */
  readonly events: () => readonly SequenceEvent[]
  readonly connections: () => readonly TracedConnection[]
  /** Number of events that were dropped for newer ones. */
  readonly omittedCount: () => number
}

/** Maximum characters to keep per text, to limit the memory of the page. */
const maxTextLength = 600
const clip = (text: string) => (text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength)}…`)

/** Maximum characters to parse: lists of topic filters can be long. */
const maxParsedLength = 4096

type PacketLine = Pick<PacketEvent, 'time' | 'type' | 'direction' | 'text'>

interface ConnectionState {
  readonly connection: TracedConnection & { version: number | undefined }
  readonly exchanges: Exchanges
  hasPackets: boolean
}

/** Builds a sequence from the lines of a client trace: connections, packets with their responses, and broker events. */
export function createSequence({ maxEvents = 100_000 }: { readonly maxEvents?: number } = {}): Sequence {
  let kept: SequenceEvent[] = []
  let snapshot: readonly SequenceEvent[] | undefined
  let omittedCount = 0
  let nextSeq = 0
  let lastExchange = 0
  const connections: ConnectionState[] = []
  const current = new Map<string, ConnectionState>()
  const nextExchange = () => {
    lastExchange += 1
    return lastExchange
  }

  const push = (event: SequenceEvent) => {
    kept.push(event)
    nextSeq += 1
    snapshot = undefined
    // Drop events in batches, since each removal moves all others.
    if (kept.length < maxEvents + maxEvents / 8) return
    omittedCount += kept.length - maxEvents
    kept = kept.slice(-maxEvents)
  }

  const open = ({ peername, time }: TraceLine, position: number, hasConnect: boolean): ConnectionState => {
    const connection = { number: connections.length + 1, peername, version: undefined, hasConnect }
    const one: ConnectionState = { connection, exchanges: createExchanges(nextExchange), hasPackets: false }
    connections.push(one)
    current.set(peername ?? '', one)
    push({ kind: 'connection', seq: nextSeq, time, position, connection })
    return one
  }

  /** Lines without an address (a full queue, a rule) belong to the newest connection. */
  const find = (line: TraceLine, position: number): ConnectionState => {
    const { peername, packet, msg } = line
    const isConnect = packet?.type === 'CONNECT'
    const one = peername === undefined ? connections.at(-1) : current.get(peername)
    if (one && !(isConnect && one.hasPackets)) return one
    one?.exchanges.end()
    return open(line, position, isConnect || beforeConnect.has(msg))
  }

  const addPacket = (state: ConnectionState, line: PacketLine, position: number) => {
    const { time, type, direction, text } = line
    const facts = parsePacketText(text.slice(0, maxParsedLength))
    state.hasPackets = true
    if (type === 'CONNECT') state.connection.version = facts.version
    const seq = nextSeq
    const membership = state.exchanges.join({ seq, time, type, direction, facts })
    const { connection } = state
    const { exchange, after } = membership ?? { exchange: undefined, after: undefined }
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
    const before = type === 'CONNACK' && facts.sessionPresent ? connections[connection.number - 2] : undefined
    if (before) state.exchanges.resume(before.exchanges)
    if (type === 'DISCONNECT') state.exchanges.end()
  }

  return {
    add(line, position) {
      const { packet, time, msg, tag, fields, payload } = line
      const state = find(line, position)
      if (packet?.direction) {
        const { type, direction, text } = packet
        return addPacket(state, { time, type, direction, text }, position)
      }
      const { connection } = state
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
        severity: severityOf(line),
      })
      if (closingEvents.has(msg)) state.exchanges.end()
    },
    events() {
      snapshot ??= [...kept]
      return snapshot
    },
    connections: () => connections.map(({ connection }) => connection),
    omittedCount: () => omittedCount,
  }
}

/** Events that the broker writes before the CONNECT of a connection. */
const beforeConnect = new Set(['connect_refused_by_hook', 'authenticator_result', 'authentication_result'])
const closingEvents = new Set(['emqx_connection_terminated', 'socket_force_closed', 'terminate'])

/** Events that repeat packets, intermediate steps of a decision, and rule events, which do not concern the client. */
const routine = new Set([
  'publish_to',
  'subscribe',
  'unsubscribe',
  'authenticator_result',
  'authorization_module_match',
  'authorization_module_nomatch',
  'authorization_module_match_ignore',
  'authorization_permission_allowed',
])
const routineTags = /^(?:RULE|ACTION|QUERY)/

const amber = new Set([
  'dropped_qos0_msg',
  'delivery_dropped',
  'message_dropped',
  'session_discarded',
  'session_takenover',
  'topic_filters_changed_by_hook',
  'message_topic_rewritten',
  'trace_lines_dropped',
])
const red = new Set(['connect_refused_by_hook', 'msg_publish_not_allowed', 'authentication_failure'])
const denied = /not_authorized|permission_denied|authorization_module_failed/

/** How important a broker event is for finding a fault. */
function severityOf({ msg, tag, level, fields }: TraceLine): 'routine' | 'plain' | 'amber' | 'red' {
  const isDenied =
    msg === 'authentication_result' && fields.some(([name, value]) => name === 'result' && value === 'deny')
  if (isDenied || red.has(msg) || denied.test(msg)) return 'red'
  if (level === 'error' || level === 'critical' || level === 'alert' || level === 'emergency') return 'red'
  if (amber.has(msg) || level === 'warning') return 'amber'
  return routine.has(msg) || routineTags.test(tag) ? 'routine' : 'plain'
}
