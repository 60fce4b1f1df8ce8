import { protocolError } from './reason-error.ts'

/** Reason codes of MQTT 5 (2.4). */
export const reasonCode = {
  success: 0x00,
  grantedQos1: 0x01,
  grantedQos2: 0x02,
  disconnectWithWill: 0x04,
  noMatchingSubscribers: 0x10,
  noSubscriptionExisted: 0x11,
  continueAuthentication: 0x18,
  reauthenticate: 0x19,
  unspecifiedError: 0x80,
  malformedPacket: 0x81,
  protocolError: 0x82,
  implementationSpecificError: 0x83,
  unsupportedProtocolVersion: 0x84,
  clientIdentifierNotValid: 0x85,
  badUserNameOrPassword: 0x86,
  notAuthorized: 0x87,
  serverUnavailable: 0x88,
  serverBusy: 0x89,
  banned: 0x8a,
  serverShuttingDown: 0x8b,
  badAuthenticationMethod: 0x8c,
  keepAliveTimeout: 0x8d,
  sessionTakenOver: 0x8e,
  topicFilterInvalid: 0x8f,
  topicNameInvalid: 0x90,
  packetIdentifierInUse: 0x91,
  packetIdentifierNotFound: 0x92,
  receiveMaximumExceeded: 0x93,
  topicAliasInvalid: 0x94,
  packetTooLarge: 0x95,
  messageRateTooHigh: 0x96,
  quotaExceeded: 0x97,
  administrativeAction: 0x98,
  payloadFormatInvalid: 0x99,
  retainNotSupported: 0x9a,
  qosNotSupported: 0x9b,
  useAnotherServer: 0x9c,
  serverMoved: 0x9d,
  sharedSubscriptionsNotSupported: 0x9e,
  connectionRateExceeded: 0x9f,
  maximumConnectTime: 0xa0,
  subscriptionIdentifiersNotSupported: 0xa1,
  wildcardSubscriptionsNotSupported: 0xa2,
} as const

type HolderOfReason =
  | 'connack'
  | 'puback'
  | 'pubrec'
  | 'pubrel'
  | 'pubcomp'
  | 'suback'
  | 'unsuback'
  | 'disconnect'
  | 'auth'

const ofPublish = [0x00, 0x10, 0x80, 0x83, 0x87, 0x90, 0x91, 0x97, 0x99]
const ofRelease = [0x00, 0x92]
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i)

/** The allowed reason codes of each packet (table 2-6 and the tables of the packets). */
const allowed: Readonly<Record<HolderOfReason, ReadonlySet<number>>> = {
  connack: new Set([0x00, ...range(0x80, 0x8a), 0x8c, 0x90, 0x95, 0x97, ...range(0x99, 0x9d), 0x9f]),
  puback: new Set(ofPublish),
  pubrec: new Set(ofPublish),
  pubrel: new Set(ofRelease),
  pubcomp: new Set(ofRelease),
  suback: new Set([0x00, 0x01, 0x02, 0x80, 0x83, 0x87, 0x8f, 0x91, 0x97, 0x9e, 0xa1, 0xa2]),
  unsuback: new Set([0x00, 0x11, 0x80, 0x83, 0x87, 0x8f, 0x91]),
  disconnect: new Set([
    ...[0x00, 0x04, 0x80, 0x81, 0x82, 0x83, 0x87, 0x89, 0x8b, 0x8d, 0x8e, 0x8f, 0x90],
    ...range(0x93, 0xa2),
  ]),
  auth: new Set([0x00, 0x18, 0x19]),
}

const clauses: Readonly<Record<HolderOfReason, string>> = {
  connack: 'MQTT-3.2.2-8',
  puback: 'MQTT-3.4.2-1',
  pubrec: 'MQTT-3.5.2-1',
  pubrel: 'MQTT-3.6.2-1',
  pubcomp: 'MQTT-3.7.2-1',
  suback: 'MQTT-3.9.3-2',
  unsuback: 'MQTT-3.11.3-2',
  disconnect: 'MQTT-3.14.2-1',
  auth: 'MQTT-3.15.2-1',
}

/** @throws ReasonError 0x82 when the packet cannot carry the code */
export function checkReasonCode(packet: HolderOfReason, code: number): void {
  if (!allowed[packet].has(code))
    throw protocolError(`${packet} cannot have reason code 0x${code.toString(16).padStart(2, '0')}`, clauses[packet])
}

/** The closest return code of 3.1 and 3.1.1 (3.2.2.3) for a reason code of MQTT 5, as in EMQX. */
export function toReturnCode(code: number): number {
  if (code < 0x80) return code
  switch (code) {
    case reasonCode.unspecifiedError:
    case reasonCode.malformedPacket:
    case reasonCode.protocolError:
    case reasonCode.implementationSpecificError:
    case reasonCode.unsupportedProtocolVersion:
      return 1
    case reasonCode.clientIdentifierNotValid:
      return 2
    case reasonCode.badUserNameOrPassword:
      return 4
    case reasonCode.notAuthorized:
    case reasonCode.banned:
    case reasonCode.badAuthenticationMethod:
      return 5
    default:
      return 3
  }
}
