import type { IClientPublishOptions } from 'mqtt'
import type { MessageProperties } from './message.ts'
import { toUserProperties } from './settings.ts'

/** What goes to the broker. */
export interface Outgoing {
  readonly topic: string
  readonly payload: Uint8Array
  readonly qos: 0 | 1 | 2
  readonly retain: boolean
  /** MQTT 5 only. */
  readonly properties?: MessageProperties | undefined
}

/** As MQTT.js takes it. */
export function toPublishOptions({ qos, retain, properties }: Outgoing): IClientPublishOptions {
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
      // The types want a Buffer, the encoder takes any bytes.
      ...(correlation && { correlationData: correlation as Buffer }),
      ...(topicAlias !== undefined && { topicAlias }),
      ...toUserProperties(userProperties ?? []),
    },
  }
}
