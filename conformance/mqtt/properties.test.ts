import { uniqueName } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import * as bytes from './bytes.ts'
import { type Case, expectOutcomes, outcomeOf } from './outcome.ts'
import { useTarget } from './target.ts'

const mqtt = useTarget()
const { packet, property, props, str, u8, u16 } = bytes

/** A valid value of each property of MQTT 5 (table 2-4). */
const values = {
  payloadFormat: property.payloadFormat(1),
  messageExpiry: property.messageExpiry(5),
  contentType: property.contentType('a'),
  responseTopic: property.responseTopic('a'),
  correlationData: property.correlationData(Buffer.from('a')),
  subscriptionId: property.subscriptionId(1),
  sessionExpiry: property.sessionExpiry(0),
  assignedClientId: Buffer.concat([u8(0x12), str('a')]),
  serverKeepAlive: u8(0x13, 0, 5),
  authMethod: property.authMethod('a'),
  authData: property.authData(Buffer.from('a')),
  problemInfo: property.problemInfo(1),
  willDelay: property.willDelay(0),
  responseInfoRequest: property.responseInfo(1),
  responseInfo: Buffer.concat([u8(0x1a), str('a')]),
  serverReference: Buffer.concat([u8(0x1c), str('a')]),
  reasonString: property.reasonString('a'),
  receiveMaximum: property.receiveMaximum(5),
  topicAliasMaximum: property.topicAliasMaximum(5),
  topicAlias: property.topicAlias(1),
  maximumQos: u8(0x24, 1),
  retainAvailable: u8(0x25, 1),
  user: property.user('a', 'b'),
  maximumPacketSize: property.maximumPacketSize(1000),
  wildcardAvailable: u8(0x28, 1),
  subscriptionIdsAvailable: u8(0x29, 1),
  sharedAvailable: u8(0x2a, 1),
  unknown: u8(0x7f, 1),
  unknownOfTwoBytes: u8(0x80, 0x01, 1),
} as const
type Name = keyof typeof values
const names = Object.keys(values) as readonly Name[]

const message = ['payloadFormat', 'messageExpiry', 'contentType', 'responseTopic', 'correlationData', 'user'] as const
const acknowledged = ['reasonString', 'user'] as const

interface Holder {
  readonly name: string
  readonly allowed: readonly Name[]
  /** Sent as the first packet of a connection. */
  readonly isConnect?: boolean
  readonly packet: (properties: Buffer) => Buffer
}

const holders: readonly Holder[] = [
  {
    name: 'CONNECT',
    isConnect: true,
    allowed: [
      ...(['sessionExpiry', 'problemInfo', 'responseInfoRequest', 'receiveMaximum', 'topicAliasMaximum'] as const),
      ...(['user', 'maximumPacketSize'] as const),
    ],
    packet: (properties) => bytes.connect({ properties, payload: [str(uniqueName())] }),
  },
  {
    name: 'the will',
    isConnect: true,
    allowed: [...message, 'willDelay'],
    packet: (properties) =>
      bytes.connect({ flags: 0x06, payload: [str(uniqueName()), properties, str(uniqueName()), str('x')] }),
  },
  {
    name: 'PUBLISH',
    allowed: [...message, 'topicAlias'],
    packet: (properties) => bytes.publish(0x30, uniqueName(), properties),
  },
  { name: 'PUBACK', allowed: acknowledged, packet: (properties) => packet(0x40, u16(9), u8(0), properties) },
  { name: 'PUBREC', allowed: acknowledged, packet: (properties) => packet(0x50, u16(9), u8(0x80), properties) },
  { name: 'PUBREL', allowed: acknowledged, packet: (properties) => packet(0x62, u16(9), u8(0), properties) },
  { name: 'PUBCOMP', allowed: acknowledged, packet: (properties) => packet(0x70, u16(9), u8(0), properties) },
  {
    name: 'SUBSCRIBE',
    allowed: ['subscriptionId', 'user'],
    packet: (properties) => bytes.subscribe('a', 0, properties),
  },
  { name: 'UNSUBSCRIBE', allowed: ['user'], packet: (properties) => packet(0xa2, u16(9), properties, str('a')) },
]

const named = holders.map((holder) => [holder.name, holder] as const)

const openFor = ({ isConnect }: Holder) => (isConnect ? mqtt.open() : mqtt.connect())

/** Authentication is tested in hooks.test.ts: only a server that has the method accepts it. */
const isTested = ({ isConnect }: Holder, name: Name) => !isConnect || (name !== 'authMethod' && name !== 'authData')

/** Whether the connection is open after a packet with these properties. For CONNECT: whether it was accepted. */
async function isAccepted(holder: Holder, properties: Buffer): Promise<boolean> {
  const client = await openFor(holder)
  const outcome = await outcomeOf(client, holder.packet(properties))
  await client.destroy()
  return outcome.endsWith('open')
}

test.each(named)(
  '%s is accepted with each property that it can have, and with no other one (MQTT 5, 2.2.2.2)',
  async (_, holder) => {
    const accepted: Name[] = []
    for (const name of names)
      if (isTested(holder, name) && (await isAccepted(holder, props(values[name])))) accepted.push(name)
    expect(accepted.toSorted()).toEqual([...holder.allowed].toSorted())
  },
)

test.each(named)(
  '%s with a property cut short, with one twice, or with a wrong length is refused',
  async (_, holder) => {
    const accepted: string[] = []
    for (const name of holder.allowed) {
      const value = values[name]
      const forms = {
        'cut short': props(value.subarray(0, -1)),
        'with a length that is too small': Buffer.concat([bytes.varint(value.length - 1), value]),
        'with a length that is too large': Buffer.concat([bytes.varint(120), value]),
        ...(name !== 'user' && { twice: props(value, value) }),
      }
      for (const [form, properties] of Object.entries(forms))
        if (await isAccepted(holder, properties)) accepted.push(`${name} ${form}`)
    }
    expect(accepted).toEqual([])
    expect(await isAccepted(holder, props(values.user, values.user))).toBe(true)
  },
)

const holderOf = (name: string): Holder => holders.find((each) => each.name === name) ?? fail(name)
const fail = (name: string): never => {
  throw new Error(`There is no ${name}`)
}

test.each([
  ['CONNECT', 'request problem information 2', u8(0x17, 2)],
  ['CONNECT', 'request response information 2', u8(0x19, 2)],
  ['CONNECT', 'receive maximum 0', property.receiveMaximum(0)],
  ['CONNECT', 'maximum packet size 0', property.maximumPacketSize(0)],
  ['CONNECT', '[MQTT-1.5.4-2] U+0000 in a user property', property.user('a', 'b\0')],
  ['the will', 'payload format 2', property.payloadFormat(2)],
  ['the will', '[MQTT-4.7.3-1] an empty response topic', property.responseTopic('')],
  ['the will', '[MQTT-3.3.2-14] a wildcard in the response topic', property.responseTopic('a/#')],
  ['the will', '[MQTT-1.5.4-2] U+0000 in the content type', property.contentType('a\0')],
  ['PUBLISH', 'payload format 2', property.payloadFormat(2)],
  ['PUBLISH', '[MQTT-4.7.3-1] an empty response topic', property.responseTopic('')],
  ['PUBLISH', '[MQTT-1.5.4-2] U+0000 in a user property', property.user('a\0', 'b')],
  ['SUBSCRIBE', 'subscription identifier 0', property.subscriptionId(0)],
  ['SUBSCRIBE', 'a subscription identifier of five bytes', u8(0x0b, 0xff, 0xff, 0xff, 0xff, 0x01)],
  ['PUBACK', '[MQTT-1.5.4-1] ill-formed text in the reason string', Buffer.concat([u8(0x1f), str(u8(0xff))])],
])('%s with %s is refused', async (name, _, value) => {
  expect(await isAccepted(holderOf(name), props(value))).toBe(false)
})

/** Reason codes of MQTT 5 (table 2-6), and some that do not exist. */
const reasonCodes = [
  ...[0x00, 0x01, 0x02, 0x04, 0x10, 0x11, 0x18, 0x19],
  ...Array.from({ length: 0xa3 - 0x80 }, (_, index) => 0x80 + index),
  ...[0x03, 0x7f, 0xa3, 0xff],
]

test.each([
  ['[MQTT-3.4.2-1] PUBACK', 0x40, [0x00, 0x10, 0x80, 0x83, 0x87, 0x90, 0x91, 0x97, 0x99]],
  ['[MQTT-3.5.2-1] PUBREC', 0x50, [0x00, 0x10, 0x80, 0x83, 0x87, 0x90, 0x91, 0x97, 0x99]],
  ['[MQTT-3.6.2-1] PUBREL', 0x62, [0x00, 0x92]],
  ['[MQTT-3.7.2-1] PUBCOMP', 0x70, [0x00, 0x92]],
])('%s with each reason code that it can have is accepted, and with no other one', async (_, first, allowed) => {
  const accepted: number[] = []
  for (const code of reasonCodes) {
    const client = await mqtt.connect()
    if ((await outcomeOf(client, packet(first, u16(9), u8(code)))).endsWith('open')) accepted.push(code)
    await client.destroy()
  }
  expect(accepted).toEqual(allowed)
})

test('each length that MQTT 5 allows for an acknowledgement is accepted', async () => {
  const forms = [[], [u8(0)], [u8(0), props()], [u8(0), props(values.reasonString)]]
  for (const first of [0x40, 0x62, 0x70]) {
    const client = await mqtt.connect()
    for (const form of forms) expect(await outcomeOf(client, packet(first, u16(9), ...form))).toMatch(/open$/)
  }
})

test('DISCONNECT in each form closes the connection without an answer [MQTT-3.14.4-2]', async () => {
  const forms: Case[] = [
    ['without reason code', packet(0xe0)],
    ['with a reason code', packet(0xe0, u8(4))],
    ['with empty properties', packet(0xe0, u8(0), props())],
    ['with properties', packet(0xe0, u8(0), props(values.sessionExpiry, values.reasonString, values.user))],
  ]
  await expectOutcomes(() => mqtt.connect(), forms, 'closed')
})
