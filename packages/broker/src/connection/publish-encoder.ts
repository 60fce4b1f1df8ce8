import { type EncodedPublish, encodePublishShared, type Frame, type PublishProperties } from '../packets/index.ts'
import type { Message, MessageProperties, ProtocolVersion, Qos } from '../types.ts'

/**
 * Encodes a message once for all receivers of one version, QoS and retain flag. It remembers the last message only:
 * a fan-out delivers one message to everybody before the next one comes.
 */
export interface PublishEncoder {
  shared(message: Message, version: ProtocolVersion, qos: Qos, retain: boolean, now: number): EncodedPublish
  /** The bytes that a message came in are what receivers of the same version and QoS get. */
  received(message: Message, version: ProtocolVersion, frame: Frame): void
}

const formOf = (version: ProtocolVersion, qos: Qos, retain: boolean) =>
  (version === 5 ? 6 : 0) + qos * 2 + (retain ? 1 : 0)

export function createPublishEncoder(): PublishEncoder {
  let last: Message | undefined
  let lastSecond = 0
  const forms = Array.from<EncodedPublish | undefined>({ length: 12 })

  const remember = (message: Message, second: number) => {
    if (message === last && second === lastSecond) return
    last = message
    lastSecond = second
    forms.fill(undefined)
  }

  return {
    shared: (message, version, qos, retain, now) => {
      remember(message, message.expiresAt === Number.POSITIVE_INFINITY ? 0 : Math.floor(now / 1000))
      const form = formOf(version, qos, retain)
      const known = forms[form]
      if (known) return known
      const encoded = encodePublishShared(message, version, qos, retain, propertiesAt(message, now))
      forms[form] = encoded
      return encoded
    },
    received: (message, version, { buffer, start, length }) => {
      remember(message, 0)
      const headLength = length - message.payload.length
      // Before the payload: the packet identifier, and the length of properties, 0.
      const packetIdOffset = message.qos === 0 ? 0 : headLength - (version === 5 ? 3 : 2)
      forms[formOf(version, message.qos, false)] = { buffer, start, length, packetIdOffset, headLength }
    },
  }
}

/** With the seconds that are left until the message expires [MQTT-3.3.2-6]. */
function propertiesAt(message: Message, now: number): MessageProperties {
  const { expiresAt, properties } = message
  if (expiresAt === Number.POSITIVE_INFINITY || properties.messageExpiryInterval === undefined) return properties
  return { ...properties, messageExpiryInterval: Math.max(0, Math.ceil((expiresAt - now) / 1000)) }
}

/** What is for one receiver only: its subscription identifier, its topic alias. */
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
