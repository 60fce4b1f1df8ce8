import fc from 'fast-check'
import type { ProtocolVersion, Qos } from '../types.ts'
import { noProperties, type Packet } from './packet.ts'

/** For tests: any packet that both codecs can encode in a version. Other packets are in `malformed.test.ts`. */
export function packetOf(version: ProtocolVersion): fc.Arbitrary<Packet> {
  const ack = (type: 'puback' | 'pubrec' | 'pubrel' | 'pubcomp', ...codes: number[]) =>
    fc.record({
      type: fc.constant(type),
      packetId: uint16(1),
      reasonCode: version === 5 ? fc.constantFrom(0, ...codes) : fc.constant(0),
      properties: propertiesFor(version, reasonProperties()),
    })
  const common = [
    connectOf(version),
    connackOf(version),
    publishOf(version),
    ack('puback', 0x10, 0x87),
    ack('pubrec', 0x91, 0x99),
    ack('pubrel', 0x92),
    ack('pubcomp', 0x92),
    subscribeOf(version),
    fc.record({
      type: fc.constant('suback' as const),
      packetId: uint16(1),
      reasonCodes: fc.array(fc.constantFrom(0, 1, 2, 0x80), { minLength: 1, maxLength: 5 }),
      properties: propertiesFor(version, reasonProperties()),
    }),
    fc.record({
      type: fc.constant('unsubscribe' as const),
      packetId: uint16(1),
      topics: fc.array(text(1), { minLength: 1, maxLength: 5 }),
      properties: propertiesFor(version, { userProperties: userProperties() }),
    }),
    fc.record({
      type: fc.constant('unsuback' as const),
      packetId: uint16(1),
      reasonCodes: version === 5 ? fc.array(fc.constantFrom(0, 0x11, 0x87), { minLength: 1 }) : fc.constant([]),
      properties: propertiesFor(version, reasonProperties()),
    }),
    fc.constantFrom({ type: 'pingreq' as const }, { type: 'pingresp' as const }),
    fc.record({
      type: fc.constant('disconnect' as const),
      reasonCode: version === 5 ? fc.constantFrom(0, 4, 0x8e, 0x9c) : fc.constant(0),
      properties: propertiesFor(version, {
        ...reasonProperties(),
        sessionExpiryInterval: uint32(),
        serverReference: text(),
      }),
    }),
  ]
  if (version !== 5) return fc.oneof(...common)
  const auth = fc.record({
    type: fc.constant('auth' as const),
    reasonCode: fc.constantFrom(0, 0x18, 0x19),
    properties: some({ ...reasonProperties(), authenticationMethod: text(1), authenticationData: bytes() }).map(
      withMethod,
    ),
  })
  return fc.oneof(...common, auth)
}

const text = (minLength = 0) =>
  fc.string({ unit: 'grapheme', minLength, maxLength: 30 }).filter((value) => !value.includes('\0'))
const topicName = () => text(1).map((value) => value.replaceAll(/[+#]/g, '/'))
const bytes = () => fc.uint8Array({ maxLength: 200 }).map((value) => Buffer.from(value))
const uint16 = (min = 0) => fc.integer({ min, max: 0xffff })
const uint32 = (min = 0) => fc.integer({ min, max: 0xffff_ffff })
const bit = () => fc.constantFrom<0 | 1>(0, 1)
const qos = () => fc.constantFrom<Qos>(0, 1, 2)
/** Unique names, because mqtt-packet keeps pairs in an object. */
const userProperties = () =>
  fc.uniqueArray(
    fc.tuple(
      text(1).map((name) => `n${name}`),
      text(),
    ),
    { minLength: 1, maxLength: 4, selector: ([name]) => name },
  )
/** All keys are optional. Without any property the value is `noProperties`. */
const some = <T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(model, { requiredKeys: [] })
const propertiesFor = <T extends object>(version: ProtocolVersion, model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  version === 5 ? some(model) : fc.constant(noProperties)

const messageProperties = () => ({
  payloadFormatIndicator: bit(),
  messageExpiryInterval: uint32(),
  contentType: text(),
  responseTopic: topicName(),
  correlationData: bytes(),
  userProperties: userProperties(),
})

const reasonProperties = () => ({ reasonString: text(), userProperties: userProperties() })
/** Authentication data is only allowed with a method. */
const withMethod = <P extends { authenticationMethod?: string; authenticationData?: Buffer }>(properties: P): P => {
  const { authenticationData: _, ...rest } = properties
  return properties.authenticationMethod === undefined ? (rest as P) : properties
}

const connectOf = (version: ProtocolVersion) =>
  fc
    .record({
      type: fc.constant('connect' as const),
      protocolName: fc.constant(version === 3 ? ('MQIsdp' as const) : ('MQTT' as const)),
      protocolVersion: fc.constant(version),
      // mqtt-packet reads the bridge bit of 3.1 and 3.1.1 only.
      isBridge: version === 5 ? fc.constant(false) : fc.boolean(),
      cleanStart: fc.boolean(),
      keepalive: uint16(),
      clientId: text(1),
      will: fc.option(
        fc.record({
          topic: topicName(),
          payload: bytes(),
          qos: qos(),
          retain: fc.boolean(),
          properties: propertiesFor(version, { ...messageProperties(), willDelayInterval: uint32() }),
        }),
        { nil: undefined },
      ),
      username: fc.option(text(1), { nil: undefined }),
      password: fc.option(bytes(), { nil: undefined }),
      properties: propertiesFor(version, {
        sessionExpiryInterval: uint32(),
        receiveMaximum: uint16(1),
        maximumPacketSize: uint32(1),
        topicAliasMaximum: uint16(),
        requestResponseInformation: fc.boolean(),
        requestProblemInformation: fc.boolean(),
        userProperties: userProperties(),
        authenticationMethod: text(1),
        authenticationData: bytes(),
      }).map(withMethod),
    })
    .map(withoutLonePassword)

/** mqtt-packet does not encode a password without a user name; `malformed.test.ts` tests how we decode it. */
const withoutLonePassword = <P extends { username?: string | undefined; password?: Uint8Array | undefined }>(
  packet: P,
) => (packet.username === undefined ? { ...packet, password: undefined } : packet)

const connackOf = (version: ProtocolVersion) =>
  fc.record({
    type: fc.constant('connack' as const),
    sessionPresent: version === 3 ? fc.constant(false) : fc.boolean(),
    reasonCode: version === 5 ? fc.constantFrom(0, 0x84, 0x87) : fc.constantFrom(0, 1, 5),
    properties: propertiesFor(version, {
      ...reasonProperties(),
      sessionExpiryInterval: uint32(),
      receiveMaximum: uint16(1),
      maximumQos: bit(),
      retainAvailable: fc.boolean(),
      maximumPacketSize: uint32(1),
      assignedClientIdentifier: text(1),
      topicAliasMaximum: uint16(),
      wildcardSubscriptionAvailable: fc.boolean(),
      subscriptionIdentifiersAvailable: fc.boolean(),
      sharedSubscriptionAvailable: fc.boolean(),
      serverKeepAlive: uint16(),
      responseInformation: text(),
      serverReference: text(),
      authenticationMethod: text(1),
      authenticationData: bytes(),
    }).map(withMethod),
  })

const publishOf = (version: ProtocolVersion) =>
  fc
    .record({
      type: fc.constant('publish' as const),
      topic: topicName(),
      payload: bytes(),
      qos: qos(),
      retain: fc.boolean(),
      dup: fc.boolean(),
      packetId: uint16(1),
      properties: propertiesFor(version, {
        ...messageProperties(),
        topicAlias: uint16(1),
        subscriptionIdentifiers: fc.array(fc.integer({ min: 1, max: 0xfff_ffff }), { minLength: 1, maxLength: 3 }),
      }),
    })
    .map((packet) => (packet.qos === 0 ? { ...packet, packetId: 0, dup: false } : packet))

const subscribeOf = (version: ProtocolVersion) => {
  const option = () => (version === 5 ? bit() : fc.constant<0 | 1>(0))
  const topic = text(1)
  const filter = fc.record({ topic, qos: qos(), nl: option(), rap: option(), rh: option() })
  return fc.record({
    type: fc.constant('subscribe' as const),
    packetId: uint16(1),
    filters: fc.array(filter, { minLength: 1, maxLength: 4 }),
    properties: propertiesFor(version, {
      subscriptionIdentifier: fc.integer({ min: 1, max: 0xfff_ffff }),
      userProperties: userProperties(),
    }),
  })
}
