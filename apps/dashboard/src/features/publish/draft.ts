import type { NewMessage } from '@mqdeck/contract'
import type { PayloadFormat } from '../../lib/payload/payload.ts'
import { type PayloadFault, readPayload } from '../../lib/payload/payload-input.ts'
import {
  type ContentFaults,
  contentFaults,
  countProperties,
  emptyContent,
  type MessageContent,
  qosLevels,
} from './composer/message-content.ts'

/** Content of the form. */
export interface Draft extends MessageContent {
  readonly format: PayloadFormat
  /** Each line of the payload is a separate message. */
  readonly perLine: boolean
  readonly clientid: string
}

export const emptyDraft: Draft = { ...emptyContent, format: 'text', perLine: false, clientid: '' }

export interface DraftFaults extends ContentFaults {
  readonly payload?: { readonly fault: PayloadFault; readonly line?: number }
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
  const wrong = read.findIndex((one) => typeof one === 'string')
  const fault = read[wrong]
  const names = filledProperties(draft).map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  return {
    ...contentFaults(draft),
    ...(typeof fault === 'string' && { payload: { fault, ...(draft.perLine && { line: wrong + 1 }) } }),
    ...(twice !== undefined && { userProperties: twice }),
  }
}

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
    qos: qosLevels[qos],
    retain,
    ...(clientid !== '' && { clientid }),
    ...(Object.keys(properties).length > 0 && { properties }),
  }
}

/** Number of changed settings in the collapsed section. */
export const countMore = (draft: Draft): number => countProperties(draft, filledProperties(draft), [draft.clientid])
