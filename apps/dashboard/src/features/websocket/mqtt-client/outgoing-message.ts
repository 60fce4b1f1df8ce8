import type { IClientPublishOptions } from 'mqtt'
import { toUserProperties } from './connection-settings.ts'
import type { MessageProperties } from './message.ts'

/** A message to publish. */
export interface OutgoingMessage {
  readonly topic: string
  readonly payload: Uint8Array
  readonly qos: 0 | 1 | 2
  readonly retain: boolean
  /** MQTT 5 only. */
  readonly properties?: MessageProperties | undefined
}

/** The options for MQTT.js. */
export function toPublishOptions({ qos, retain, properties }: OutgoingMessage): IClientPublishOptions {
  if (!properties) return { qos, retain }
  const { isUtf8, expiry, contentType, responseTopic, correlation, topicAlias, userProperties } = properties
  return {
    qos,
    retain,
    properties: {
      ...(isUtf8 === true && { payloadFormatIndicator: true }),
      ...(expiry !== undefined && { messageExpiryInterval: expiry }),
      ...(contentType !== undefined && { contentType }),
      ...(responseTopic !== undefined && { responseTopic }),
      // The type is Buffer, but the encoder accepts any bytes.
      ...(correlation && { correlationData: correlation as Buffer }),
      ...(topicAlias !== undefined && { topicAlias }),
      ...toUserProperties(userProperties ?? []),
    },
  }
}
