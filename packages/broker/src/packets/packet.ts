import type { MessageProperties, ProtocolVersion, Qos, UserProperties } from '../types.ts'

/**
 * One MQTT control packet, decoded or to be encoded. The same types are used for 3.1, 3.1.1 and 5.0: fields that a version
 * does not have (reason codes, properties) are 0 or empty when decoded and omitted when encoded.
 *
 * Binary fields of decoded packets are views of the received chunk: copy them to keep them longer.
 */
export type Packet =
  | ConnectPacket
  | ConnackPacket
  | PublishPacket
  | AckPacket
  | SubscribePacket
  | SubackPacket
  | UnsubscribePacket
  | UnsubackPacket
  | PingreqPacket
  | PingrespPacket
  | DisconnectPacket
  | AuthPacket

export type PacketType = Packet['type']

/** The value for packets without properties; shared to avoid allocations. */
export const noProperties: Readonly<Record<string, never>> = Object.freeze({})

export interface ConnectPacket {
  readonly type: 'connect'
  /** `MQIsdp` in 3.1, `MQTT` since. */
  readonly protocolName: 'MQIsdp' | 'MQTT'
  readonly protocolVersion: ProtocolVersion
  /** The client is a bridge: bit 7 of the version, set by mosquitto bridges. */
  readonly isBridge: boolean
  /** Clean session in 3.1 and 3.1.1. */
  readonly cleanStart: boolean
  /** Seconds; 0 is off. */
  readonly keepalive: number
  /** May be empty. */
  readonly clientId: string
  readonly will: Will | undefined
  readonly username: string | undefined
  readonly password: Uint8Array | undefined
  readonly properties: ConnectProperties
}

export interface Will {
  readonly topic: string
  readonly payload: Uint8Array
  readonly qos: Qos
  readonly retain: boolean
  readonly properties: WillProperties
}

interface ConnectProperties {
  readonly sessionExpiryInterval?: number
  readonly receiveMaximum?: number
  readonly maximumPacketSize?: number
  readonly topicAliasMaximum?: number
  readonly requestResponseInformation?: boolean
  readonly requestProblemInformation?: boolean
  readonly userProperties?: UserProperties
  readonly authenticationMethod?: string
  readonly authenticationData?: Uint8Array
}

interface WillProperties extends Readonly<MessageProperties> {
  /** Seconds. */
  readonly willDelayInterval?: number
}

export interface ConnackPacket {
  readonly type: 'connack'
  readonly sessionPresent: boolean
  /** MQTT 5: a reason code. 3.1 and 3.1.1: the return code 0..5 (`toReturnCode` translates). */
  readonly reasonCode: number
  readonly properties: ConnackProperties
}

export interface ConnackProperties {
  readonly sessionExpiryInterval?: number
  readonly receiveMaximum?: number
  readonly maximumQos?: 0 | 1
  readonly retainAvailable?: boolean
  readonly maximumPacketSize?: number
  readonly assignedClientIdentifier?: string
  readonly topicAliasMaximum?: number
  readonly reasonString?: string
  readonly userProperties?: UserProperties
  readonly wildcardSubscriptionAvailable?: boolean
  readonly subscriptionIdentifiersAvailable?: boolean
  readonly sharedSubscriptionAvailable?: boolean
  readonly serverKeepAlive?: number
  readonly responseInformation?: string
  readonly serverReference?: string
  readonly authenticationMethod?: string
  readonly authenticationData?: Uint8Array
}

export interface PublishPacket {
  readonly type: 'publish'
  /** Empty if the topic is given by `properties.topicAlias`. */
  readonly topic: string
  readonly payload: Uint8Array
  readonly qos: Qos
  readonly retain: boolean
  readonly dup: boolean
  /** 0 at QoS 0, which has none [MQTT-2.2.1-2]. */
  readonly packetId: number
  readonly properties: PublishProperties
}

export interface PublishProperties extends Readonly<MessageProperties> {
  readonly topicAlias?: number
  /** Only from the server to a client [MQTT-3.3.4-6]. */
  readonly subscriptionIdentifiers?: readonly number[]
}

export type AckType = 'puback' | 'pubrec' | 'pubrel' | 'pubcomp'

/** PUBACK, PUBREC, PUBREL and PUBCOMP have the same format. */
export interface AckPacket {
  readonly type: AckType
  readonly packetId: number
  readonly reasonCode: number
  readonly properties: ReasonProperties
}

export interface ReasonProperties {
  readonly reasonString?: string
  readonly userProperties?: UserProperties
}

export interface SubscribePacket {
  readonly type: 'subscribe'
  readonly packetId: number
  /** At least one. */
  readonly filters: readonly RequestedFilter[]
  readonly properties: SubscribeProperties
}

export interface RequestedFilter {
  readonly topic: string
  readonly qos: Qos
  readonly nl: 0 | 1
  readonly rap: 0 | 1
  readonly rh: 0 | 1 | 2
}

interface SubscribeProperties {
  readonly subscriptionIdentifier?: number
  readonly userProperties?: UserProperties
}

export interface SubackPacket {
  readonly type: 'suback'
  readonly packetId: number
  /** One for each filter, in order. 3.1 and 3.1.1 only have 0, 1, 2 and 128: the encoder writes 128 for any failure. */
  readonly reasonCodes: readonly number[]
  readonly properties: ReasonProperties
}

export interface UnsubscribePacket {
  readonly type: 'unsubscribe'
  readonly packetId: number
  /** At least one. */
  readonly topics: readonly string[]
  readonly properties: { readonly userProperties?: UserProperties }
}

export interface UnsubackPacket {
  readonly type: 'unsuback'
  readonly packetId: number
  /** One for each topic; empty in 3.1 and 3.1.1. */
  readonly reasonCodes: readonly number[]
  readonly properties: ReasonProperties
}

export interface PingreqPacket {
  readonly type: 'pingreq'
}

export interface PingrespPacket {
  readonly type: 'pingresp'
}

export interface DisconnectPacket {
  readonly type: 'disconnect'
  readonly reasonCode: number
  readonly properties: DisconnectProperties
}

interface DisconnectProperties extends ReasonProperties {
  readonly sessionExpiryInterval?: number
  readonly serverReference?: string
}

export interface AuthPacket {
  readonly type: 'auth'
  /** 0 success, 0x18 continue, 0x19 re-authenticate. */
  readonly reasonCode: number
  readonly properties: AuthProperties
}

interface AuthProperties extends ReasonProperties {
  readonly authenticationMethod?: string
  readonly authenticationData?: Uint8Array
}
