import { createFakeClock, settle } from '@mqdeck/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTestChannel } from '../test-context.ts'
import { blockOf, blockOption, maxBodyBytes } from './block.ts'
import { type Body, BodyMemory, IncomingBody } from './bodies.ts'
import { type CoapContent, Exchange, type ExchangeHandlers, ExchangeLimits } from './exchange.ts'
import { type CoapMessage, coapCode, coapOption, decodeCoap, encodeCoap, uintOf, uintOption } from './message.ts'

const none = new Uint8Array(0)
const token = Uint8Array.of(1, 2)
const bytes = (length: number) => Buffer.from(Array.from({ length }, (_, index) => index % 251))

function decoded(datagram: Uint8Array): CoapMessage {
  const message = decodeCoap(datagram)
  if (!message || 'malformed' in message) throw new Error('the exchange has sent a malformed message')
  return message
}

interface SetUp {
  readonly request?: ExchangeHandlers['onRequest']
  readonly transport?: 'udp' | 'dtls'
  readonly limits?: ExchangeLimits
}

/** The address of a peer of DTLS is verified. */
function setUp({ request = () => {}, transport = 'dtls', limits = new ExchangeLimits() }: SetUp = {}) {
  const clock = createFakeClock()
  const channel = createTestChannel({ transport, isDatagram: true })
  const exchange = new Exchange(channel, clock, { onRequest: request }, limits)
  let id = 100
  const receive = (message: Partial<CoapMessage>) => {
    id += 1
    const datagram = encodeCoap({ type: 'con', code: coapCode.get, id, token, options: [], payload: none, ...message })
    exchange.receive(datagram)
    return { length: datagram.length, id: message.id ?? id }
  }
  /** Sends a request and returns the response. */
  const ask = async (message: Partial<CoapMessage>) => {
    const request = receive(message)
    for (let turn = 0; turn < 5; turn += 1) await settle()
    const answer = channel.sent.map(decoded).findLast((one) => one.type === 'ack' && one.id === request.id)
    if (!answer) throw new Error('no response')
    return answer
  }
  const block1 = (number: number, hasMore: boolean, payload: Uint8Array, ...options: CoapMessage['options']) =>
    ask({
      code: coapCode.put,
      options: [blockOption(coapOption.block1, { number, hasMore, size: 64 }), ...options],
      payload,
    })
  return { clock, channel, exchange, receive, ask, block1 }
}

/** Two peers whose datagrams arrive immediately. */
function connected(request: ExchangeHandlers['onRequest']) {
  const clock = createFakeClock()
  const ends: Exchange[] = []
  const end = (other: number, handler: ExchangeHandlers['onRequest']) => {
    const channel = createTestChannel({
      transport: 'dtls',
      isDatagram: true,
    })
    const send = (datagram: Uint8Array) => queueMicrotask(() => ends[other]?.receive(Uint8Array.from(datagram)))
    return new Exchange({ ...channel, send }, clock, { onRequest: handler })
  }
  const client = end(1, () => {})
  ends.push(client, end(0, request))
  return client
}

describe('a block-wise transfer', () => {
  it.each([0, 1024, 1025, 5000])('of %i bytes in both directions is complete', async (length) => {
    const received: Uint8Array[] = []
    const client = connected(({ payload }, respond) => {
      received.push(payload)
      respond({ code: coapCode.content, payload: Buffer.from(payload).reverse() })
    })
    const body = bytes(length)
    const response = await client.request({ code: coapCode.post, payload: body }, token, 10_000)
    if (typeof response === 'string') throw new Error(response)
    expect(received.map((one) => Buffer.compare(one, body))).toEqual([0])
    expect(Buffer.compare(response.payload, Buffer.from(body).reverse())).toBe(0)
  })

  it('is acknowledged with 2.31 until the last block, which is answered', async () => {
    const received: string[] = []
    const { block1 } = setUp({
      request: ({ payload }, respond) => {
        received.push(Buffer.from(payload).toString('hex'))
        respond({ code: coapCode.changed })
      },
    })
    const first = await block1(0, true, bytes(64))
    expect(first.code).toBe(coapCode.continue)
    expect(blockOf(first, coapOption.block1)).toEqual({ number: 0, hasMore: true, size: 64 })
    const last = await block1(1, false, bytes(3))
    expect(last.code).toBe(coapCode.changed)
    expect(received).toEqual([Buffer.concat([bytes(64), bytes(3)]).toString('hex')])
  })

  it('without its first block, with a missing block or after a pause of 100 s is refused with 4.08', async () => {
    const { block1, clock } = setUp()
    expect((await block1(1, true, bytes(64))).code).toBe(coapCode.incomplete)
    await block1(0, true, bytes(64))
    expect((await block1(2, true, bytes(64))).code).toBe(coapCode.incomplete)
    expect((await block1(1, true, bytes(64))).code).toBe(coapCode.continue)
    clock.advance(100_001)
    expect((await block1(2, true, bytes(64))).code).toBe(coapCode.incomplete)
  })

  it('of more than 1 MiB is refused with 4.13 and the limit', async () => {
    const { block1 } = setUp()
    const announced = await block1(0, true, bytes(64), uintOption(coapOption.size1, maxBodyBytes + 1))
    expect([announced.code, uintOf(announced, coapOption.size1)]).toEqual([coapCode.tooLarge, maxBodyBytes])
    const { receive, channel } = setUp()
    const part = bytes(1024)
    for (let number = 0; number <= 1024; number += 1)
      receive({
        code: coapCode.put,
        options: [blockOption(coapOption.block1, { number, hasMore: true, size: 1024 })],
        payload: part,
      })
    for (let turn = 0; turn < 5; turn += 1) await settle()
    expect(channel.sent.map((one) => decoded(one).code).slice(-2)).toEqual([coapCode.continue, coapCode.tooLarge])
  })

  it.each([
    ['a block that is too short', 0, bytes(63), coapCode.badRequest],
    ['a block that is too long', 0, bytes(65), coapCode.badRequest],
  ])('with %s is refused', async (_, number, payload, code) => {
    const { block1 } = setUp()
    expect((await block1(number, true, payload)).code).toBe(code)
  })

  it('with a reserved size, or beyond the end of the body, is refused', async () => {
    const { ask } = setUp({ request: (_, respond) => respond({ code: coapCode.content, payload: bytes(100) }) })
    const invalid = await ask({ options: [uintOption(coapOption.block2, 7)] })
    const beyond = await ask({ options: [blockOption(coapOption.block2, { number: 9, hasMore: false, size: 64 })] })
    expect([invalid.code, beyond.code]).toEqual([coapCode.badRequest, coapCode.badRequest])
  })

  it('of a response has the size that the client wants, and one entity tag', async () => {
    const { ask } = setUp({ request: (_, respond) => respond({ code: coapCode.content, payload: bytes(100) }) })
    const wanted = (number: number) => [blockOption(coapOption.block2, { number, hasMore: false, size: 64 })]
    const [first, second] = [await ask({ options: wanted(0) }), await ask({ options: wanted(1) })]
    expect([first, second].map((one) => one.payload.length)).toEqual([64, 36])
    expect([first, second].map((one) => blockOf(one, coapOption.block2))).toMatchObject([
      { number: 0, hasMore: true },
      { number: 1, hasMore: false },
    ])
    const tag = ({ options }: CoapMessage) => options.find(({ number }) => number === coapOption.etag)?.value
    expect(tag(first)).toEqual(tag(second))
  })

  it('ends with a timeout if the device does not send the next block', async () => {
    const { exchange, channel, clock, receive } = setUp()
    const outcome = exchange.request({ code: coapCode.get }, token, 5000)
    const { id } = decoded(channel.sent[0] ?? none)
    const options = [blockOption(coapOption.block2, { number: 0, hasMore: true, size: 64 })]
    receive({ type: 'ack', code: coapCode.content, id, options, payload: bytes(64) })
    for (let turn = 0; turn < 5; turn += 1) await settle()
    clock.advance(5000)
    expect(await outcome).toBe('timeout')
  })
})

describe('an address that is not verified', () => {
  const large: CoapContent = { code: coapCode.content, payload: bytes(3000) }
  const respond: ExchangeHandlers['onRequest'] = (_, send) => send(large)
  const sizes = (sent: readonly Buffer[]) => sent.reduce((total, one) => total + one.length, 0)

  it('receives at most three times the bytes that it has sent', async () => {
    const block = fc.record({ number: fc.nat(60), hasMore: fc.boolean(), size: fc.constantFrom(16, 64, 1024) })
    const message = fc.record({
      type: fc.constantFrom('con' as const, 'non' as const),
      code: fc.constantFrom(coapCode.get, coapCode.put, coapCode.content, coapCode.empty),
      id: fc.nat(3),
      token: fc.uint8Array({ maxLength: 8 }),
      options: fc.oneof(
        fc.constant([]),
        block.map((one) => [blockOption(coapOption.block2, one)]),
        block.map((one) => [blockOption(coapOption.block1, one)]),
        fc.constant([uintOption(coapOption.observe, 0)]),
      ),
      payload: fc.uint8Array({ maxLength: 100 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 6 }), async (messages) => {
        const { receive, channel, clock, exchange } = setUp({ request: respond, transport: 'udp' })
        let received = 0
        for (const one of messages) {
          const isEmpty = one.code === coapCode.empty
          received += receive(isEmpty ? { ...one, token: none, options: [], payload: none } : one).length
          await settle()
          exchange.send(large, token)
          expect(sizes(channel.sent)).toBeLessThanOrEqual(received * 3)
        }
        for (let turn = 0; turn < 5; turn += 1) {
          clock.advance(30_000)
          await settle()
        }
        expect(sizes(channel.sent)).toBeLessThanOrEqual(received * 3)
      }),
      { numRuns: 150 },
    )
  })

  it('receives the complete response after it has answered a ping', async () => {
    const { receive, channel } = setUp({ request: respond, transport: 'udp' })
    receive({})
    await settle()
    const ping = decoded(channel.sent[0] ?? none)
    expect(ping).toMatchObject({ type: 'con', code: coapCode.empty })
    receive({ type: 'rst', code: coapCode.empty, id: ping.id, token: none })
    for (let turn = 0; turn < 5; turn += 1) await settle()
    expect(decoded(channel.sent.at(-1) ?? none).payload).toHaveLength(1024)
  })

  it('receives a small first block if it does not answer the ping', async () => {
    const { receive, channel, clock } = setUp({ request: respond, transport: 'udp' })
    const uri = { number: coapOption.uriPath, value: bytes(20) }
    const { length } = receive({ options: [uri] })
    await settle()
    clock.advance(800)
    for (let turn = 0; turn < 5; turn += 1) await settle()
    const response = channel.sent.at(-1) ?? none
    expect(decoded(response).payload).toHaveLength(32)
    expect(response.length).toBeLessThanOrEqual(length * 3)
  })

  it('is not verified after wrong answers, of its own or of many addresses', () => {
    const limits = new ExchangeLimits()
    const pinged = () => {
      const peer = setUp({ transport: 'udp', limits })
      peer.receive({ type: 'ack', code: coapCode.empty, id: 0, token: none })
      void peer.exchange.verify()
      const { id } = decoded(peer.channel.sent.at(-1) ?? none)
      return {
        ...peer,
        reset: (by: number) => peer.receive({ type: 'rst', code: 0, id: (id + by) & 0xffff, token: none }),
      }
    }
    const guessing = pinged()
    for (const by of [7, 8, 9, 0]) guessing.reset(by)
    expect(guessing.exchange.isVerified).toBe(false)
    const honest = pinged()
    honest.reset(0)
    expect(honest.exchange.isVerified).toBe(true)
    for (let count = 0; count < 30; count += 1) pinged().reset(7)
    const later = pinged()
    later.reset(0)
    expect(later.exchange.isVerified).toBe(false)
  })
})

it('bodies in transfer use at most the memory of the gateway; the least recently used one is discarded', () => {
  const memory = new BodyMemory(100)
  const discarded: string[] = []
  const body = (name: string, size: number): Body => ({ size, discard: () => void discarded.push(name) })
  const [a, b, c] = [body('a', 40), body('b', 40), body('c', 40)]
  for (const one of [a, b, a, c]) memory.use(one)
  expect(discarded).toEqual(['b'])
  expect(memory.used).toBe(80)
})

it('a body of small blocks counts with the memory of each block', () => {
  const body = new IncomingBody(() => {})
  for (let number = 0; number < 10; number += 1) body.add({ number, hasMore: true, size: 16 }, bytes(16))
  expect(body.length).toBe(160)
  expect(body.size).toBeGreaterThan(1600)
})
