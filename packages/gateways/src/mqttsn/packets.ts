import type { Qos } from '@mqdeck/broker'

/** How a message names its topic (MQTT-SN 1.2, 5.3.4, TopicIdType). */
export type TopicRef =
  /** An identifier that client and gateway agreed on with REGISTER or SUBSCRIBE. */
  | { readonly kind: 'registered'; readonly id: number }
  | { readonly kind: 'predefined'; readonly id: number }
  /** Two bytes that are the topic itself. */
  | { readonly kind: 'short'; readonly name: string }
  /** TopicIdType 3. */
  | { readonly kind: 'reserved' }

/** SUBSCRIBE and UNSUBSCRIBE contain names where other messages contain registered identifiers. */
export type FilterRef = Exclude<TopicRef, { kind: 'registered' }> | { readonly kind: 'name'; readonly name: string }

/** QoS -1 is for publishing without a connection. */
export type SnQos = Qos | -1

/** Return codes (5.3.10), and the code with which EMQX refuses clients that are not allowed to connect. */
export const returnCode = {
  accepted: 0,
  congestion: 1,
  invalidTopicId: 2,
  notSupported: 3,
  notAuthorized: 0x80,
} as const

export interface WillHeader {
  readonly topic: string
  readonly qos: SnQos
  readonly retain: boolean
}

type Empty = object
interface WithCode {
  readonly code: number
}
interface WithMessageId {
  readonly messageId: number
}
interface WithPayload {
  readonly payload: Buffer
}
interface WithWill {
  /** Without a will, the client deletes its will. */
  readonly will: WillHeader | undefined
}
interface Acknowledgement extends WithMessageId, WithCode {
  /** The two bytes as a number, also of a short topic. */
  readonly topicId: number
}
interface WithFilter extends WithMessageId {
  readonly dup: boolean
  readonly qos: SnQos
  readonly topic: FilterRef
}

/** All messages of MQTT-SN 1.2 except the encapsulation of forwarders. */
interface PacketFields {
  advertise: { readonly gatewayId: number; readonly duration: number }
  searchgw: { readonly radius: number }
  gwinfo: { readonly gatewayId: number; readonly address: Buffer }
  connect: {
    readonly will: boolean
    readonly cleanSession: boolean
    readonly protocolId: number
    /** Seconds; 0: no keep alive. */
    readonly duration: number
    readonly clientId: string
  }
  connack: WithCode
  willtopicreq: Empty
  willtopic: WithWill
  willmsgreq: Empty
  willmsg: WithPayload
  register: WithMessageId & { readonly topicId: number; readonly topic: string }
  regack: Acknowledgement
  publish: WithMessageId &
    WithPayload & {
      readonly dup: boolean
      readonly qos: SnQos
      readonly retain: boolean
      readonly topic: TopicRef
    }
  puback: Acknowledgement
  pubcomp: WithMessageId
  pubrec: WithMessageId
  pubrel: WithMessageId
  subscribe: WithFilter
  suback: Acknowledgement & { readonly qos: SnQos }
  unsubscribe: WithFilter
  unsuback: WithMessageId
  pingreq: { readonly clientId: string | undefined }
  pingresp: Empty
  /** With a duration in seconds: the client sleeps. */
  disconnect: { readonly duration: number | undefined }
  willtopicupd: WithWill
  willtopicresp: WithCode
  willmsgupd: WithPayload
  willmsgresp: WithCode
}

export type SnPacketType = keyof PacketFields
type Packets = { [T in SnPacketType]: { readonly type: T } & PacketFields[T] }
export type SnPacket = Packets[SnPacketType]
export type PacketOf<T extends SnPacketType> = Packets[T]

/** MsgType (5.2.2). */
export const typeCodes = {
  advertise: 0x00,
  searchgw: 0x01,
  gwinfo: 0x02,
  connect: 0x04,
  connack: 0x05,
  willtopicreq: 0x06,
  willtopic: 0x07,
  willmsgreq: 0x08,
  willmsg: 0x09,
  register: 0x0a,
  regack: 0x0b,
  publish: 0x0c,
  puback: 0x0d,
  pubcomp: 0x0e,
  pubrec: 0x0f,
  pubrel: 0x10,
  subscribe: 0x12,
  suback: 0x13,
  unsubscribe: 0x14,
  unsuback: 0x15,
  pingreq: 0x16,
  pingresp: 0x17,
  disconnect: 0x18,
  willtopicupd: 0x1a,
  willtopicresp: 0x1b,
  willmsgupd: 0x1c,
  willmsgresp: 0x1d,
} as const satisfies Readonly<Record<SnPacketType, number>>

/** Bits of the Flags field (5.3.4). */
export const flag = { dup: 0x80, qos: 0x60, retain: 0x10, will: 0x08, cleanSession: 0x04, topicIdType: 0x03 } as const
