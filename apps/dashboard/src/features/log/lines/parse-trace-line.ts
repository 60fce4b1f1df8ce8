import { isRecord } from '../../../lib/json/json-path.ts'
import { type Level, levels } from './levels.ts'
import { readFields, toFieldText, toTime } from './parse-line.ts'

/** In the order of the MQTT control packet types. */
export const packetTypes = [
  'CONNECT',
  'CONNACK',
  'PUBLISH',
  'PUBACK',
  'PUBREC',
  'PUBREL',
  'PUBCOMP',
  'SUBSCRIBE',
  'SUBACK',
  'UNSUBSCRIBE',
  'UNSUBACK',
  'PINGREQ',
  'PINGRESP',
  'DISCONNECT',
  'AUTH',
] as const
export type PacketType = (typeof packetTypes)[number]

/** A parsed trace line. */
export interface TraceLine {
  /** In milliseconds since the epoch. */
  readonly time: number | undefined
  readonly level: Level | undefined
  /** MQTT, PUBLISH, AUTHN, AUTHZ, HOOK, RULE, ...; may be empty. */
  readonly tag: string
  /** The whole line if it is not a trace line. */
  readonly msg: string
  readonly clientId: string | undefined
  readonly peername: string | undefined
  readonly packet: TracePacket | undefined
  readonly payload: TracePayloadText | undefined
  /** All other fields, in the order of the line. Values that are not text are JSON. */
  readonly fields: readonly TraceField[]
}

type TraceField = readonly [name: string, value: string]

interface TracePacket {
  readonly type: PacketType
  /** From the broker's point of view. Undefined if the message has no direction. */
  readonly direction: 'received' | 'sent' | undefined
  /** `PUBLISH(Q1, R0, D0, Topic=t, PacketId=1, Payload=...)` */
  readonly text: string
}

interface TracePayloadText {
  /** In the encoding of the trace. Truncated payloads end with `...(123 bytes)`. */
  readonly text: string
  readonly encode: 'text' | 'hex' | 'hidden'
}

/**
 * Parses a line in either format of EMQX: `TIME [TAG] clientid@peername msg: m, packet: ..., name: value, payload: ...`
 * (`TIME [level] tag: TAG, clientid: ..., msg: m, ...` for levels above debug), or one JSON object.
 */
export function parseTraceLine(line: string): TraceLine {
  return (line.startsWith('{') ? parseJson(line) : parseText(line)) ?? { ...emptyLine, msg: line }
}

const emptyLine: TraceLine = {
  time: undefined,
  level: undefined,
  tag: '',
  msg: '',
  clientId: undefined,
  peername: undefined,
  packet: undefined,
  payload: undefined,
  fields: [],
}

/** Parses only the level, to scan many lines. Text lines without a level are debug. Undefined if it is not a trace line. */
export function traceLevelOf(line: string): Level | undefined {
  if (!line.startsWith('{')) {
    const word = textHead.exec(line)?.[2]
    return word === undefined ? undefined : (levels.find((level) => level === word) ?? 'debug')
  }
  // Quotes inside JSON strings are escaped, so this can only match a field name.
  const word = /"level":"([a-z]+)"\}?$/.exec(line.slice(-40))?.[1] ?? /"level":"([a-z]+)"/.exec(line)?.[1]
  return levels.find((level) => level === word)
}

/** Parses only the packet type, to scan many lines. Undefined if the line has no packet. */
export function packetTypeOf(line: string): PacketType | undefined {
  const name = (
    line.startsWith('{') ? /"packet":"([A-Z]+)\(/ : / msg: [^,]{0,100}, (?:peername: [^,]{0,100}, )?packet: ([A-Z]+)\(/
  ).exec(line)
  return packetTypes.find((type) => type === name?.[1])
}

/** Parses only the time, in milliseconds since the epoch. Also works for truncated JSON lines. */
export function toLineTime(line: string): number | undefined {
  const text = (line.startsWith('{') ? /"time":"?([^",}]+)/ : /^(\d\S{0,40}) \[/).exec(line)?.[1]
  return text === undefined ? undefined : toTime(text)
}

/** Start of a text line: its time, and its tag or level. */
const textHead = /^(\d\S{0,40}) \[(\w{1,40})\] /

function parseJson(line: string): TraceLine | undefined {
  const entry = tryJson(line)
  if (!isRecord(entry)) return undefined
  const { time, msg, meta, level: word, ...rest } = entry
  const all: TraceField[] = [...Object.entries(isRecord(meta) ? meta : {}), ...Object.entries(rest)].map(
    ([name, value]) => [name, toFieldText(value)],
  )
  const level = levels.find((one) => one === word)
  return toLine({ time: toTime(String(time)), level, msg: toFieldText(msg) }, all)
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function parseText(line: string): TraceLine | undefined {
  const [head, at = '', word = ''] = textHead.exec(line) ?? []
  if (head === undefined) return undefined
  const time = toTime(at)
  const level = levels.find((one) => one === word)
  if (level) return toLine({ time, level, msg: '' }, readTraceFields(line.slice(head.length)))
  const client = readClient(line, head.length)
  if (!client) return { ...emptyLine, time, level: 'debug', tag: word, msg: line.slice(head.length) }
  const fields = readTraceFields(line.slice(client.end))
  return toLine({ time, level: 'debug', msg: '' }, [['trace_tag', word], ...client.fields, ...fields])
}

/** `clientid@peername ` before ` msg: `. A client ID may contain an at sign and even ` msg: `. */
function readClient(
  line: string,
  from: number,
): { readonly fields: readonly TraceField[]; readonly end: number } | undefined {
  const start = line.startsWith('msg: ', from) ? from - 1 : line.indexOf(' msg: ', from)
  for (let at = start, tries = 0; at >= 0 && tries < 8; at = line.indexOf(' msg: ', at + 1), tries += 1) {
    const text = line.slice(from, Math.max(from, at))
    const atSign = text.lastIndexOf('@')
    if (text !== '' && (atSign < 0 || text.includes(' ', atSign))) continue
    const [clientId, peername] = [text.slice(0, Math.max(0, atSign)), text.slice(atSign + 1)]
    const fields: TraceField[] = []
    if (clientId !== '') fields.push(['clientid', clientId])
    if (peername !== '') fields.push(['peername', peername])
    return { fields, end: at + 1 }
  }
  return undefined
}

/** Parses `name: value, ...`. The packet and the payload, which is always last, may contain arbitrary text of a client. */
function readTraceFields(text: string): readonly TraceField[] {
  const payloadAt = startOf(text, 'payload')
  const payload: TraceField[] = payloadAt === undefined ? [] : [['payload', text.slice(payloadAt.value)]]
  const rest = payloadAt === undefined ? text : text.slice(0, payloadAt.name)
  const packetAt = startOf(rest, 'packet')
  if (!packetAt) return [...plainFields(rest), ...payload]
  const closing = /^.*\)(?=, [a-z_]+: )/.exec(rest.slice(packetAt.value))?.[0]
  const packet = closing ?? rest.slice(packetAt.value)
  const before = rest.slice(0, packetAt.name)
  const after = rest.slice(packetAt.value + packet.length + ', '.length)
  return [...plainFields(before), ['packet', packet], ...plainFields(after), ...payload]
}

/** Index of a field's name (including the comma before it) and of its value. */
function startOf(text: string, name: string): { readonly name: number; readonly value: number } | undefined {
  if (text.startsWith(`${name}: `)) return { name: 0, value: name.length + 2 }
  const at = text.indexOf(`, ${name}: `)
  return at < 0 ? undefined : { name: at, value: at + name.length + 4 }
}

const plainFields = (text: string): readonly TraceField[] => {
  if (text === '') return []
  return readFields(text) ?? [['', text]]
}

/** Fields with their own property in `TraceLine`. */
const namedFields = new Set(['trace_tag', 'tag', 'clientid', 'peername', 'packet', 'payload', 'payload_encode', 'msg'])

function toLine(
  { time, level, msg }: { time: number | undefined; level: Level | undefined; msg: string },
  all: readonly TraceField[],
): TraceLine {
  const field = (name: string) => all.find(([one]) => one === name)?.[1]
  const message = msg === '' ? (field('msg') ?? '') : msg
  const text = field('packet')
  const type = packetTypes.find((one) => text?.startsWith(`${one}(`))
  const encode = field('payload_encode')
  const payload = field('payload')
  return {
    time,
    level,
    tag: field('trace_tag') ?? field('tag') ?? '',
    msg: message,
    clientId: field('clientid'),
    peername: field('peername'),
    packet: type && text !== undefined ? { type, direction: directionOf(message), text } : undefined,
    payload:
      payload === undefined
        ? undefined
        : { text: payload, encode: encode === 'hex' || encode === 'hidden' ? encode : 'text' },
    fields: all.filter(([name]) => !namedFields.has(name) || (name === 'packet' && !type)),
  }
}

function directionOf(msg: string): TracePacket['direction'] {
  if (msg === 'mqtt_packet_received') return 'received'
  return msg === 'mqtt_packet_sent' ? 'sent' : undefined
}
