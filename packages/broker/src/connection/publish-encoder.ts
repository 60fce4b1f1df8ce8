import { type EncodedPublish, encodePublishShared, type Frame, type PublishProperties } from '../packets/index.ts'
import type { Message, MessageProperties, ProtocolVersion, Qos } from '../types.ts'

/**
 * Encodes a message once for all receivers of one version, QoS and retain flag. It keeps the last message of each:
 * a fan-out delivers one message to all receivers before the next one.
 */
export interface PublishEncoder {
  encode(message: Message, version: ProtocolVersion, qos: Qos, retain: boolean, now: number): EncodedPublish
  /** Reuses the received bytes for receivers of the same version and QoS. */
  reuse(message: Message, version: ProtocolVersion, frame: Frame): void
}

const formOf = (version: ProtocolVersion, qos: Qos, retain: boolean) =>
  (version === 5 ? 6 : 0) + qos * 2 + (retain ? 1 : 0)

/** An encoded packet with the message and the second for which it is valid. */
interface Form {
  message: Message | undefined
  second: number
  encoded: EncodedPublish | undefined
}

export function createPublishEncoder(): PublishEncoder {
  const forms = Array.from({ length: 12 }, (): Form => ({ message: undefined, second: 0, encoded: undefined }))
  const unused: Form = { message: undefined, second: 0, encoded: undefined }
  const formFor = (version: ProtocolVersion, qos: Qos, retain: boolean) => forms[formOf(version, qos, retain)] ?? unused

  return {
    encode: (message, version, qos, retain, now) => {
      const second = message.expiresAt === Number.POSITIVE_INFINITY ? 0 : Math.floor(now / 1000)
      const form = formFor(version, qos, retain)
      if (form.encoded && form.message === message && form.second === second) return form.encoded
      const encoded = encodePublishShared(message, version, qos, retain, propertiesAt(message, now))
      form.message = message
      form.second = second
      form.encoded = encoded
      return encoded
    },
    reuse: (message, version, { buffer, start, length }) => {
      const headLength = length - message.payload.length
      // Before the payload: the packet identifier, and the length of properties, 0.
      const packetIdOffset = message.qos === 0 ? 0 : headLength - (version === 5 ? 3 : 2)
      const form = formFor(version, message.qos, false)
      form.message = message
      form.second = 0
      form.encoded = { buffer, start, length, packetIdOffset, headLength }
    },
  }
}

/** The properties with the remaining seconds until the message expires [MQTT-3.3.2-6]. */
function propertiesAt(message: Message, now: number): MessageProperties {
  const { expiresAt, properties } = message
  if (expiresAt === Number.POSITIVE_INFINITY || properties.messageExpiryInterval === undefined) return properties
  return { ...properties, messageExpiryInterval: Math.max(0, Math.ceil((expiresAt - now) / 1000)) }
}

/** Encodes a packet for one receiver, with its subscription identifier and topic alias. */
export function encodeFor(
  message: Message,
  topic: string,
  qos: Qos,
  retain: boolean,
  own: Pick<PublishProperties, 'topicAlias' | 'subscriptionIdentifiers'>,
  now: number,
): EncodedPublish {
  const properties = { ...propertiesAt(message, now), ...own }
  return encodePublishShared({ topic, payload: message.payload, properties }, 5, qos, retain)
}
