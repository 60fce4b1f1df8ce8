import { quoteText, toJson } from './escape.ts'
import type { LogEntry } from './log-entry.ts'
import type { FormatSettings } from './log-settings.ts'
import { encodePayload } from './payload.ts'
import { type PlainValue, toPlainFields } from './plain-value.ts'
import { createTimestamp, isEpoch } from './timestamp.ts'

/** One line with its line feed. */
export type Format = (entry: LogEntry) => string

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
