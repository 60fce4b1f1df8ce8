import { createFakeClock, settle, transcript } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import type { ChannelHandler } from '../port.ts'
import { createTestChannel, createTestContext, type TestChannel } from '../test-context.ts'
import { runtime } from './runtime.ts'

/** One line of a transcript. */
interface Event {
  /** Seconds since the start. */
  readonly t: number
  readonly dir: 'c>s' | 's>c' | 'mqtt<pub' | 'mqtt>sub' | 'note'
  readonly hex?: string
  readonly note?: string
  readonly mqtt?: { readonly topic: string; readonly payload: string; readonly qos: 0 | 1 | 2; readonly retain: 0 | 1 }
}

/** Intended differences: frames that only EMQX sends, and frames that only the gateway sends. */
interface Difference {
  readonly reason: string
  readonly missing?: readonly string[]
  readonly extra?: readonly string[]
  /** The connection that EMQX closes stays open. */
  readonly staysOpen?: boolean
  /** EMQX accepts the frame; the gateway closes the connection. */
  readonly closes?: boolean
  /** Messages that EMQX loses. */
  readonly published?: readonly string[]
}

const error = (text: string, receipt?: string) =>
  `ERROR\n${receipt === undefined ? '' : `receipt-id:${receipt}\n`}content-type:text/plain\ncontent-length:${text.length}\n\n${text}`
const receipt = (id: string) => `RECEIPT\nreceipt-id:${id}\n\n`

const toStC = (message: number, ack: number) =>
  `MESSAGE\nsubscription:1\nmessage-id:${message}\ndestination:st/c\ncontent-type:text/plain\nack:${ack}\ncontent-length:9\n\nretained?`

const silent = 'EMQX closes without ERROR'

/** By transcript and connection, from 1. */
const differences: Readonly<Record<string, Difference>> = {
  'basic 1': {
    reason: 'EMQX does not deliver to a subscription with wildcards',
    missing: [toStC(5, 2)],
    extra: [
      'MESSAGE\nsubscription:2\nmessage-id:5\ndestination:st/i/x\ncontent-type:text/plain\nack:2\ncontent-length:14\n\nfrom mqtt qos1',
      toStC(6, 3),
    ],
  },
  'connect-twice 1': { reason: silent, extra: [error('The connection is already established')] },
  'unknown-command 1': { reason: silent, extra: [error('Unknown command FOO', '1')] },
  'unsubscribe 2': { reason: silent, extra: [error('Cannot send to st/#: topic_name_invalid', 's4')] },
  'unsubscribe 3': { reason: silent, extra: [error('SEND needs the header destination', 's5')] },
  'unsubscribe 4': { reason: 'EMQX closes at a heart-beat', extra: [receipt('d1')] },
  'content-length-too-long 1': {
    reason: 'EMQX waits for a body that it would refuse',
    extra: [error('Frame error: {too_long_body,#{max_body_length => 8192,received_body_length => 100000}}')],
    closes: true,
  },
  'framing 1': {
    reason: 'EMQX refuses line ends of STOMP 1.2',
    missing: [error('Frame error: unexpected_linefeed')],
    extra: [receipt('e2'), receipt('e3')],
    published: ['esc/crlf body', 'esc/bin a\0b\0c'],
    staysOpen: true,
  },
  'framing-2 1': {
    reason: 'EMQX does not read a frame in three parts, with a second frame behind it',
    extra: [receipt('e4'), receipt('e5'), receipt('e6')],
    published: ['esc/split body', 'esc/second 2', 'esc/lf x'],
    staysOpen: true,
  },
  'framing-3 5': {
    reason: 'EMQX refuses line ends before a frame',
    extra: [receipt('e6')],
    published: ['esc/lf x'],
    staysOpen: true,
  },
  'framing-3 6': {
    reason: 'EMQX removes white space before a value, which 1.1 and 1.2 keep',
    missing: [receipt('e7 ')],
    extra: [receipt(' e7 ')],
  },
  'framing-3 9': {
    reason: 'EMQX accepts undefined escapes, which are fatal in 1.2',
    missing: [receipt('e10')],
    extra: [error('Frame error: undefined escape sequence \\t')],
    closes: true,
    published: [],
  },
  'framing-3 10': {
    reason: 'EMQX refuses line ends of STOMP 1.2',
    extra: [receipt('e11')],
    published: ['esc/crlf x'],
    staysOpen: true,
  },
  'subscribe-odd 1': {
    reason: 'EMQX does not deliver to shared subscriptions, and accepts an invalid filter',
    missing: [receipt('2'), receipt('3')],
    extra: [
      'MESSAGE\nsubscription:1\nmessage-id:1\ndestination:st/s\ncontent-type:text/plain\ncontent-length:6\n\nshared',
      error('Cannot subscribe to a/#/b: topic_filter_invalid', '2'),
    ],
    closes: true,
  },
  'transactions 1': { reason: 'EMQX sends no receipt of COMMIT', extra: [receipt('c1')] },
}

const names = [
  ...['authn', 'bad-header', 'basic', 'body-too-long', 'command-stomp', 'connect-twice', 'content-length-too-long'],
  ...['framing', 'framing-2', 'framing-3', 'garbage', 'header-too-long', 'heartbeat', 'not-connected', 'qos-header'],
  ...[
    'subscribe-odd',
    'too-many-headers',
    'transactions',
    'unknown-command',
    'unsubscribe',
    'version-10',
    'version-bad',
  ],
  'version-none',
]

for (const name of names)
  test(`answers as recorded: stomp-${name}`, async () => {
    const connections = connectionsOf(readEvents(name))
    expect(connections.length).toBeGreaterThan(0)
    for (const [index, events] of connections.entries()) {
      const place = `${name} ${index + 1}`
      const { missing = [], extra = [], staysOpen, closes, published } = differences[place] ?? {}
      const result = await replay(name, events)
      expect(result.frames.toSorted(), place).toEqual(
        [...without(framesOf(events.flatMap(bytesOf('s>c'))), missing), ...extra].toSorted(),
      )
      expect(result.isClosed, place).toBe(closes === true || (isClosedByServer(events) && staysOpen !== true))
      const messages = published === undefined || published.length === 0 ? recordedMessages(events) : published
      if (published?.length !== 0) expect(result.published, place).toEqual(expect.arrayContaining([...messages]))
      else expect(result.published, place).toEqual([])
    }
  })

test('every difference belongs to a transcript', () => {
  for (const place of Object.keys(differences)) expect(names).toContain(place.split(' ')[0])
})

async function replay(name: string, events: readonly Event[]) {
  const clock = createFakeClock()
  const start = clock.now() - (events[0]?.t ?? 0) * 1000
  const settings = { frame: { max_headers: 10, max_headers_length: 1024, max_body_length: 8192 } }
  const context = createTestContext({
    settings,
    clock,
    authenticate: ({ username, password }) => {
      if (name !== 'authn' || (username === 'test' && password === '654321')) return undefined
      return { refused: 0x87, reason: username === 'test' ? 'bad_username_or_password' : 'not_authorized' }
    },
  })
  const running = await runtime.start(context.context)
  const channel: TestChannel = createTestChannel()
  const handler: ChannelHandler = channel.attach(running.accept)
  let isOver = false
  for (const event of events) {
    clock.advance(Math.max(0, start + event.t * 1000 - clock.now()))
    await settle()
    if (event.dir === 'c>s' && event.hex !== undefined && !isOver) handler.data(Buffer.from(event.hex, 'hex'))
    if (event.dir === 'mqtt<pub' && event.mqtt) {
      const { topic, payload, qos } = event.mqtt
      // Sent by the API.
      if (topic === 'rest/t') await context.client('generated-1').handlers.subscribe?.(topic, 1, { subid: '88' })
      context.publish(topic, payload, { qos })
    }
    if (event.hex !== undefined && Buffer.from(event.hex, 'hex').includes('Kicked out')) context.kick('generated-1')
    if (event.note?.startsWith('send failed') === true) isOver = true
    await settle()
    await settle()
  }
  return {
    frames: framesOf(channel.sent),
    isClosed: channel.endReason !== undefined,
    published: context.published.map(({ topic, payload }) => `${topic} ${Buffer.from(payload).toString()}`),
  }
}

function readEvents(name: string): readonly Event[] {
  return transcript('stomp', name) as unknown as readonly Event[] // the format of the recordings
}

/** Splits where a client connects again. Frames that were sent after EMQX had closed are removed. */
function connectionsOf(events: readonly Event[]): readonly (readonly Event[])[] {
  const connections: Event[][] = []
  let hasFailed = false
  for (const [index, event] of events.entries()) {
    const isConnect = event.dir === 'c>s' && /^(CONNECT|STOMP)\n/.test(textOf(event))
    const last = connections.at(-1)
    const isSecond = last !== undefined && isConnect && !last.some(({ note }) => note === 'connection closed')
    if (last === undefined || (isConnect && !isSecond)) {
      connections.push([])
      hasFailed = false
    }
    if (event.dir === 'c>s' && events[index + 1]?.note?.startsWith('send failed') === true) hasFailed = true
    if (!hasFailed) connections.at(-1)?.push(event)
  }
  return connections
}

const textOf = ({ hex = '' }: Event) => Buffer.from(hex, 'hex').toString()

const bytesOf = (dir: Event['dir']) => (event: Event) =>
  event.dir === dir && event.hex !== undefined ? [Buffer.from(event.hex, 'hex')] : []

/** Frames as text without the final NUL; heart-beats are frames too. No recorded body of a server contains NUL. */
const framesOf = (bytes: readonly Buffer[]) =>
  Buffer.concat(bytes)
    .toString()
    .split(/\0|(?<=^|\0)(?=\n)/)
    .flatMap((text) => text.split(/(?<=^\n)/))
    .filter((text) => text !== '')

function without(all: readonly string[], some: readonly string[]): readonly string[] {
  const left = [...all]
  for (const one of some) {
    const index = left.indexOf(one)
    expect(index, `EMQX sends ${one}`).toBeGreaterThanOrEqual(0)
    left.splice(index, 1)
  }
  return left
}

/** At the end of a recording the client closes, a while after the last answer. */
function isClosedByServer(events: readonly Event[]): boolean {
  const closed = events.findIndex(({ note }) => note === 'connection closed')
  const at = events[closed]?.t ?? 0
  return closed > 0 && at - (events[closed - 1]?.t ?? 0) < 0.1
}

/** Messages of the client that an MQTT subscriber received. Other tests were running on `c/`. */
function recordedMessages(events: readonly Event[]): readonly string[] {
  const sent = new Set(
    events.filter(({ dir }) => dir === 'mqtt<pub').map(({ mqtt }) => `${mqtt?.topic} ${mqtt?.payload}`),
  )
  return events
    .filter(({ dir, mqtt }) => dir === 'mqtt>sub' && mqtt && !/^c\//.test(mqtt.topic) && mqtt.retain === 0)
    .map(({ mqtt }) => `${mqtt?.topic} ${mqtt?.payload}`)
    .filter((message) => !sent.has(message))
}
