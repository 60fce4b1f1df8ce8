import { isRecord } from '@mqdeck/contract'
import { createFakeClock, settle, transcript } from '@mqdeck/testkit'
import { describe, expect, test } from 'vitest'
import { type CoapMessage, coapOption, decodeCoap, encodeCoap, textsOf, uintOf } from '../coap-stack/message.ts'
import { createTestChannel, createTestContext } from '../test-context.ts'
import type { Lwm2mApi } from './api.ts'
import type { Lwm2mSettings } from './manifest.ts'
import { runtime } from './runtime.ts'

interface Event {
  readonly t: number
  readonly dir: string
  readonly client?: string
  readonly hex?: string
  readonly note?: string
  readonly mqtt?: { readonly topic: string; readonly payload: string }
}

const testSettings: Lwm2mSettings = {
  lifetime_min: 1000,
  lifetime_max: 86_400_000,
  qmode_time_window: 22_000,
  auto_observe: true,
  update_msg_publish_condition: 'always',
  xml_dir: '/nowhere',
  translators: {
    command: { topic: 'dn/#', qos: 0 },
    response: { topic: 'up/resp', qos: 0 },
    notify: { topic: 'up/notify', qos: 0 },
    register: { topic: 'up/resp', qos: 0 },
    update: { topic: 'up/update', qos: 0 },
  },
}

/** Commands that the recorder sent through the API, in their order. */
const ofApi: Readonly<Record<string, readonly ((api: Lwm2mApi) => Promise<unknown>)[]>> = {
  'commands-read': [
    (api) => api.read({ clientId: 'ep2', path: '/3/0/0' }),
    (api) => api.read({ clientId: 'ep2', path: '/3/0' }),
  ],
  'commands-write': [(api) => api.write({ clientId: 'ep3', path: '/1/0/1', type: 'Integer', value: '99' })],
  // EMQX sends the end of an observation for `enable=true` too.
  observe: [
    (api) => api.observe({ clientId: 'ep4', path: '/3/0/9', enable: false }),
    (api) => api.observe({ clientId: 'ep4', path: '/3/0/9', enable: false }),
  ],
}

/** Parts of messages that differ. See conformance/differences.md. */
const differences: Readonly<Record<string, readonly string[]>> = {
  'commands-read': ['"path":"/4/0', '"reqPath":"/31024/0/1"'],
  // Refused registrations that get no response from EMQX, and requests that are repeated, because the recorder does not answer.
  'register-errors': ['"code":128', '"code":133', '"observe":0', '"location":["rd",""]', '"ep":""'],
  // A notification after the end of its observation.
  'observe-notify': ['"seqNum":15', '"type":"rst"'],
}

const names = [
  'registration',
  'commands-read',
  'commands-write',
  'observe',
  'observe-notify',
  'queue-mode',
  'timeouts',
  'duplicate-endpoint',
  'register-errors',
  'authn',
  'authn-2',
]

describe.each(names)('transcript lwm2m-%s', (name) => {
  test('requests, responses and MQTT messages are those of EMQX, except for listed differences', async () => {
    const events = eventsOf(name)
    const ours = await replay(name, events, ofApi[name] ?? [])
    const theirs = {
      sent: events.flatMap(({ dir, hex }) => (dir === 's>c' && hex ? [described(hex)] : [])),
      published: events.flatMap(({ dir, mqtt }) =>
        dir === 'mqtt>sub' && mqtt && !mqtt.topic.includes('/dn/') ? [messageOf(mqtt.topic, mqtt.payload)] : [],
      ),
    }
    const listed = differences[name] ?? []
    const isListed = (one: unknown) => listed.some((text) => JSON.stringify(one).includes(text))
    const kept = (all: readonly unknown[]) => sorted(all.filter((one) => !isListed(one)))
    expect(kept(ours.sent)).toEqual(kept(theirs.sent))
    const isRecorded = events.some(({ mqtt }) => mqtt)
    if (isRecorded) expect(kept(ours.published)).toEqual(kept(theirs.published))
  })
})

const sorted = (all: readonly unknown[]) => all.map((one) => JSON.stringify(one)).sort()

/** Plays the devices' and the MQTT client's part. Responses of a device get the ID and the token of our request. */
async function replay(name: string, events: readonly Event[], api: readonly ((api: Lwm2mApi) => Promise<unknown>)[]) {
  const calls = [...api]
  const clock = createFakeClock()
  const start = clock.now()
  const context = createTestContext({
    settings: testSettings,
    clock,
    authenticate: ({ username, password }) => (name.startsWith('authn') ? refusalOf(username, password) : undefined),
  })
  const running = await runtime.start(context.context)
  const sent: Buffer[] = []
  const devices = new Map<string, ReturnType<typeof connect>>()
  const connect = (client: string) => {
    const channel = createTestChannel({ transport: 'udp', isDatagram: true, port: 50_000 + devices.size })
    const handler = channel.attach(running.accept)
    const device = {
      channel,
      handler,
      theirs: events.flatMap((one) =>
        one.dir === 's>c' && (one.client ?? '') === client && one.hex && isRequest(one.hex) ? [decoded(one.hex)] : [],
      ),
      ours: () =>
        channel.sent
          .map((one) => one.toString('hex'))
          .filter(isRequest)
          .map(decoded),
    }
    devices.set(client, device)
    return device
  }
  const settled = async () => {
    for (let turn = 0; turn < 8; turn += 1) await settle()
  }
  for (const { t, dir, client = '', hex, mqtt, note = '' } of events) {
    clock.advance(Math.max(0, start + t * 1000 - clock.now()))
    if (note.startsWith('update after kick')) context.kick('ep8')
    if (dir === 'c>s' && hex) {
      const message = decoded(hex)
      const { theirs, ours: ourRequests, handler } = devices.get(client) ?? connect(client)
      const index = theirs.findIndex(({ id }) => id === message.id)
      const observed = theirs.findIndex(({ token }) => token.length > 0 && same(token, message.token))
      if (index >= ourRequests().length) await calls.shift()?.(running.api)
      const ours = ourRequests()[index >= 0 ? index : observed]
      handler.data(
        ours
          ? encodeCoap({ ...message, id: index >= 0 ? ours.id : message.id, token: ours.token })
          : Buffer.from(hex, 'hex'),
      )
    }
    if (dir === 'mqtt<pub' && mqtt) context.publish(mqtt.topic.split('/').slice(2).join('/'), mqtt.payload)
    await settled()
  }
  for (const { channel } of devices.values()) sent.push(...channel.sent)
  return {
    sent: sent.map((one) => described(one.toString('hex'))),
    published: context.published.map(({ topic, payload }) => messageOf(topic, Buffer.from(payload).toString())),
  }
}

/** The users of the recording. EMQX's reason depends on whether the user exists. */
function refusalOf(username: string | undefined, password: unknown) {
  const known = ['u1', 'la-ep', '1234']
  if (known.includes(username ?? '') && password === 'good') return undefined
  return { refused: known.includes(username ?? '') || password === undefined ? 0x86 : 0x87, reason: '' }
}

const isRequest = (hex: string) => /^4[0-8]0[1-4]/.test(hex)
const same = (a: Uint8Array, b: Uint8Array) => Buffer.from(a).equals(b)

function decoded(hex: string): CoapMessage {
  const message = decodeCoap(Buffer.from(hex, 'hex'))
  if (!message || 'malformed' in message) throw new Error(`not a CoAP message: ${hex}`)
  return message
}

/** A message without its ID and token, which are random. */
function described(hex: string) {
  const message = decoded(hex)
  return {
    type: message.type,
    code: message.code,
    path: textsOf(message, coapOption.uriPath),
    query: textsOf(message, coapOption.uriQuery),
    location: textsOf(message, 8),
    observe: uintOf(message, coapOption.observe),
    format: uintOf(message, coapOption.contentFormat),
    accept: uintOf(message, coapOption.accept),
    payload: Buffer.from(message.payload).toString('hex'),
  }
}

const messageOf = (topic: string, payload: string) => ({
  topic: topic.startsWith('lwm2m/') ? topic.split('/').slice(2).join('/') : topic,
  message: ordered(JSON.parse(payload)),
})

/** With keys in order, so that texts can be compared. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, ordered(one)]),
  )
}

function eventsOf(name: string): readonly Event[] {
  return transcript('lwm2m', name) as unknown as readonly Event[] // the format of the recordings
}
