import { type TopicFault, topicFault } from '../../../lib/topics/topic-name.ts'
import type { Pair } from '../../../ui/fields/pairs-field.tsx'

/** Fields that the publish forms and the will message of a connection have in common. */
export interface MessageContent {
  readonly topic: string
  readonly payload: string
  readonly qos: keyof typeof qosLevels
  readonly retain: boolean
  /** This and all following fields are MQTT 5 only. */
  readonly isUtf8: boolean
  /** Seconds. */
  readonly expiry: number | undefined
  readonly contentType: string
  readonly responseTopic: string
  readonly correlation: string
  readonly userProperties: readonly Pair[]
}

export const emptyContent: MessageContent = {
  topic: '',
  payload: '',
  qos: '0',
  retain: false,
  isUtf8: false,
  expiry: undefined,
  contentType: '',
  responseTopic: '',
  correlation: '',
  userProperties: [],
}

export const qosLevels = { '0': 0, '1': 1, '2': 2 } as const

/** Maximum of a four byte integer, for example of an expiry interval. */
export const maxSeconds = 0xffff_ffff

export interface ContentFaults {
  readonly topic?: TopicFault
  readonly expiry?: true
  readonly responseTopic?: TopicFault
}

/** The faults of all fields but the payload. */
export function contentFaults(
  { topic, responseTopic, expiry }: Pick<MessageContent, 'topic' | 'responseTopic' | 'expiry'>,
  isMqtt5 = true,
): ContentFaults {
  const wrongTopic = topicFault(topic)
  const wrongResponseTopic = isMqtt5 && responseTopic !== '' ? topicFault(responseTopic) : undefined
  return {
    ...(wrongTopic && { topic: wrongTopic }),
    ...(isMqtt5 && !isWholeNumber(expiry, 0, maxSeconds) && { expiry: true }),
    ...(wrongResponseTopic && { responseTopic: wrongResponseTopic }),
  }
}

/** Whether an optional number is empty or a whole number in this range. */
export const isWholeNumber = (value: number | undefined, low: number, high: number): boolean =>
  value === undefined || (Number.isInteger(value) && value >= low && value <= high)

/** Number of properties that are set, for the label of the collapsed section. `others` are those of one form only. */
export function countProperties(
  { isUtf8, expiry, contentType, responseTopic, correlation }: MessageContent,
  userProperties: readonly Pair[],
  others: readonly (string | number | undefined)[],
): number {
  const values = [expiry, contentType, responseTopic, correlation, ...others]
  const set = values.filter((value) => value !== undefined && value !== '')
  return set.length + (isUtf8 ? 1 : 0) + userProperties.length
}
