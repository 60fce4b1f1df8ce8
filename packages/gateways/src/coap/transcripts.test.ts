import { isRecord } from '@mqdeck/contract'
import { createFakeClock, readContractText, settle } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import type { ChannelHandler } from '../port.ts'
import { createTestChannel, createTestContext, type TestChannel } from '../test-context.ts'
import type { CoapSettings } from './manifest.ts'
import { runtime } from './runtime.ts'

/** Transcripts of which the responses to requests are compared; each connection has a random token. */
const names = ['authn', 'connectionless', 'publish-options', 'notify-qos', 'notify-non', 'mountpoint']

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
  'Block1 num 0 more szx 2 (64)': '5f',
  'Block1 num 1 last': '44',
}

interface Event {
  readonly t: number
  readonly dir: string
  readonly client?: string
  readonly hex?: string
  readonly note?: string
}

for (const name of names)
  test(`${name}: requests have the response codes of EMQX, except for the listed differences`, async () => {
    const events = eventsOf(name)
    const clock = createFakeClock()
    const start = clock.now()
    const settings: CoapSettings = {
      connection_required: false,
      heartbeat: 30_000,
      notify_type: name === 'notify-non' ? 'non' : 'qos',
      subscribe_qos: 'coap',
      publish_qos: 'coap',
    }
    const context = createTestContext({
      settings,
      clock,
      authenticate: ({ password }) =>
        name === 'authn' && password !== 'good' ? { refused: 0x86, reason: 'not_authorized' } : undefined,
    })
    const running = await runtime.start(context.context)
    const peers = new Map<string, { readonly channel: TestChannel; readonly handler: ChannelHandler }>()
    const open = (client: string) => {
      const channel = createTestChannel({ transport: 'udp', isDatagram: true })
      const peer = { channel, handler: channel.attach(running.accept) }
      peers.set(client, peer)
      return peer
    }
    for (const { t, dir, client = '', hex = '', note = '' } of events) {
      if (dir !== 'c>s' || !/^(4|5)/.test(hex)) continue
      clock.advance(Math.max(0, start + t * 1000 - clock.now()))
      const peer = peers.get(client) ?? open(client)
      peer.handler.data(Buffer.from(hex, 'hex'))
      for (let turn = 0; turn < 5; turn += 1) await settle()
      clock.advance(300)
      for (let turn = 0; turn < 5; turn += 1) await settle()
      const id = hex.slice(4, 8)
      const expected =
        differences[note.split(' | ')[0] ?? ''] ??
        (note.includes('without observe') ? undefined : codeOf(events, client, id))
      const actual = peer.channel.sent.map((one) => one.toString('hex')).find((one) => one.slice(4, 8) === id)
      if (expected !== undefined) expect([note, actual?.slice(2, 4)]).toEqual([note, expected])
    }
  })

function codeOf(events: readonly Event[], client: string, id: string): string | undefined {
  const answer = events.find((one) => one.dir === 's>c' && (one.client ?? '') === client && one.hex?.slice(4, 8) === id)
  return answer?.hex?.slice(2, 4)
}

function eventsOf(name: string): readonly Event[] {
  return readContractText('recorded', 'gateways-wire', `coap-${name}.jsonl`)
    .trim()
    .split('\n')
    .map((line) => {
      const event: unknown = JSON.parse(line)
      if (!isRecord(event)) throw new Error('an event must be an object')
      return event as unknown as Event // the format of the recordings
    })
}
