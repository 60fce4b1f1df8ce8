import { fromBase64, type PayloadFormat } from '../../lib/payload.ts'
import { type PayloadFault, readPayload } from '../../lib/payload-input.ts'
import { type TopicFault, topicFault } from '../../lib/topic-name.ts'
import type { Pair } from '../../ui/pairs-field.tsx'
import { jsonToCbor } from './cbor.ts'
import type { MessageProperties, OutgoingMessage } from './index.ts'
import { sentAtName, sentAtValue } from './latency.ts'
import { type PlaceholderContext, replacePlaceholders } from './placeholders.ts'

export type DraftFormat = PayloadFormat | 'cbor' | 'file'

export const draftFormats: readonly DraftFormat[] = ['text', 'json', 'hex', 'base64', 'cbor', 'file']

interface ChosenFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** The values of the publish form. */
export interface MessageDraft {
  readonly topic: string
  readonly format: DraftFormat
  /** As entered; JSON for CBOR. */
  readonly payload: string
  readonly file: ChosenFile | undefined
  readonly qos: '0' | '1' | '2'
  readonly retain: boolean
  /** Replaces placeholders in topic, payload and properties. */
  readonly isTemplate: boolean
  /** Adds the send time as a user property (MQTT 5), so that the receiver can show the latency. */
  readonly measures: boolean
  readonly isUtf8: boolean
  /** Seconds. */
  readonly expiry: number | undefined
  readonly contentType: string
  readonly responseTopic: string
  readonly correlation: string
  readonly topicAlias: number | undefined
  readonly userProperties: readonly Pair[]
}

export const emptyDraft: MessageDraft = {
  topic: 't/1',
  format: 'json',
  payload: '{"msg":"hello"}',
  file: undefined,
  qos: '0',
  retain: false,
  isTemplate: true,
  measures: true,
  isUtf8: false,
  expiry: undefined,
  contentType: '',
  responseTopic: '',
  correlation: '',
  topicAlias: undefined,
  userProperties: [],
}

export interface DraftFaults {
  readonly topic?: TopicFault
  readonly payload?: PayloadFault | 'file'
  readonly expiry?: true
  readonly responseTopic?: TopicFault
  readonly topicAlias?: true
}

const levels = { '0': 0, '1': 1, '2': 2 } as const

/** The message with its placeholders replaced, or the faults of the draft. */
export function toOutgoing(
  draft: MessageDraft,
  version: '5' | '4' | '3',
  context: PlaceholderContext,
): { readonly outgoing: OutgoingMessage } | { readonly faults: DraftFaults } {
  const replace = (text: string) => (draft.isTemplate ? replacePlaceholders(text, context) : text)
  const topic = replace(draft.topic)
  const payload = readDraftPayload(draft, replace)
  const isMqtt5 = version === '5'
  const faults = faultsOf(draft, topic, payload, isMqtt5)
  if (typeof payload === 'string' || Object.keys(faults).length > 0) return { faults }
  const properties = isMqtt5 ? toProperties(draft, replace, context.now) : undefined
  return { outgoing: { topic, payload, qos: levels[draft.qos], retain: draft.retain, properties } }
}

function readDraftPayload(
  { format, payload, file }: MessageDraft,
  replace: (text: string) => string,
): Uint8Array | PayloadFault | 'file' {
  if (format === 'file') return file?.bytes ?? 'file'
  if (format === 'cbor') return orFault(() => jsonToCbor(replace(payload)))
  const read = readPayload(format === 'text' || format === 'json' ? replace(payload) : payload, format)
  if (typeof read === 'string') return read
  return read.payload_encoding === 'plain' ? new TextEncoder().encode(read.payload) : fromBase64(read.payload)
}

function orFault(read: () => Uint8Array): Uint8Array | 'json' {
  try {
    return read()
  } catch {
    return 'json'
  }
}

function faultsOf(
  { responseTopic, expiry, topicAlias }: MessageDraft,
  topic: string,
  payload: Uint8Array | PayloadFault | 'file',
  isMqtt5: boolean,
): DraftFaults {
  const topicError = topicFault(topic)
  const responseTopicError = isMqtt5 && responseTopic !== '' ? topicFault(responseTopic) : undefined
  const isWhole = (value: number | undefined, low: number, high: number) =>
    value === undefined || (Number.isInteger(value) && value >= low && value <= high)
  return {
    ...(topicError && { topic: topicError }),
    ...(typeof payload === 'string' && { payload }),
    ...(isMqtt5 && !isWhole(expiry, 0, 0xffff_ffff) && { expiry: true }),
    ...(responseTopicError && { responseTopic: responseTopicError }),
    // [MQTT-3.3.2-8]
    ...(isMqtt5 && !isWhole(topicAlias, 1, 65_535) && { topicAlias: true }),
  }
}

function toProperties(
  draft: MessageDraft,
  replace: (text: string) => string,
  now: number,
): MessageProperties | undefined {
  const { isUtf8, expiry, contentType, responseTopic, correlation, topicAlias, measures } = draft
  const own = draft.userProperties
    .filter(({ name }) => name !== '')
    .map(({ name, value }) => ({ name, value: replace(value) }))
  const userProperties = measures ? [...own, { name: sentAtName, value: sentAtValue(now) }] : own
  const properties: MessageProperties = {
    ...(isUtf8 && { isUtf8 }),
    ...(expiry !== undefined && { expiry }),
    ...(contentType !== '' && { contentType }),
    ...(responseTopic !== '' && { responseTopic }),
    ...(correlation !== '' && { correlation: new TextEncoder().encode(replace(correlation)) }),
    ...(topicAlias !== undefined && { topicAlias }),
    ...(userProperties.length > 0 && { userProperties }),
  }
  return Object.keys(properties).length > 0 ? properties : undefined
}

/** Number of properties that are set. */
export function countProperties(draft: MessageDraft): number {
  const { isUtf8, expiry, contentType, responseTopic, correlation, topicAlias, userProperties } = draft
  const texts = [contentType, responseTopic, correlation].filter((text) => text !== '').length
  const numbers = [expiry, topicAlias].filter((value) => value !== undefined).length
  return texts + numbers + (isUtf8 ? 1 : 0) + userProperties.filter(({ name }) => name !== '').length
}
