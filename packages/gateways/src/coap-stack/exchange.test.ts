import { createFakeClock } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import { createTestChannel } from '../test-context.ts'
import { Exchange, type ExchangeHandlers } from './exchange.ts'
import { type CoapMessage, coapCode, decodeCoap, encodeCoap } from './message.ts'

const none = new Uint8Array(0)
const token = Uint8Array.of(1, 2)

/** The address of a peer of DTLS is verified. */
function setUp(request: ExchangeHandlers['onRequest'] = () => {}, transport: 'udp' | 'dtls' = 'dtls') {
  const clock = createFakeClock()
  const channel = createTestChannel({ transport, isDatagram: true })
  const exchange = new Exchange(channel, clock, { onRequest: request })
  const sent = () =>
    channel.sent.map((bytes) => {
      const message = decodeCoap(bytes)
      if (!message || 'malformed' in message) throw new Error('the exchange has sent a malformed message')
      return message
    })
  const receive = (message: Partial<CoapMessage>) =>
    exchange.receive(
      encodeCoap({ type: 'con', code: coapCode.get, id: 7, token, options: [], payload: none, ...message }),
    )
  return { clock, exchange, sent, receive }
}

test('a repeated request is answered again without being handled again', () => {
  let handled = 0
  const { sent, receive } = setUp((_, respond) => {
    handled += 1
    respond({ code: coapCode.changed })
  })
  receive({})
  receive({})
  expect(handled).toBe(1)
  expect(sent()).toMatchObject([
    { type: 'ack', code: coapCode.changed, id: 7 },
    { type: 'ack', code: coapCode.changed, id: 7 },
  ])
})

test('a response that takes a second is sent after an empty acknowledgement', () => {
  let answer = () => {}
  const { clock, sent, receive } = setUp((_, respond) => {
    answer = () => respond({ code: coapCode.content })
  })
  receive({})
  clock.advance(1000)
  answer()
  expect(sent()).toMatchObject([
    { type: 'ack', code: 0, id: 7 },
    { type: 'con', code: coapCode.content },
  ])
})

test('a confirmable message is sent five times, and then resolves with a timeout', async () => {
  const { clock, exchange, sent } = setUp()
  const outcome = exchange.notify({ code: coapCode.content }, token)
  clock.advance(100_000)
  expect(await outcome).toBe('timeout')
  expect(sent()).toHaveLength(5)
})

test('a separate response is acknowledged and settles its request', async () => {
  const { exchange, sent, receive } = setUp()
  const outcome = exchange.request({ code: coapCode.get }, token, 10_000)
  receive({ type: 'ack', code: 0, id: sent()[0]?.id ?? 0, token: none })
  receive({ code: coapCode.content, id: 99, payload: Buffer.from('on') })
  expect(await outcome).toMatchObject({ code: coapCode.content })
  expect(sent().at(-1)).toMatchObject({ type: 'ack', code: 0, id: 99 })
})

test('a reset settles a request', async () => {
  const { exchange, sent, receive } = setUp()
  const outcome = exchange.request({ code: coapCode.get }, token, 10_000)
  receive({ type: 'rst', code: 0, id: sent()[0]?.id ?? 0, token: none })
  expect(await outcome).toBe('reset')
})

test('a response with another token does not settle a request', async () => {
  const { clock, exchange, sent, receive } = setUp()
  const outcome = exchange.request({ code: coapCode.get }, token, 1000)
  receive({ type: 'ack', code: coapCode.content, id: sent()[0]?.id ?? 0, token: Uint8Array.of(9) })
  clock.advance(1000)
  expect(await outcome).toBe('timeout')
})

test('a ping and an unknown response are reset', () => {
  const { sent, receive } = setUp()
  receive({ code: 0, id: 5, token: none })
  receive({ code: coapCode.content, id: 6 })
  expect(sent()).toMatchObject([
    { type: 'rst', code: 0, id: 5 },
    { type: 'rst', code: 0, id: 6 },
  ])
})
