import * as z from 'zod'
import { toCsv } from '../../lib/csv.ts'
import { fromBase64, toBase64, toText } from '../../lib/payload.ts'
import type { MessageProperties } from '../../mqtt-client/index.ts'
import type { Message } from './message-log.ts'
import { type Recorded, toRecorded } from './recording.ts'

/** A list of messages as JSON. Payloads that are UTF-8 stand there as text, others as base64. */
export function toExportJson(messages: readonly Message[]): string {
  return `${JSON.stringify(messages.map(toEntry), null, 2)}\n`
}

function toEntry({ at, direction, topic, payload, qos, retain, properties }: Message) {
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

/** The same as CSV, the properties as JSON in one column. */
export function toExportCsv(messages: readonly Message[]): string {
  const rows = messages
    .map(toEntry)
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

const Entry = z.object({
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

/** Reads what `toExportJson` wrote, to be sent again. Undefined for any other file. */
export function fromExportJson(text: string): readonly Recorded[] | undefined {
  try {
    const entries = z.array(Entry).parse(JSON.parse(text))
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
          // Zod's "undefined or missing" is "missing" here: JSON has no undefined.
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
