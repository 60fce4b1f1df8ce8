import type { IPublishPacket } from 'mqtt'

/** Properties of MQTT 5 (3.3.2.3). Not sent to servers with older versions. */
export interface MqttProperties {
  readonly payloadFormatIndicator?: boolean
  readonly messageExpiryInterval?: number
  readonly responseTopic?: string
  readonly correlationData?: Uint8Array
  readonly contentType?: string
  /** In their order. Names may be repeated. */
  readonly userProperties?: readonly (readonly [name: string, value: string])[]
}

export interface MqttMessage {
  readonly topic: string
  readonly payload: Uint8Array
  readonly qos: 0 | 1 | 2
  readonly retain: boolean
  readonly dup: boolean
  readonly properties: MqttProperties
}

export function toMessage({ topic, payload, qos, retain, dup, properties = {} }: IPublishPacket): MqttMessage {
  const { payloadFormatIndicator, messageExpiryInterval, responseTopic, correlationData, contentType, userProperties } =
    properties
  const pairs = Object.entries(userProperties ?? {}).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, one] as const),
  )
  return {
    topic,
    payload: typeof payload === 'string' ? Buffer.from(payload) : payload,
    qos,
    retain,
    dup,
    properties: {
      ...(payloadFormatIndicator !== undefined && { payloadFormatIndicator }),
      ...(messageExpiryInterval !== undefined && { messageExpiryInterval }),
      ...(responseTopic !== undefined && { responseTopic }),
      ...(correlationData !== undefined && { correlationData }),
      ...(contentType !== undefined && { contentType }),
      ...(pairs.length > 0 && { userProperties: pairs }),
    },
  }
}

export function fromProperties({
  userProperties = [],
  correlationData,
  ...rest
}: MqttProperties): NonNullable<IPublishPacket['properties']> {
  // Not a plain object, since names such as `constructor` are allowed.
  const byName = new Map<string, string[]>()
  for (const [name, value] of userProperties) byName.set(name, [...(byName.get(name) ?? []), value])
  return {
    ...rest,
    ...(correlationData && { correlationData: Buffer.from(correlationData) }),
    ...(userProperties.length > 0 && { userProperties: Object.fromEntries(byName) }),
  }
}
