import type { Qos } from '@mqdeck/broker'
import { createFakeClock, settle, transcript } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import {
  type CoapMessage,
  coapCode,
  coapOption,
  decodeCoap,
  encodeCoap,
  isRequest,
  uintOf,
} from '../coap-stack/message.ts'
import type { RunningGateway } from '../port.ts'
import { createTestChannel, createTestContext } from '../test-context.ts'
import type { DeviceRequest, DeviceResponse } from './api.ts'
import type { CoapSettings } from './manifest.ts'
import { runtime } from './runtime.ts'

const none = new Uint8Array(0)

/** All transcripts, with the settings of the recorder. */
const transcripts: Readonly<Record<string, Partial<CoapSettings>>> = {
  authn: {},
  blockwise: {},
  'client-request': { connection_required: true },
  'client-request-connectionless': {},
  'connection-delete': { connection_required: true },
  'connection-mode': { connection_required: true, heartbeat: 3000 },
  connectionless: {},
  malformed: {},
  mountpoint: {},
  'notify-con': { notify_type: 'con', subscribe_qos: 'qos1', publish_qos: 'qos1' },
  'notify-non': { notify_type: 'non' },
  'notify-qos': {},
  'publish-options': {},
}

/** Responses that differ from EMQX's, by the recorder's note. See conformance/differences.md. */
const differences: Readonly<Record<string, string>> = {
  'connectionless publish, wrong password': '80',
  'connectionless subscribe, wrong password': '80',
  'connectionless publish, unknown user': '80',
  'connectionless subscribe, unknown user': '80',
  'connectionless publish, no user': '80',
  'connectionless subscribe, no user': '80',
  'publish with PUT (CON)': '44',
  'publish NON': '44',
  'publish qos=1 retain expiry': '44',
  'publish qos=2': '44',
  'publish invalid qos': '80',
  'publish invalid qos 7': '80',
  'publish qos=abc': '80',
  'publish clientid only': '44',
  'publish without clientid': '44',
  'publish empty payload': '44',
  'publish to wildcard topic': '80',
  'path with empty segments is normalised by this script': '44',
  'uri-path segment holding a slash': '44',
  'content-format json': '44',
  'DELETE on ps': '42',
  DELETE: '80',
  '1024 bytes in one datagram': '44',
  'GET of a 4096 byte retained message': '45',
  'GET with Block2 szx 2': '45',
  'token length 9': '0',
  'payload marker with no payload': '0',
  'method 0.07': '85',
  FETCH: '85',
  'unknown critical option 9': '82',
  'PUT mid 16': '44',
  'same message again (retransmission)': '44',
  'Block1 num 0 more szx 2 (64)': '5f',
  'Block1 num 1 last': '44',
}

/**
 * Notifications that are not compared: in authn of clients that EMQX does not authenticate, in connectionless of retained
 * messages and with the latest token of an observation.
 */
const otherNotifications = ['authn', 'connectionless']

interface Event {
  readonly t: number
  readonly dir: string
  readonly client?: string
  readonly hex?: string
  readonly note?: string
  readonly mqtt?: { readonly topic: string; readonly payload: string; readonly qos: Qos; readonly retain: 0 | 1 }
}

type Device = ReturnType<typeof createDevice>

/** Answers pings and confirmable notifications immediately. */
function createDevice(running: RunningGateway) {
  const channel = createTestChannel({ transport: 'udp', isDatagram: true })
  const handler = channel.attach((one) => running.accept(one))
  const answered = new Set<CoapMessage>()
  const messages: CoapMessage[] = []
  return {
    /** The ID of ours by the recorded one. */
    requestIds: new Map<number, number>(),
    send: (bytes: Uint8Array) => handler.data(Buffer.from(bytes)),
    sent(): readonly CoapMessage[] {
      for (const bytes of channel.sent.slice(messages.length)) messages.push(decoded(bytes))
      return messages
    },
    answer() {
      for (const message of this.sent()) {
        const { type, code, id } = message
        if (type !== 'con' || answered.has(message) || isRequest(code)) continue
        answered.add(message)
        const reply = code === coapCode.empty ? 'rst' : 'ack'
        this.send(encodeCoap({ type: reply, code: 0, id, token: none, options: [], payload: none }))
      }
    },
  }
}

for (const [name, changes] of Object.entries(transcripts))
  test(`${name}: responses, requests and notifications are those of EMQX, except for the listed differences`, async () => {
    const events = eventsOf(name)
    const clock = createFakeClock()
    const start = clock.now()
    const settings: CoapSettings = {
      connection_required: false,
      heartbeat: 30_000,
      notify_type: 'qos',
      subscribe_qos: 'coap',
      publish_qos: 'coap',
      ...changes,
    }
    const { context, publish } = createTestContext({
      settings,
      clock,
      // EMQX does not know the user zz.
      authenticate: ({ username, password }) =>
        name === 'authn' && password !== 'good'
          ? { refused: username === 'zz' ? 0x87 : 0x86, reason: 'not_authorized' }
          : undefined,
    })
    const running = await runtime.start(context)
    const devices = new Map<string, Device>()
    const deviceOf = (client: string) => {
      const device = devices.get(client) ?? createDevice(running)
      devices.set(client, device)
      return device
    }
    const turns = async () => {
      for (let turn = 0; turn < 5; turn += 1) await settle()
      for (const device of devices.values()) device.answer()
      for (let turn = 0; turn < 5; turn += 1) await settle()
    }
    /** Tokens of connections: ours by the recorded one. */
    const tokens = new Map<string, string>()
    const responses: Promise<DeviceResponse | 'unknown' | 'timeout'>[] = []
    const expected: string[] = []

    for (const { t, dir, client = '', hex = '', note = '', mqtt } of events) {
      clock.advance(Math.max(0, start + t * 1000 - clock.now()))
      const device = deviceOf(client)
      if (dir === 'mqtt<pub' && mqtt) publish(mqtt.topic, mqtt.payload, { qos: mqtt.qos, retain: mqtt.retain === 1 })
      const theirs = dir === 's>c' ? decodeCoap(Buffer.from(hex, 'hex')) : undefined
      if (theirs && !('malformed' in theirs) && isRequest(theirs.code)) {
        responses.push(running.api.request('rq1', requestOf(theirs)))
        await turns()
        const ours = device.sent().at(-1)
        expect(ours && contentOf(ours)).toEqual(contentOf(theirs))
        if (ours) device.requestIds.set(theirs.id, ours.id)
      }
      if (dir !== 'c>s') continue
      const message = decodeCoap(Buffer.from(hex, 'hex'))
      const isAnswer = message && !('malformed' in message) && !isRequest(message.code) && message.code > 0
      if (isAnswer && name.startsWith('client-request')) expected.push(Buffer.from(message.payload).toString())
      device.send(translated(hex, tokens, device.requestIds))
      await turns()
      clock.advance(300)
      await turns()
      if (message && !('malformed' in message) && (message.type === 'ack' || message.type === 'rst' || isAnswer))
        continue
      const id = hex.slice(4, 8)
      const difference = differences[note.split(' | ')[0] ?? '']
      const recorded = events.find(
        (one) => one.dir === 's>c' && (one.client ?? '') === client && one.hex?.slice(4, 8) === id,
      )?.hex
      const ours = device.sent().find((one) => one.type !== 'con' && one.id === Number.parseInt(id, 16))
      if (difference !== undefined) expect([note, ours?.code.toString(16)]).toEqual([note, difference])
      else if (recorded !== undefined && ours && !note.includes('without observe')) {
        const response = decoded(recorded)
        const isCreated = response.code === coapCode.created
        if (isCreated) tokens.set(Buffer.from(response.payload).toString(), Buffer.from(ours.payload).toString())
        const compared = (one: CoapMessage) => [note, one.type, contentOf(isCreated ? { ...one, payload: none } : one)]
        expect(compared(ours)).toEqual(compared(response))
      } else if (!note.includes('without observe')) expect([note, recorded]).toEqual([note, undefined])
    }

    if (otherNotifications.includes(name)) return
    for (const [client, device] of devices) {
      const ours = device.sent().filter(isNotification)
      const theirs = events
        .filter((one) => one.dir === 's>c' && (one.client ?? '') === client)
        .flatMap((one) => decodeCoap(Buffer.from(one.hex ?? '', 'hex')) ?? [])
        .flatMap((one) => ('malformed' in one || !isNotification(one) ? [] : [one]))
      expect(ours.map(contentOf)).toEqual(theirs.map(contentOf))
      if (name === 'notify-con') expect(ours.every(({ type }) => type === 'con')).toBe(true)
      if (name === 'notify-non') expect(ours.every(({ type }) => type === 'non')).toBe(true)
    }
    clock.advance(30_000)
    const payloads = (await Promise.all(responses)).flatMap((one) => (typeof one === 'string' ? [] : [one.payload]))
    expect(payloads).toEqual(expected)
  })

function decoded(bytes: Uint8Array | string): CoapMessage {
  const message = decodeCoap(typeof bytes === 'string' ? Buffer.from(bytes, 'hex') : bytes)
  if (!message || 'malformed' in message) throw new Error('a malformed message')
  return message
}

const isNotification = ({ type, code, options }: CoapMessage) =>
  (type === 'con' || type === 'non') &&
  code === coapCode.content &&
  options.some(({ number }) => number === coapOption.observe)

/** All fields except type and ID. */
const contentOf = ({ code, token, options, payload }: CoapMessage) => ({
  code,
  token: Buffer.from(token).toString('hex'),
  // EMQX sends the number 0 as one byte, which has the same meaning.
  options: options.map(
    ({ number, value }) =>
      `${number}=${Buffer.from(value)
        .toString('hex')
        .replace(/^(00)+/, '')}`,
  ),
  payload: Buffer.from(payload).toString(),
})

function requestOf(message: CoapMessage): DeviceRequest {
  return {
    token: Buffer.from(message.token).toString(),
    method: (['get', 'post', 'put', 'delete'] as const)[message.code - 1] ?? 'get',
    contentType: uintOf(message, coapOption.contentFormat) === 50 ? 'application/json' : 'text/plain',
    payload: Buffer.from(message.payload).toString(),
    timeout: 2000,
  }
}

/** A recorded datagram with our tokens of connections and IDs of requests. */
function translated(hex: string, tokens: ReadonlyMap<string, string>, ids: ReadonlyMap<number, number>): Uint8Array {
  const bytes = Buffer.from(hex, 'hex')
  const message = decodeCoap(bytes)
  if (!message || 'malformed' in message) return bytes
  const options = message.options.map(({ number, value }) => {
    const [, token = ''] = /^token=(.*)$/.exec(Buffer.from(value).toString()) ?? []
    return { number, value: tokens.has(token) ? Buffer.from(`token=${tokens.get(token)}`) : value }
  })
  const isAnswer = message.type === 'ack' || message.type === 'rst'
  return encodeCoap({ ...message, options, id: (isAnswer ? ids.get(message.id) : undefined) ?? message.id })
}

function eventsOf(name: string): readonly Event[] {
  return transcript('coap', name) as unknown as readonly Event[] // the format of the recordings
}
