import { type FormatSettings, type HandlerSettings, type Level, levels } from './log-settings.ts'
import { type PlainValue, toPlainFields } from './plain-value.ts'
import { createTimestamp, isEpoch } from './timestamp.ts'

/** One log entry. */
interface LogEntry {
  /** Milliseconds since the epoch. */
  readonly time: number
  readonly level: Level
  /** EMQX's `msg`: a name in snake case. */
  readonly event: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** One line with its line feed. */
type Format = (entry: LogEntry) => string

/** EMQX's order. Other fields follow in their own order. */
const firstFields = ['tag', 'clientid', 'msg', 'peername', 'username', 'topic']

/** EMQX's text and JSON formats. Data from clients cannot break out of its line or value. */
export function createFormat(settings: FormatSettings): Format {
  const timestamp = createTimestamp(settings)
  const read = (entry: LogEntry) => toPlainFields(withPayload(entry, settings.payload_encode))
  if (settings.formatter === 'json') {
    const time = isEpoch(settings) ? timestamp : (at: number) => `"${timestamp(at)}"`
    return (entry) => {
      const fields = Object.fromEntries(read(entry).filter(([name]) => name !== 'time' && name !== 'level'))
      return `{"time":${time(entry.time)},"level":"${entry.level}",${toJson(fields).slice(1)}\n`
    }
  }
  return (entry) => `${timestamp(entry.time)} [${entry.level}] ${inOrder(read(entry)).map(toText).join(', ')}\n`
}

const withPayload = ({ event, fields }: LogEntry, encode: FormatSettings['payload_encode']) => ({
  ...fields,
  msg: event,
  ...('payload' in fields && encodePayload(fields.payload, encode)),
})

function inOrder(fields: readonly [string, PlainValue][]): readonly [string, PlainValue][] {
  const rank = (name: string) => (firstFields.includes(name) ? firstFields.indexOf(name) : firstFields.length)
  return fields.toSorted(([a], [b]) => rank(a) - rank(b))
}

const toText = ([name, value]: [string, PlainValue]) => `${quoteText(name)}: ${toTextValue(value)}`
const toTextValue = (value: PlainValue) => (typeof value === 'string' ? quoteText(value) : toJson(value))

/** Line breaks, control characters, lone surrogates, and characters that are invisible or change the text direction. */
const unprintable = /[\p{C}\p{Zl}\p{Zp}]/gu
/** Printable ASCII without quote, comma and backslash. */
const simple =
  /^[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]([\x20\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]*[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e])?$/
/** Needs quotes, because it would look like several values or like none. */
const ambiguous = /[",\\\p{C}\p{Zl}\p{Zp}]|^\s|\s$|^$/u

/** JSON without characters that move the cursor or are invisible. */
const toJson = (value: unknown): string => JSON.stringify(value).replace(unprintable, escapeCharacter)

/** The text itself if it is unambiguous, otherwise in JSON quotes. */
const quoteText = (text: string): string => (simple.test(text) || !ambiguous.test(text) ? text : toJson(text))

/** Escapes each code unit. Characters outside the basic plane have two. */
function escapeCharacter(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`
  }).join('')
}

/** Hex takes twice as many characters, which must fit into one value. */
const maxBytes = 2000

/** Encodes a payload according to the setting `payload_encode`. A payload that is not text is shown in hex instead. */
export function encodePayload(payload: unknown, encode: FormatSettings['payload_encode']): Shown {
  if (encode === 'hidden') return { payload: '******', payload_encode: encode }
  if (!(payload instanceof Uint8Array) && typeof payload !== 'string') return { payload, payload_encode: encode }
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
  const start = bytes.subarray(0, maxBytes)
  const rest = bytes.length > maxBytes ? `...(${bytes.length - maxBytes} more bytes)` : ''
  const text = encode === 'text' ? decode(start) : undefined
  return { payload: (text ?? toHex(start)) + rest, payload_encode: text === undefined ? 'hex' : 'text' }
}

interface Shown {
  readonly payload: unknown
  readonly payload_encode: FormatSettings['payload_encode']
}

const toHex = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')

function decode(bytes: Uint8Array): string | undefined {
  try {
    // Decodes as a stream, so that a character at the cut is omitted.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}

/** A destination of log entries. */
export interface Handler {
  /** Entries below this level are ignored. */
  readonly rank: number
  write(entry: LogEntry): void
}

export const createHandler = (settings: HandlerSettings, append: (line: string) => void): Handler => {
  const format = createFormat(settings)
  return { rank: rankOf(settings.level), write: (entry) => append(format(entry)) }
}

export const rankOf = (level: Level | 'all'): number => (level === 'all' ? 0 : levels.indexOf(level))
