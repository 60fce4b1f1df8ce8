import type { NewMessage } from '@mqdeck/contract'
import type { PayloadFormat } from '../../lib/payload.ts'
import { type PayloadFault, readPayload } from '../../lib/payload-input.ts'
import { type TopicFault, topicFault } from '../../lib/topic-name.ts'

interface UserProperty {
  readonly name: string
  readonly value: string
}

/** Content of the form. */
export interface Draft {
  readonly topic: string
  readonly format: PayloadFormat
  readonly payload: string
  /** Each line of the payload is a separate message. */
  readonly perLine: boolean
  readonly qos: '0' | '1' | '2'
  readonly retain: boolean
  readonly clientid: string
  readonly isUtf8: boolean
  /** Seconds. */
  readonly expiry: number | undefined
  readonly contentType: string
  readonly responseTopic: string
  readonly correlation: string
  readonly userProperties: readonly UserProperty[]
}

export const emptyDraft: Draft = {
  topic: '',
  format: 'text',
  payload: '',
  perLine: false,
  qos: '0',
  retain: false,
  clientid: '',
  isUtf8: false,
  expiry: undefined,
  contentType: '',
  responseTopic: '',
  correlation: '',
  userProperties: [],
}

export interface DraftFaults {
  readonly topic?: TopicFault
  readonly payload?: { readonly fault: PayloadFault; readonly line?: number }
  readonly expiry?: true
  readonly responseTopic?: TopicFault
  /** Duplicate names of user properties: the API accepts each name once. */
  readonly userProperties?: string
}

/** Maximum number of messages in one request. */
export const maxLines = 1000

/** The messages to send, or the errors. */
export function toMessages(
  draft: Draft,
): { readonly messages: readonly NewMessage[] } | { readonly faults: DraftFaults } {
  const lines = draft.perLine ? draft.payload.split(/\r?\n/).filter((line) => line !== '') : [draft.payload]
  const read = lines.map((line) => readPayload(line, draft.format))
  const faults = faultsOf(draft, read)
  if (Object.keys(faults).length > 0) return { faults }
  const options = optionsOf(draft)
  return { messages: read.flatMap((payload) => (typeof payload === 'string' ? [] : [{ ...options, ...payload }])) }
}

function faultsOf(draft: Draft, read: readonly ReturnType<typeof readPayload>[]): DraftFaults {
  const topic = topicFault(draft.topic)
  const wrong = read.findIndex((one) => typeof one === 'string')
  const fault = read[wrong]
  const responseTopic = draft.responseTopic === '' ? undefined : topicFault(draft.responseTopic)
  const { expiry } = draft
  const names = filledProperties(draft).map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  return {
    ...(topic && { topic }),
    ...(typeof fault === 'string' && { payload: { fault, ...(draft.perLine && { line: wrong + 1 }) } }),
    ...(expiry !== undefined && !isSeconds(expiry) && { expiry: true }),
    ...(responseTopic && { responseTopic }),
    ...(twice !== undefined && { userProperties: twice }),
  }
}

const isSeconds = (value: number) => Number.isInteger(value) && value >= 0 && value <= 4_294_967_295

const filledProperties = ({ userProperties }: Draft) =>
  userProperties.filter(({ name, value }) => name !== '' || value !== '')

function optionsOf(draft: Draft): Omit<NewMessage, 'payload' | 'payload_encoding'> {
  const { topic, qos, retain, clientid, isUtf8, expiry, contentType, responseTopic, correlation } = draft
  const pairs = filledProperties(draft).map(({ name, value }) => [name, value])
  const properties = {
    ...(isUtf8 && { payload_format_indicator: 1 }),
    ...(expiry !== undefined && { message_expiry_interval: expiry }),
    ...(contentType !== '' && { content_type: contentType }),
    ...(responseTopic !== '' && { response_topic: responseTopic }),
    ...(correlation !== '' && { correlation_data: correlation }),
    ...(pairs.length > 0 && { user_properties: Object.fromEntries(pairs) }),
  }
  return {
    topic,
    qos: levels[qos],
    retain,
    ...(clientid !== '' && { clientid }),
    ...(Object.keys(properties).length > 0 && { properties }),
  }
}

const levels = { '0': 0, '1': 1, '2': 2 } as const

/** Number of changed settings in the collapsed section. */
export function countMore(draft: Draft): number {
  const { isUtf8, expiry, contentType, responseTopic, correlation, clientid } = draft
  const given = [
    isUtf8,
    expiry !== undefined,
    ...[contentType, responseTopic, correlation, clientid].map((text) => text !== ''),
  ]
  return given.filter(Boolean).length + filledProperties(draft).length
}
