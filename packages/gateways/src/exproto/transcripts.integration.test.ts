import { isRecord } from '@mqdeck/contract'
import { createFakeClock, freePort, settle, transcript } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import type { ChannelHandler } from '../port.ts'
import { createTestChannel, createTestContext, type TestChannel } from '../test-context.ts'
import { adapterMethods } from './protocol.ts'
import { type ExprotoSettings, runtime } from './runtime.ts'
import { startTestHandler } from './test-handler.ts'

/** One line of a transcript. */
interface Event {
  readonly seq: number
  readonly t: number
  readonly dir?: 'device' | 'device>emqx' | 'device<emqx' | 'emqx>handler' | 'handler>emqx' | 'mqtt>sub'
  readonly device?: string
  readonly note?: string
  readonly bytes?: string
  readonly method?: string
  readonly request?: Readonly<Record<string, unknown>>
  readonly response?: { readonly code: string }
  readonly grpc_status?: string
  readonly mqtt?: { readonly topic: string; readonly payload: string }
}

interface Deviation {
  readonly reason: string
  /** Code instead of EMQX's. Texts are not compared, because EMQX's are Erlang terms. */
  readonly code: string
}

const authentication = 'EMQX accepts any password'
const parameters = 'EMQX accepts an empty or invalid topic'
const crash = 'the call crashes in EMQX'
const alive = 'EMQX has closed the connection after a crash'

/** By transcript and number of the line. */
const deviations: Readonly<Record<string, Readonly<Record<number, Deviation>>>> = {
  authn: {
    11: { reason: authentication, code: 'PERMISSION_DENY' },
    12: { reason: authentication, code: 'UNKNOWN' },
    18: { reason: authentication, code: 'PERMISSION_DENY' },
    19: { reason: authentication, code: 'UNKNOWN' },
    25: { reason: authentication, code: 'PERMISSION_DENY' },
    26: { reason: authentication, code: 'UNKNOWN' },
  },
  grpc: {
    10: { reason: crash, code: 'REQUIRED_PARAMS_MISSED' },
    23: { reason: parameters, code: 'PARAMS_TYPE_ERROR' },
    26: { reason: crash, code: 'PARAMS_TYPE_ERROR' },
    29: { reason: parameters, code: 'PARAMS_TYPE_ERROR' },
    30: { reason: crash, code: 'PARAMS_TYPE_ERROR' },
    36: { reason: alive, code: 'SUCCESS' },
    37: { reason: alive, code: 'SUCCESS' },
    38: { reason: alive, code: 'PARAMS_TYPE_ERROR' },
    39: { reason: alive, code: 'PARAMS_TYPE_ERROR' },
    45: { reason: alive, code: 'SUCCESS' },
    46: { reason: alive, code: 'SUCCESS' },
    47: { reason: alive, code: 'SUCCESS' },
    57: { reason: alive, code: 'SUCCESS' },
  },
  'grpc-2': {
    36: { reason: parameters, code: 'PARAMS_TYPE_ERROR' },
    45: { reason: parameters, code: 'PARAMS_TYPE_ERROR' },
  },
  'grpc-streaming': {},
}

/** EMQX delivers messages with the QoS of the publisher, even if the QoS of the subscription is lower. */
const loweredQos = new Set(['grpc-2 11'])

for (const name of Object.keys(deviations))
  test(`calls and answers as recorded: exproto-${name}`, async () => {
    const { clock, context, handler, accept, stop } = await startGateway(name)
    const start = clock.now()
    const events = readEvents(name)
    const devices = new Map<string, { readonly channel: TestChannel; readonly handler: ChannelHandler }>()
    const conns = new Map<string, string>()
    const taken = new Map<string, number>()
    const connOf = (event: Event) => conns.get(String(event.request?.conn)) ?? String(event.request?.conn)
    const skipped = name === 'grpc' ? new Set([27]) : new Set<number>()

    for (const [index, event] of events.entries()) {
      const place = `${name} ${event.seq}`
      if (event.t * 1000 > clock.now() - start) clock.advance(event.t * 1000 - (clock.now() - start))
      const device = devices.get(event.device ?? '')
      if (event.note === 'tcp connect') {
        const channel = createTestChannel({ localHost: '127.0.0.1' })
        devices.set(event.device ?? '', { channel, handler: channel.attach(accept) })
      } else if (event.note === 'tcp closed') {
        const next = events.slice(index).find(({ method }) => method === 'OnSocketClosed')
        if (next?.request?.reason === '{shutdown,tcp_closed}') device?.handler.closed('tcp_closed')
        if (next?.request?.reason === '{shutdown,idle_timeout}') device?.channel.end('idle_timeout')
        if (next?.request?.reason === '{shutdown,kicked}') context.kick('exc3')
      } else if (event.dir === 'device>emqx') {
        device?.handler.data(Buffer.from(event.bytes ?? ''))
      } else if (event.dir === 'device<emqx') {
        // The line of the call follows.
      } else if (event.dir === 'mqtt>sub') {
        if (isOwnMessage(events, event))
          expect(messagesOf(context), place).toContain(`${event.mqtt?.topic} ${event.mqtt?.payload}`)
      } else if (event.dir === 'emqx>handler' && !skipped.has(event.seq)) {
        const { conn: recorded, ...expected } = event.request ?? {}
        if (event.method === 'OnReceivedMessages') await publishAll(context, expected.messages)
        const call = await handler.calls.take(
          ({ method, conn }) =>
            method === event.method && (method === 'OnSocketCreated' || conn === conns.get(String(recorded))),
          `${place} ${event.method}`,
        )
        if (event.method === 'OnSocketCreated') conns.set(String(recorded), call.conn)
        expect(call.conn, place).toBe(conns.get(String(recorded)))
        if (loweredQos.has(place)) expect(JSON.stringify(comparable(call.request)), place).toContain('"qos":0')
        else expect(comparable(call.request), place).toEqual(comparable(expected))
        expect(call.messageType, place).toMatch(/^emqx\.exproto\.v1\.\w+Request$/)
      } else if (event.dir === 'handler>emqx' && isAdapterMethod(event.method)) {
        const deviation = deviations[name]?.[event.seq]
        const answer = await handler.call(event.method, { ...decoded(event.request), conn: connOf(event) } as never)
        expect(answer.code, `${place}: ${answer.message}`).toBe(deviation?.code ?? event.response?.code)
        if (event.method === 'Send' && answer.code === 'SUCCESS') {
          const channel = [...devices.values()].at(-1)?.channel
          const sent = taken.get('sent') ?? 0
          taken.set('sent', sent + 1)
          if (event.request?.bytes !== '') expect(channel?.sent.at(-1)?.toString(), place).toBe(event.request?.bytes)
        }
      }
      await settle()
    }
    await stop()
  })

async function startGateway(name: string) {
  const clock = createFakeClock()
  const [adapterPort, handlerPort] = [await freePort(), await freePort()]
  const service = name === 'grpc-streaming' ? 'ConnectionHandler' : 'ConnectionUnaryHandler'
  const settings: ExprotoSettings = {
    server: { bind: { host: '127.0.0.1', port: adapterPort } },
    handler: { address: `http://127.0.0.1:${handlerPort}`, service_name: service },
  }
  const context = createTestContext({
    settings,
    clock,
    authenticate: ({ username, password }) =>
      name !== 'authn' || (username === 'exu' && password === 'secret1')
        ? undefined
        : { refused: 0x86, reason: 'bad_username_or_password' },
  })
  const running = await runtime.start(context.context)
  const handler = await startTestHandler({ adapterPort, port: handlerPort, service })
  return {
    clock,
    context,
    handler,
    accept: running.accept,
    async stop() {
      handler.stop()
      await running.stop?.()
    },
  }
}

function readEvents(name: string): readonly Event[] {
  return transcript('exproto', name) as unknown as readonly Event[] // the format of the recordings
}

const isAdapterMethod = (name: string | undefined): name is (typeof adapterMethods)[number] =>
  adapterMethods.find((one) => one === name) !== undefined

const isText = (value: unknown): value is string => typeof value === 'string'

/** Bytes are recorded as text, or as hex digits. */
const toBytes = (value: unknown) =>
  isRecord(value) && isText(value.hex) ? Buffer.from(value.hex, 'hex') : Buffer.from(isText(value) ? value : '')

const decoded = (request: Event['request'] = {}) =>
  Object.fromEntries(
    Object.entries(request).map(([key, value]) => [key, key === 'bytes' || key === 'payload' ? toBytes(value) : value]),
  )

/** Without the fields that differ: ports, IDs, times, and the publisher, which the test context does not record. */
function comparable(request: Readonly<Record<string, unknown>>): unknown {
  return JSON.parse(
    JSON.stringify(request, (key, value: unknown) => {
      if (['port', 'id', 'timestamp', 'node', 'from'].includes(key)) return undefined
      if (isRecord(value) && value.type === 'Buffer' && Array.isArray(value.data))
        return Buffer.from(value.data).toString()
      return value
    }),
  )
}

/** Publishes messages of the transcript that were not sent by its devices. */
async function publishAll(context: ReturnType<typeof createTestContext<ExprotoSettings>>, messages: unknown) {
  for (const message of Array.isArray(messages) ? messages : []) {
    if (!isRecord(message) || message.from !== 'exsub') continue
    // Subscribed by the API.
    if (message.topic === 'ex/rest') await context.client('exc1').subscribe('ex/rest', { qos: 1 })
    context.publish(String(message.topic), toBytes(message.payload), { qos: Number(message.qos) as 0 | 1 | 2 })
  }
}

const messagesOf = ({ published }: ReturnType<typeof createTestContext<ExprotoSettings>>) =>
  published.map(({ topic, payload }) => `${topic} ${Buffer.from(payload).toString()}`)

const isOwnMessage = (events: readonly Event[], { mqtt }: Event) =>
  events.some(
    ({ method, request }) =>
      method === 'Publish' && request?.topic === mqtt?.topic && toBytes(request?.payload).toString() === mqtt?.payload,
  )
