import { createFakeClock, settle, transcript } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import type { ChannelHandler } from '../port.ts'
import { createTestChannel, createTestContext, type TestChannel } from '../test-context.ts'
import type { MqttSnSettings } from './manifest.ts'
import { runtime } from './runtime.ts'

/** One line of a transcript. */
interface Event {
  /** Seconds since the start. */
  readonly t: number
  readonly dir: 'c>s' | 's>c' | 'mqtt<pub' | 'mqtt>sub'
  readonly client?: string
  readonly hex?: string
  readonly note?: string
  readonly mqtt?: {
    readonly topic: string
    readonly payload: string
    readonly qos: 0 | 1 | 2
    readonly retain: 0 | 1
  }
}

/** An action of a client or publisher, and the packets that followed. */
interface Step {
  readonly event: Event
  /** Datagrams in hexadecimal, and messages as `topic payload`. */
  readonly result: readonly string[]
}

/** Intended differences: the result of a step. */
interface Difference {
  readonly reason: string
  readonly result: readonly string[]
}

/** By transcript and note of the step. */
const differences: Readonly<Record<string, Difference>> = {
  'basic: REGISTER empty': { reason: 'an empty topic is not valid', result: ['070b0000000503'] },
  'basic: PUBLISH qos2 same msgid before PUBREL': {
    reason: 'the message is repeated because PUBREC was lost: it gets PUBREC again',
    result: ['040f004e'],
  },
  'ping: SUBSCRIBE predefined with a retained message': {
    reason: 'a message that was retained before the subscription has the retain flag',
    result: ['0813200001000200', '0a0c3100010001726574'],
  },
  'subscribe: bad filter': { reason: 'an invalid filter is rejected', result: ['0813000000000903'] },
  'subscribe: qos 3': { reason: 'QoS -1 is not a QoS of subscriptions', result: ['0813000000000a03'] },
  'will: DISCONNECT': { reason: 'a client that disconnects has no will', result: ['0218'] },
}

/** Requests to the management API during a transcript, by the time after which they were sent. */
type Call = (context: ReturnType<typeof createTestContext<MqttSnSettings>>, send: (hex: string) => void) => unknown
const calls: Readonly<
  Record<string, readonly { readonly t: number; readonly call: Call; readonly result: string[] }[]>
> = {
  subscribe: [
    // EMQX has given this topic an identifier with SUBACK.
    { t: 3.1, call: (_, send) => send('0b0a0000ffff736e2f7133'), result: ['070b0404ffff00'] },
    { t: 7.2, call: (context) => context.client('sn2').subscribe('sn/rest', { qos: 1 }), result: [] },
    // EMQX does not inform the client. The message that was on its way is lost with the session.
    { t: 9.8, call: (context) => context.kick('sn2'), result: ['0218'] },
  ],
  // EMQX does not publish the will.
  will: [{ t: 1.9, call: (context) => context.kick('snw1'), result: ['snw/will2 last words 2', '0218'] }],
}

const names = ['authn', 'basic', 'errors', 'ping', 'qos-minus-1', 'sleep', 'subscribe', 'will']

for (const name of names)
  test(`${name}: the gateway answers as EMQX does, except for the listed differences`, async () => {
    const steps = stepsOf(name)
    const actual = await replay(name, steps)
    for (const [index, { event, result }] of steps.entries()) {
      const difference = differences[`${name}: ${noteOf(event)}`]
      const place = `${index} ${noteOf(event)} at ${event.t}`
      expect([place, ...sorted(actual[index] ?? [])]).toEqual([place, ...sorted(difference?.result ?? result)])
    }
  })

test('every difference belongs to a step', () => {
  const places = names.flatMap((name) => stepsOf(name).map(({ event }) => `${name}: ${noteOf(event)}`))
  for (const place of Object.keys(differences)) expect(places).toContain(place)
})

async function replay(name: string, steps: readonly Step[]): Promise<readonly (readonly string[])[]> {
  const clock = createFakeClock()
  const start = clock.now()
  const settings: MqttSnSettings = {
    gateway_id: 1,
    broadcast: false,
    enable_qos3: true,
    subs_resume: false,
    predefined: [
      { id: 1, topic: 'pre/one' },
      { id: 1001, topic: 'pre/two' },
    ],
  }
  const context = createTestContext({
    settings,
    clock,
    authenticate: ({ username }) =>
      name === 'authn' && username === undefined ? { refused: 0x86, reason: 'not_authorized' } : undefined,
  })
  const running = await runtime.start(context.context)
  const channels = new Map<string, { readonly channel: TestChannel; readonly handler: ChannelHandler }>()
  const open = (client: string) => {
    const channel = createTestChannel({ transport: 'udp', isDatagram: true, listener: 'mqttsn:udp:default' })
    const opened = { channel, handler: channel.attach(running.accept) }
    channels.set(client, opened)
    return opened
  }
  const seen = { published: 0, sent: new Map<TestChannel, number>() }
  // Some transcripts have no subscriber to all topics.
  const hasMessages = steps.some(({ result }) => result.some((one) => one.includes(' ')))
  const news = (): string[] => {
    const messages = hasMessages ? context.published.slice(seen.published).map(textOf) : []
    seen.published = context.published.length
    const datagrams = [...channels.values()].flatMap(({ channel }) => {
      const from = seen.sent.get(channel) ?? 0
      seen.sent.set(channel, channel.sent.length)
      return channel.sent.slice(from).map((bytes) => bytes.toString('hex'))
    })
    return [...messages, ...datagrams]
  }
  const rest = async () => {
    for (let turn = 0; turn < 4; turn += 1) await settle()
  }
  const pending = [...(calls[name] ?? [])]

  const results: string[][] = []
  for (const { event } of steps) {
    while (pending[0] && pending[0].t < event.t) {
      const { t, call, result } = pending.splice(0, 1)[0] ?? pending[0]
      clock.advance(Math.max(0, start + t * 1000 - clock.now()))
      await rest()
      results.at(-1)?.push(...news())
      await call(context, (bytes) => channels.get('')?.handler.data(Buffer.from(bytes, 'hex')))
      await rest()
      expect(news()).toEqual(result)
    }
    clock.advance(Math.max(0, start + event.t * 1000 - clock.now()))
    await rest()
    results.at(-1)?.push(...news())
    const { client = '', hex = '', mqtt } = event
    if (mqtt) context.publish(mqtt.topic, mqtt.payload, { qos: mqtt.qos })
    const known = channels.get(client)
    if (event.dir === 'c>s')
      (known && known.channel.endReason === undefined ? known : open(client)).handler.data(Buffer.from(hex, 'hex'))
    await rest()
    results.push(news())
  }
  return results
}

const textOf = ({ topic, payload }: { readonly topic: string; readonly payload: string | Uint8Array }) =>
  `${topic} ${Buffer.from(payload).toString()}`

/** Messages first, because a datagram and a message of the same moment have no order. */
const sorted = (result: readonly string[]) => [
  ...result.filter((one) => one.includes(' ')),
  ...result.filter((one) => !one.includes(' ')),
]

function stepsOf(name: string): readonly Step[] {
  const events = transcript('mqttsn', name) as unknown as readonly Event[] // the format of the recordings
  const ofOthers = new Set(events.flatMap(({ dir, mqtt }) => (mqtt && dir === 'mqtt<pub' ? [textOf(mqtt)] : [])))
  const steps: { readonly event: Event; readonly result: string[] }[] = []
  for (const event of events) {
    const { mqtt, hex = '' } = event
    const last = steps.at(-1)
    if (event.dir === 'c>s' || event.dir === 'mqtt<pub') steps.push({ event, result: [] })
    else if (event.dir === 's>c') last?.result.push(hex)
    else if (mqtt && !ofOthers.has(textOf(mqtt))) last?.result.push(textOf(mqtt))
  }
  return steps
}

/** The recorder's note without its reading of the bytes. */
const noteOf = ({ note = '', mqtt }: Event) => (mqtt ? `mqtt ${textOf(mqtt)}` : (note.split(' | ')[0] ?? ''))
