import type { IPublishPacket } from 'mqtt'
import type { Pair } from '../../../ui/fields/pairs-field.tsx'

/** The PUBLISH properties of MQTT 5 (3.3.2.3). */
export interface MessageProperties {
  readonly isUtf8?: boolean
  /** Seconds. */
  readonly expiry?: number
  readonly contentType?: string
  readonly responseTopic?: string
  readonly correlation?: Uint8Array
  readonly topicAlias?: number
  readonly subscriptionIds?: readonly number[]
  readonly userProperties?: readonly Pair[]
}

/** State of a sent message: waiting for the acknowledgement, acknowledged with a reason code after some milliseconds, or failed. */
export type Delivery =
  | { readonly kind: 'pending' }
  | { readonly kind: 'done'; readonly code: number; readonly after: number }
  | { readonly kind: 'failed'; readonly text: string }

export interface NewMessage {
  /** Milliseconds since 1970, with fractions. */
  readonly at: number
  readonly direction: 'in' | 'out'
  readonly topic: string
  readonly payload: Uint8Array
  readonly qos: 0 | 1 | 2
  readonly retain: boolean
  readonly dup: boolean
  readonly properties?: MessageProperties | undefined
  /** For messages sent with QoS 1 or 2. */
  readonly delivery?: Delivery | undefined
}

/** The parts of a received PUBLISH packet that a message shows. */
export function toReceived({ qos, retain, dup, properties }: IPublishPacket) {
  return { qos, retain, dup, ...(properties && { properties: toMessageProperties(properties) }) }
}

function toMessageProperties(properties: NonNullable<IPublishPacket['properties']>): MessageProperties | undefined {
  const { payloadFormatIndicator, messageExpiryInterval, contentType, responseTopic } = properties
  const { correlationData, topicAlias, subscriptionIdentifier, userProperties } = properties
  const result: MessageProperties = {
    ...(payloadFormatIndicator && { isUtf8: true }),
    ...(messageExpiryInterval !== undefined && { expiry: messageExpiryInterval }),
    ...(contentType !== undefined && { contentType }),
    ...(responseTopic !== undefined && { responseTopic }),
    ...(correlationData && { correlation: correlationData.slice() }),
    ...(topicAlias !== undefined && { topicAlias }),
    ...(subscriptionIdentifier !== undefined && {
      subscriptionIds: Array.isArray(subscriptionIdentifier) ? subscriptionIdentifier : [subscriptionIdentifier],
    }),
    ...(userProperties && { userProperties: toPairs(userProperties) }),
  }
  return Object.keys(result).length > 0 ? result : undefined
}

function toPairs(userProperties: Readonly<Record<string, string | readonly string[]>>): readonly Pair[] {
  return Object.entries(userProperties).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((each) => ({ name, value: each })),
  )
}
