import type { TraceFormatter, TracePayload } from '@mqdeck/contract'
import type { TraceEntry } from '@mqdeck/kit'
import { encodePlainJson } from '@mqdeck/kit/json'
import { showPayload } from './payload.ts'
import { toShownValue } from './shown-value.ts'

/** Formats one line including its line feed. `time` is milliseconds since the epoch. */
export type FormatTrace = (entry: TraceEntry, time: number) => string

/** EMQX's two line formats. Text of clients cannot break lines. */
export function createTraceFormat(formatter: TraceFormatter, encode: TracePayload): FormatTrace {
  const timestamp = createTimestamp()
  return formatter === 'json'
    ? (entry, time) => toJsonLine(entry, timestamp(time), encode)
    : (entry, time) => toTextLine(entry, timestamp(time), encode)
}

type Field = readonly [name: string, value: unknown]

/** `TIME [TAG] clientid@peername msg: ...`. Entries above level debug have the format of EMQX's log. */
function toTextLine(entry: TraceEntry, time: string, encode: TracePayload): string {
  const { tag, msg, level = 'debug' } = entry
  const { clientid, peername, ...rest } = Object.fromEntries(fieldsOf(entry, encode))
  const isDebug = level === 'debug'
  const head = isDebug
    ? `[${tag}] ${textOf(clientid ?? '')}@${textOf(peername ?? '')} msg: ${msg}`
    : `[${level}] tag: ${tag}${part('clientid', clientid)}, msg: ${msg}${part('peername', peername)}`
  const fields = Object.entries(rest).sort(([a], [b]) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
  return `${time} ${head}${fields.map(([name, value]) => part(name, value)).join('')}\n`
}

/** The packet is always first and the payload always last. */
const rankOf = (name: string) => (name === 'packet' ? 0 : name === 'payload' ? 2 : 1)
const part = (name: string, value: unknown) => (value === undefined ? '' : `, ${name}: ${textOf(value)}`)
const textOf = (value: unknown) => printable(typeof value === 'string' ? value : encodePlainJson(value))

/** Keys in the order of EMQX: reverse alphabetical. */
function toJsonLine(entry: TraceEntry, time: string, encode: TracePayload): string {
  const { tag, msg, level = 'debug' } = entry
  const fields: Field[] = [...fieldsOf(entry, encode), ['trace_tag', tag]]
  const meta = Object.fromEntries(fields.sort(([a], [b]) => (a < b ? 1 : -1)))
  return `${printable(encodePlainJson({ time, msg, meta, level }))}\n`
}

function fieldsOf({ meta, packet, payload }: TraceEntry, encode: TracePayload): Field[] {
  const fields: Field[] = []
  for (const name of Object.keys(meta)) {
    const value = toShownValue(name, meta[name], encode)
    if (value !== undefined) fields.push([name, value])
  }
  if (packet)
    fields.push([
      'packet',
      toShownValue(
        'packet',
        packet((bytes) => labelled(bytes, encode)),
        encode,
      ),
    ])
  if (payload) {
    const shown = showPayload(payload, encode)
    fields.push(['payload', shown.text], ['payload_encode', shown.encode])
  }
  return fields
}

/** In packets, EMQX marks hex payloads in the label. */
function labelled(payload: Uint8Array, payloadEncode: TracePayload): string {
  const { text, encode } = showPayload(payload, payloadEncode)
  return `${encode === 'hex' ? 'Payload(hex)' : 'Payload'}=${text}`
}

/** Line breaks, control characters, and characters that are invisible or change the text direction. */
const unprintable = /[\p{C}\p{Zl}\p{Zp}]/gu

/** Fast path: most lines are plain ASCII. */
const printable = (text: string) => (plain.test(text) ? text : text.replace(unprintable, escapeCharacter))
const plain = /^[\x20-\x7e]*$/

/** Escapes each code unit. Characters beyond the first plane have two. */
const escapeCharacter = (character: string) =>
  Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('')

/** RFC 3339 in UTC with microseconds as in EMQX, with millisecond precision. */
function createTimestamp(): (time: number) => string {
  let second = Number.NaN
  let prefix = ''
  return (time) => {
    const current = Math.floor(time / 1000)
    if (current !== second) {
      second = current
      prefix = new Date(current * 1000).toISOString().slice(0, 20)
    }
    return `${prefix}${String(Math.floor(time) - current * 1000).padStart(3, '0')}000+00:00`
  }
}
