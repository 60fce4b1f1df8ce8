import type { UserProperties } from '../types.ts'
import type { PacketType } from './packet.ts'
import { noProperties } from './packet.ts'
import {
  binary,
  bit,
  flag,
  type Kind,
  maximumPacketSize,
  pairs,
  receiveMaximum,
  responseTopic,
  string,
  subscriptionIdentifier,
  subscriptionIdentifiers,
  topicAlias,
  uint16,
  uint32,
} from './property-kinds.ts'
import type { Reader } from './reader.ts'
import { malformed, protocolError } from './reason-error.ts'
import { varintLength, type Writer, writeVarint } from './writer.ts'

/** All properties of MQTT 5 (2.2.2.2), decoded. The property types of the packets are subsets of it. */
export interface AnyProperties {
  readonly payloadFormatIndicator?: 0 | 1
  readonly messageExpiryInterval?: number
  readonly contentType?: string
  readonly responseTopic?: string
  readonly correlationData?: Uint8Array
  readonly subscriptionIdentifier?: number
  readonly subscriptionIdentifiers?: readonly number[]
  readonly sessionExpiryInterval?: number
  readonly assignedClientIdentifier?: string
  readonly serverKeepAlive?: number
  readonly authenticationMethod?: string
  readonly authenticationData?: Uint8Array
  readonly requestProblemInformation?: boolean
  readonly willDelayInterval?: number
  readonly requestResponseInformation?: boolean
  readonly responseInformation?: string
  readonly serverReference?: string
  readonly reasonString?: string
  readonly receiveMaximum?: number
  readonly topicAliasMaximum?: number
  readonly topicAlias?: number
  readonly maximumQos?: 0 | 1
  readonly retainAvailable?: boolean
  readonly userProperties?: UserProperties
  readonly maximumPacketSize?: number
  readonly wildcardSubscriptionAvailable?: boolean
  readonly subscriptionIdentifiersAvailable?: boolean
  readonly sharedSubscriptionAvailable?: boolean
}

/** The carriers of properties: packets, and the will in CONNECT. */
export type PropertyHolder = Exclude<PacketType, 'pingreq' | 'pingresp'> | 'will'

/**
 * Reads the properties at the reader's position: length, then identifiers and values.
 * @throws ReasonError 0x81 for a property that the packet cannot have, 0x82 for a duplicate or out of range (2.2.2.2)
 */
export function readProperties(reader: Reader, holder: PropertyHolder, strict: boolean): AnyProperties {
  const length = reader.varint()
  if (length === 0) return noProperties
  const end = reader.position + length
  if (end > reader.end) throw malformed('the properties are longer than the packet')
  const allowed = readable[holder]
  const found: MutableProperties = {}
  while (reader.position < end) {
    const property = allowed[reader.byte()]
    if (property === undefined) throw malformed(`${holder} has a property that it cannot have (2.2.2.2)`)
    property.read(reader, found, strict)
  }
  if (reader.position !== end) throw malformed('a property is longer than the properties')
  if (found.authenticationData !== undefined && found.authenticationMethod === undefined)
    throw protocolError('authentication data without an authentication method')
  return found
}

/** Bytes of the properties without their own length. */
export function propertiesLength(properties: AnyProperties, holder: PropertyHolder): number {
  if (isEmpty(properties)) return 0
  let length = 0
  for (const property of writable[holder]) length += property.length(properties)
  return length
}

/** Most packets have none: a fast check without an array of the keys. */
function isEmpty(properties: AnyProperties): boolean {
  for (const _ in properties) return false
  return true
}

/** Writes `length` (of `propertiesLength`) and the properties; returns the position after them. */
export function putProperties(
  buffer: Buffer,
  position: number,
  properties: AnyProperties,
  holder: PropertyHolder,
  length: number,
): number {
  let at = writeVarint(buffer, position, length)
  if (length === 0) return at
  for (const property of writable[holder]) at = property.put(buffer, at, properties)
  return at
}

export function writeProperties(writer: Writer, properties: AnyProperties, holder: PropertyHolder): void {
  const length = propertiesLength(properties, holder)
  writer.direct(length + varintLength(length), (buffer, at) => putProperties(buffer, at, properties, holder, length))
}

type MutableProperties = { -readonly [K in keyof AnyProperties]: AnyProperties[K] }

/** The codec of one property. */
interface Property {
  readonly id: number
  readonly key: keyof AnyProperties
  readonly holders: readonly PropertyHolder[]
  readonly read: (reader: Reader, into: MutableProperties, strict: boolean) => void
  readonly length: (properties: AnyProperties) => number
  readonly put: (buffer: Buffer, position: number, properties: AnyProperties) => number
}

function define<K extends keyof AnyProperties>(
  id: number,
  key: K,
  kind: Kind<NonNullable<AnyProperties[K]>>,
  ...holders: readonly PropertyHolder[]
): Property {
  return {
    id,
    key,
    holders,
    read: (reader, into, strict) => {
      const before = into[key]
      if (before !== undefined && before !== null && !kind.repeats) throw protocolError(`${key} stands twice`)
      into[key] = kind.read(reader, strict, before ?? undefined)
    },
    length: (properties) => {
      const value = properties[key]
      return value === undefined || value === null ? 0 : kind.length(value)
    },
    put: (buffer, position, properties) => {
      const value = properties[key]
      return value === undefined || value === null ? position : kind.put(buffer, position, value, id)
    },
  }
}

/** Table 2-4 of MQTT 5. The order is the one in which they are written. */
const table: readonly Property[] = [
  define(0x01, 'payloadFormatIndicator', bit, 'publish', 'will'),
  define(0x02, 'messageExpiryInterval', uint32, 'publish', 'will'),
  define(0x03, 'contentType', string, 'publish', 'will'),
  define(0x08, 'responseTopic', responseTopic, 'publish', 'will'),
  define(0x09, 'correlationData', binary, 'publish', 'will'),
  define(0x0b, 'subscriptionIdentifiers', subscriptionIdentifiers, 'publish'),
  define(0x0b, 'subscriptionIdentifier', subscriptionIdentifier, 'subscribe'),
  define(0x11, 'sessionExpiryInterval', uint32, 'connect', 'connack', 'disconnect'),
  define(0x12, 'assignedClientIdentifier', string, 'connack'),
  define(0x13, 'serverKeepAlive', uint16, 'connack'),
  define(0x15, 'authenticationMethod', string, 'connect', 'connack', 'auth'),
  define(0x16, 'authenticationData', binary, 'connect', 'connack', 'auth'),
  define(0x17, 'requestProblemInformation', flag, 'connect'),
  define(0x18, 'willDelayInterval', uint32, 'will'),
  define(0x19, 'requestResponseInformation', flag, 'connect'),
  define(0x1a, 'responseInformation', string, 'connack'),
  define(0x1c, 'serverReference', string, 'connack', 'disconnect'),
  define(
    0x1f,
    'reasonString',
    string,
    ...(['connack', 'puback', 'pubrec', 'pubrel', 'pubcomp', 'suback', 'unsuback', 'disconnect', 'auth'] as const),
  ),
  define(0x21, 'receiveMaximum', receiveMaximum, 'connect', 'connack'),
  define(0x22, 'topicAliasMaximum', uint16, 'connect', 'connack'),
  define(0x23, 'topicAlias', topicAlias, 'publish'),
  define(0x24, 'maximumQos', bit, 'connack'),
  define(0x25, 'retainAvailable', flag, 'connack'),
  define(
    0x26,
    'userProperties',
    pairs,
    ...(['connect', 'will', 'connack', 'publish', 'puback', 'pubrec', 'pubrel', 'pubcomp', 'subscribe'] as const),
    ...(['suback', 'unsubscribe', 'unsuback', 'disconnect', 'auth'] as const),
  ),
  define(0x27, 'maximumPacketSize', maximumPacketSize, 'connect', 'connack'),
  define(0x28, 'wildcardSubscriptionAvailable', flag, 'connack'),
  define(0x29, 'subscriptionIdentifiersAvailable', flag, 'connack'),
  define(0x2a, 'sharedSubscriptionAvailable', flag, 'connack'),
]

const ofHolder = (holder: PropertyHolder) => table.filter((property) => property.holders.includes(holder))

const eachHolder = <T>(make: (holder: PropertyHolder) => T): Readonly<Record<PropertyHolder, T>> => ({
  connect: make('connect'),
  will: make('will'),
  connack: make('connack'),
  publish: make('publish'),
  puback: make('puback'),
  pubrec: make('pubrec'),
  pubrel: make('pubrel'),
  pubcomp: make('pubcomp'),
  subscribe: make('subscribe'),
  suback: make('suback'),
  unsubscribe: make('unsubscribe'),
  unsuback: make('unsuback'),
  disconnect: make('disconnect'),
  auth: make('auth'),
})

const writable = eachHolder(ofHolder)

/** Indexed by identifier. One byte, because all identifiers of MQTT 5 are below 128. */
const readable = eachHolder((holder) => {
  const byId: (Property | undefined)[] = new Array<Property | undefined>(256).fill(undefined)
  for (const property of ofHolder(holder)) byId[property.id] = property
  return byId
})
