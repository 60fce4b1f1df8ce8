import { fromBase64, type PayloadFormat } from '../../lib/payload.ts'
import { type PayloadFault, readPayload } from '../../lib/payload-input.ts'
import { type TopicFault, topicFault } from '../../lib/topic-name.ts'
import type { MessageProperties, Outgoing } from '../../mqtt-client/index.ts'
import type { Pair } from '../../ui/pairs-field.tsx'
import { jsonToCbor } from './cbor.ts'
import { sentAtName, sentAtValue } from './latency.ts'
import { fillIn, type TemplateContext } from './template.ts'

export type DraftFormat = PayloadFormat | 'cbor' | 'file'

export const draftFormats: readonly DraftFormat[] = ['text', 'json', 'hex', 'base64', 'cbor', 'file']

interface ChosenPayload {
  readonly name: string
  readonly bytes: Uint8Array
}

/** A message in the making. */
export interface Draft {
  readonly topic: string
  readonly format: DraftFormat
  /** As typed; JSON for CBOR. */
  readonly payload: string
  readonly file: ChosenPayload | undefined
  readonly qos: '0' | '1' | '2'
  readonly retain: boolean
  /** Placeholders in topic and payload are filled in. */
  readonly isTemplate: boolean
  /** Adds the time of sending as a user property (MQTT 5), so that who receives it knows how long it took. */
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

export const emptyDraft: Draft = {
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

/** The message, with its placeholders filled in, or what is wrong with it. */
export function toOutgoing(
  draft: Draft,
  version: '5' | '4' | '3',
  context: TemplateContext,
): { readonly outgoing: Outgoing } | { readonly faults: DraftFaults } {
  const fill = (text: string) => (draft.isTemplate ? fillIn(text, context) : text)
  const topic = fill(draft.topic)
  const payload = readDraftPayload(draft, fill)
  const isFive = version === '5'
  const faults = faultsOf(draft, topic, payload, isFive)
  if (typeof payload === 'string' || Object.keys(faults).length > 0) return { faults }
  const properties = isFive ? toProperties(draft, fill, context.now) : undefined
  return { outgoing: { topic, payload, qos: levels[draft.qos], retain: draft.retain, properties } }
}

function readDraftPayload(
  { format, payload, file }: Draft,
  fill: (text: string) => string,
): Uint8Array | PayloadFault | 'file' {
  if (format === 'file') return file?.bytes ?? 'file'
  if (format === 'cbor') return orFault(() => jsonToCbor(fill(payload)))
  const read = readPayload(format === 'text' || format === 'json' ? fill(payload) : payload, format)
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
  { responseTopic, expiry, topicAlias }: Draft,
  topic: string,
  payload: Uint8Array | PayloadFault | 'file',
  isFive: boolean,
): DraftFaults {
  const wrongTopic = topicFault(topic)
  const wrongResponse = isFive && responseTopic !== '' ? topicFault(responseTopic) : undefined
  const isWhole = (value: number | undefined, low: number, high: number) =>
    value === undefined || (Number.isInteger(value) && value >= low && value <= high)
  return {
    ...(wrongTopic && { topic: wrongTopic }),
    ...(typeof payload === 'string' && { payload }),
    ...(isFive && !isWhole(expiry, 0, 0xffff_ffff) && { expiry: true }),
    ...(wrongResponse && { responseTopic: wrongResponse }),
    // [MQTT-3.3.2-8]
    ...(isFive && !isWhole(topicAlias, 1, 65_535) && { topicAlias: true }),
  }
}

function toProperties(draft: Draft, fill: (text: string) => string, now: number): MessageProperties | undefined {
  const { isUtf8, expiry, contentType, responseTopic, correlation, topicAlias, measures } = draft
  const own = draft.userProperties
    .filter(({ name }) => name !== '')
    .map(({ name, value }) => ({ name, value: fill(value) }))
  const userProperties = measures ? [...own, { name: sentAtName, value: sentAtValue(now) }] : own
  const properties: MessageProperties = {
    ...(isUtf8 && { isUtf8 }),
    ...(expiry !== undefined && { expiry }),
    ...(contentType !== '' && { contentType }),
    ...(responseTopic !== '' && { responseTopic }),
    ...(correlation !== '' && { correlation: new TextEncoder().encode(fill(correlation)) }),
    ...(topicAlias !== undefined && { topicAlias }),
    ...(userProperties.length > 0 && { userProperties }),
  }
  return Object.keys(properties).length > 0 ? properties : undefined
}

/** How many of the properties are given. */
export function countProperties(draft: Draft): number {
  const { isUtf8, expiry, contentType, responseTopic, correlation, topicAlias, userProperties } = draft
  const texts = [contentType, responseTopic, correlation].filter((text) => text !== '').length
  const numbers = [expiry, topicAlias].filter((value) => value !== undefined).length
  return texts + numbers + (isUtf8 ? 1 : 0) + userProperties.filter(({ name }) => name !== '').length
}
