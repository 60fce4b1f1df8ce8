import { matchesFilter } from '@mqdeck/contract'
import { splitShare } from '../../lib/topic-filter.ts'
import type { Message } from './message-log.ts'

/** Which messages the list shows. */
export interface MessageFilter {
  /** A topic filter; empty: every topic. */
  readonly topic: string
  /** Found in topic, payload or properties, without regard to case. */
  readonly text: string
  readonly direction: 'in' | 'out' | undefined
  readonly qos: 0 | 1 | 2 | undefined
  readonly retained: boolean
}

export const everything: MessageFilter = { topic: '', text: '', direction: undefined, qos: undefined, retained: false }

/** Undefined when everything is shown. */
export function toPredicate(filter: MessageFilter): ((message: Message) => boolean) | undefined {
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

/** Bytes of a payload that are searched. */
const searched = 64 * 1024
const decoder = new TextDecoder()

function hasText({ topic, payload, properties }: Message, text: string): boolean {
  if (topic.toLowerCase().includes(text)) return true
  if (decoder.decode(payload.subarray(0, searched)).toLowerCase().includes(text)) return true
  if (!properties) return false
  const { contentType = '', responseTopic = '', userProperties = [] } = properties
  const words = [contentType, responseTopic, ...userProperties.flatMap(({ name, value }) => [name, value])]
  return words.some((word) => word.toLowerCase().includes(text))
}
