import * as z from 'zod'
import { fromBase64, toBase64, toText } from '../../../lib/payload/payload.ts'
import { toCsv } from '../../../lib/text/csv.ts'
import type { MessageProperties } from '../index.ts'
import { type RecordedMessage, toRecorded } from '../recorder/recorder.ts'
import type { LoggedMessage } from './message-log.ts'

/** Messages as JSON, with UTF-8 payloads as text and other payloads as base64. */
export function toExportJson(messages: readonly LoggedMessage[]): string {
  return `${JSON.stringify(messages.map(toExported), null, 2)}\n`
}

function toExported({ at, direction, topic, payload, qos, retain, properties }: LoggedMessage) {
  const text = toText(payload)
  return {
    time: new Date(at).toISOString(),
    direction,
    topic,
    qos,
    retain,
    ...(text === undefined ? { payload: toBase64(payload), encoding: 'base64' } : { payload: text }),
    ...(properties && { properties: toPlain(properties) }),
  }
}

const toPlain = ({ correlation, ...rest }: MessageProperties) => ({
  ...rest,
  ...(correlation && { correlation: toBase64(correlation) }),
})

const columns = ['time', 'direction', 'topic', 'qos', 'retain', 'encoding', 'payload', 'properties']

/** Messages as CSV, with the properties as JSON in one column. */
export function toExportCsv(messages: readonly LoggedMessage[]): string {
  const rows = messages
    .map(toExported)
    .map((entry) => [
      entry.time,
      entry.direction,
      entry.topic,
      String(entry.qos),
      String(entry.retain),
      'encoding' in entry ? 'base64' : 'text',
      entry.payload,
      entry.properties ? JSON.stringify(entry.properties) : '',
    ])
  return toCsv([columns, ...rows])
}

const ExportedMessage = z.object({
  time: z.iso.datetime(),
  topic: z.string().min(1),
  qos: z.literal([0, 1, 2]).default(0),
  retain: z.boolean().default(false),
  payload: z.string(),
  encoding: z.literal('base64').optional(),
  properties: z
    .object({
      isUtf8: z.boolean(),
      expiry: z.number(),
      contentType: z.string(),
      responseTopic: z.string(),
      correlation: z.string(),
      userProperties: z.array(z.object({ name: z.string(), value: z.string() })),
    })
    .partial()
    .optional(),
})

/** Reads a file of `toExportJson` for a replay. Undefined for any other file. */
export function fromExportJson(text: string): readonly RecordedMessage[] | undefined {
  try {
    const entries = z.array(ExportedMessage).parse(JSON.parse(text))
    const startedAt = Math.min(...entries.map(({ time }) => Date.parse(time)))
    return entries
      .map(({ time, payload, encoding, properties, ...entry }) => {
        const { correlation, ...rest } = properties ?? {}
        const message = {
          ...entry,
          seq: 0,
          at: Date.parse(time),
          direction: 'in',
          dup: false,
          payload: encoding === 'base64' ? fromBase64(payload) : new TextEncoder().encode(payload),
          // JSON has no undefined, so an optional field of Zod is either set or missing.
          properties: {
            ...(rest as MessageProperties),
            ...(correlation !== undefined && { correlation: fromBase64(correlation) }),
          },
        } as const
        return toRecorded(message, startedAt)
      })
      .sort((a, b) => a.after - b.after)
  } catch {
    return undefined
  }
}
