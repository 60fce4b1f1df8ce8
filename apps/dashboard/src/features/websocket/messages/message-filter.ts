import { matchesFilter } from '@mqdeck/contract'
import { splitShare } from '../../../lib/topics/topic-filter.ts'
import type { LoggedMessage } from './message-log.ts'

/** Filter of the message list. */
export interface MessageFilter {
  /** A topic filter; empty for every topic. */
  readonly topic: string
  /** Text in topic, payload or properties, case-insensitive. */
  readonly text: string
  readonly direction: 'in' | 'out' | undefined
  readonly qos: 0 | 1 | 2 | undefined
  readonly retained: boolean
}

export const noFilter: MessageFilter = { topic: '', text: '', direction: undefined, qos: undefined, retained: false }

/** Undefined when the filter is empty. */
export function toPredicate(filter: MessageFilter): ((message: LoggedMessage) => boolean) | undefined {
  const { direction, qos, retained } = filter
  const topic = splitShare(filter.topic.trim()).topic
  const text = filter.text.toLowerCase()
  if (topic === '' && text === '' && direction === undefined && qos === undefined && !retained) return undefined
  return (message) =>
    (direction === undefined || message.direction === direction) &&
    (qos === undefined || message.qos === qos) &&
    (!retained || message.retain) &&
    (topic === '' || matchesFilter(topic, message.topic)) &&
    (text === '' || hasText(message, text))
}

/** Number of payload bytes that are searched. */
const searchedBytes = 64 * 1024
const decoder = new TextDecoder()

function hasText({ topic, payload, properties }: LoggedMessage, text: string): boolean {
  if (topic.toLowerCase().includes(text)) return true
  if (decoder.decode(payload.subarray(0, searchedBytes)).toLowerCase().includes(text)) return true
  if (!properties) return false
  const { contentType = '', responseTopic = '', userProperties = [] } = properties
  const texts = [contentType, responseTopic, ...userProperties.flatMap(({ name, value }) => [name, value])]
  return texts.some((each) => each.toLowerCase().includes(text))
}
