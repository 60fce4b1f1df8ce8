import { fromBase64, type PayloadFormat } from '../../../lib/payload/payload.ts'
import { type PayloadFault, readPayload } from '../../../lib/payload/payload-input.ts'
import {
  type ContentFaults,
  contentFaults,
  countProperties,
  emptyContent,
  isWholeNumber,
  type MessageContent,
  qosLevels,
} from '../../publish/index.ts'
import type { MessageProperties, OutgoingMessage } from '../index.ts'
import { sentAtName, sentAtValue } from '../messages/latency.ts'
import { jsonToCbor } from './cbor.ts'
import { type PlaceholderContext, replacePlaceholders } from './placeholders.ts'

export type DraftFormat = PayloadFormat | 'cbor' | 'file'

export const draftFormats: readonly DraftFormat[] = ['text', 'json', 'hex', 'base64', 'cbor', 'file']

interface ChosenFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** The values of the publish form. The payload is JSON for CBOR. */
export interface MessageDraft extends MessageContent {
  readonly format: DraftFormat
  readonly file: ChosenFile | undefined
  /** Replaces placeholders in topic, payload and properties. */
  readonly isTemplate: boolean
  /** Adds the send time as a user property (MQTT 5), so that the receiver can show the latency. */
  readonly measures: boolean
  readonly topicAlias: number | undefined
}

export const emptyDraft: MessageDraft = {
  ...emptyContent,
  topic: 't/1',
  format: 'json',
  payload: '{"msg":"hello"}',
  file: undefined,
  isTemplate: true,
  measures: true,
  topicAlias: undefined,
}

export interface DraftFaults extends ContentFaults {
  readonly payload?: PayloadFault | 'file'
  readonly topicAlias?: true
}

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
  const faults: DraftFaults = {
    ...contentFaults({ ...draft, topic }, isMqtt5),
    ...(typeof payload === 'string' && { payload }),
    // [MQTT-3.3.2-8]
    ...(isMqtt5 && !isWholeNumber(draft.topicAlias, 1, 65_535) && { topicAlias: true }),
  }
  if (typeof payload === 'string' || Object.keys(faults).length > 0) return { faults }
  const properties = isMqtt5 ? toProperties(draft, replace, context.now) : undefined
  return { outgoing: { topic, payload, qos: qosLevels[draft.qos], retain: draft.retain, properties } }
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

function toProperties(
  draft: MessageDraft,
  replace: (text: string) => string,
  now: number,
): MessageProperties | undefined {
  const { isUtf8, expiry, contentType, responseTopic, correlation, topicAlias, measures } = draft
  const own = namedProperties(draft).map(({ name, value }) => ({ name, value: replace(value) }))
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

const namedProperties = ({ userProperties }: MessageDraft) => userProperties.filter(({ name }) => name !== '')

/** Number of properties that are set. */
export const countDraftProperties = (draft: MessageDraft): number =>
  countProperties(draft, namedProperties(draft), [draft.topicAlias])
