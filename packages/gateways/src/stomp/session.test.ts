import { createFakeClock, settle } from '@mqdeck/testkit'
import { describe, expect, test } from 'vitest'
import { createTestChannel, createTestContext, type TestContextOptions } from '../test-context.ts'
import { createFrameReader, type Frame, headerOf } from './frame.ts'
import { runtime } from './runtime.ts'
import type { StompSettings } from './session.ts'

const settings: StompSettings = { frame: { max_headers: 10, max_headers_length: 1024, max_body_length: 65_536 } }

type Headers = Readonly<Record<string, string>>

const write = (command: string, headers: Headers = {}, body = '') =>
  `${[command, ...Object.entries(headers).map((header) => header.join(':'))].join('\n')}\n\n${body}\0`

/** A client that is connected, unless `version` is empty. */
async function start(options: Partial<TestContextOptions<StompSettings>> & { readonly version?: string } = {}) {
  const { version = '1.2', ...rest } = options
  const clock = createFakeClock()
  const broker = createTestContext({ settings, clock, ...rest })
  const running = await runtime.start(broker.context)
  const channel = createTestChannel()
  const handler = channel.attach(running.accept)
  const reader = createFrameReader(() => ({ ...settings.frame, max_headers: 100 }))
  reader.setVersion('1.2')
  let taken = 0
  /** Frames since the last call. */
  const received = async (): Promise<readonly Frame[]> => {
    for (let turn = 0; turn < 5; turn += 1) await settle()
    const frames: Frame[] = []
    for (const bytes of channel.sent.slice(taken)) reader.push(bytes)
    taken = channel.sent.length
    for (let next = reader.next(); next; next = reader.next()) if (next !== 'heart-beat') frames.push(next)
    return frames
  }
  const send = async (command: string, headers?: Headers, body?: string) => {
    handler.data(Buffer.from(write(command, headers, body)))
    return received()
  }
  if (version !== '') await send('CONNECT', { 'accept-version': version })
  return { broker, channel, handler, clock, received, send, client: () => broker.client('generated-1') }
}

const commands = (frames: readonly Frame[]) => frames.map(({ command }) => command)
const headerIn = (frame: Frame | undefined, name: string) => frame && headerOf(frame.headers, name)
const errorOf = (frames: readonly Frame[]) => frames.find(({ command }) => command === 'ERROR')?.body.toString()

describe('CONNECT', () => {
  test('agrees on the highest version that both support', async () => {
    const { send } = await start({ version: '' })
    const [answer] = await send('CONNECT', { 'accept-version': '1.0, 1.1,3.0' })
    expect(headerIn(answer, 'version')).toBe('1.1')
  })
  test('the engine gets login, passcode and all headers to identify the client', async () => {
    const { send, client } = await start({ version: '' })
    await send('STOMP', { 'accept-version': '1.2', login: 'u', passcode: 'p', 'client-id': 'c' })
    expect(client().request).toMatchObject({ username: 'u', password: 'p', packet: { headers: { 'client-id': 'c' } } })
  })
  test('an invalid heart-beat is refused', async () => {
    const { send, channel } = await start({ version: '' })
    expect(errorOf(await send('CONNECT', { 'accept-version': '1.2', 'heart-beat': 'x' }))).toContain('heart-beat')
    expect(channel.endReason).toBeDefined()
  })
  test('heart-beats are not sent more often than every second', async () => {
    const { send, clock, channel } = await start({ version: '' })
    const [answer] = await send('CONNECT', { 'accept-version': '1.2', 'heart-beat': '1,1' })
    expect(headerIn(answer, 'heart-beat')).toBe('1000,1000')
    const before = channel.sent.length
    clock.advance(1999)
    expect(channel.sent.length - before).toBe(1)
  })
  test('a client that disconnects while it is authenticated does not stay in the broker', async () => {
    const { handler, broker } = await start({ version: '' })
    handler.data(Buffer.from(write('CONNECT')))
    handler.closed('tcp_closed')
    await settle()
    expect(() => broker.client('generated-1')).toThrow()
  })
})

describe('SEND', () => {
  test('has QoS 0, with a receipt QoS 1, and the QoS of a header', async () => {
    const { send, broker } = await start()
    await send('SEND', { destination: 'a' })
    await send('SEND', { destination: 'a', receipt: '1' })
    await send('SEND', { destination: 'a', qos: '2' })
    expect(broker.published.map(({ qos }) => qos)).toEqual([0, 1, 2])
    expect(errorOf(await send('SEND', { destination: 'a', qos: '3' }))).toBe('Header qos must be 0, 1 or 2, not 3')
  })
  test('gets its receipt when the broker has the message', async () => {
    let committed = () => {}
    const commit = () => new Promise<void>((resolve) => (committed = resolve))
    const { send, received } = await start({ commit })
    expect(await send('SEND', { destination: 'a', receipt: '1' })).toEqual([])
    committed()
    expect(commands(await received())).toEqual(['RECEIPT'])
  })
  test('its headers become properties of MQTT', async () => {
    const { send, broker } = await start()
    await send('SEND', { destination: 'a', 'content-type': 'application/json', custom: 'x', transaction: '' }, '{}')
    await send('BEGIN', { transaction: 't' })
    await send('SEND', { destination: 'a', 'content-type': 'application/json', custom: 'x', transaction: 't' }, '{}')
    await send('COMMIT', { transaction: 't' })
    expect(broker.published.map(({ properties }) => properties)).toEqual([
      { contentType: 'application/json', userProperties: [['custom', 'x']] },
    ])
  })
  test('without permission it is an error that ends the connection', async () => {
    const { send, channel } = await start({ authorize: () => false })
    const frames = await send('SEND', { destination: 'a', receipt: '7' })
    expect(errorOf(frames)).toBe('Insufficient permissions for a')
    expect(headerIn(frames[0], 'receipt-id')).toBe('7')
    expect(channel.endReason).toBe('not_authorized')
  })
  test('the connection is not read while the broker has many messages to complete', async () => {
    const commits: (() => void)[] = []
    const commit = () => new Promise<void>((resolve) => void commits.push(resolve))
    const { handler, channel, received } = await start({ commit })
    handler.data(Buffer.from(write('SEND', { destination: 'a', receipt: '1' }).repeat(1000)))
    expect(await received()).toEqual([])
    expect(commits).toHaveLength(101)
    expect(channel.isPaused).toBe(true)
    let frames = 0
    while (frames < 1000) {
      for (const done of commits.splice(0)) done()
      frames += (await received()).length
    }
    expect(channel.isPaused).toBe(false)
  })
  test('a flood of small frames does not hold the event loop', async () => {
    const { handler, received, broker } = await start()
    const all = 20_000
    handler.data(Buffer.from(`${write('SEND', { destination: 'a' })}${'\n'.repeat(100)}`.repeat(all)))
    let max = 0
    // One round is one turn of the event loop. The time of a turn is tested with the broker (turn.test.ts).
    for (let before = 0; before < all; before = broker.published.length) {
      await settle()
      max = Math.max(max, broker.published.length - before)
    }
    await received()
    expect(max).toBeLessThan(all / 4)
  })
})

describe('SUBSCRIBE', () => {
  test('ack client acknowledges all earlier messages of the subscription', async () => {
    const { send, broker, received, client } = await start()
    await send('SUBSCRIBE', { id: '0', destination: 'a', ack: 'client' })
    await send('SUBSCRIBE', { id: '1', destination: 'b', ack: 'client-individual' })
    for (const topic of ['a', 'b', 'a', 'b']) broker.publish(topic, 'x', { qos: 1 })
    const frames = await received()
    expect(frames.map((frame) => headerIn(frame, 'ack'))).toEqual(['1', '2', '3', '4'])
    expect(client().inflight).toBe(4)
    await send('ACK', { id: '3' })
    expect(client().inflight).toBe(2)
    await send('NACK', { id: '4' })
    expect(client().inflight).toBe(1)
    await send('UNSUBSCRIBE', { id: '1' })
    expect(client().inflight).toBe(0)
  })
  for (const [version, header] of [
    ['1.0', 'message-id'],
    ['1.1', 'message-id'],
    ['1.2', 'id'],
  ] as const)
    test(`ACK of ${version} contains ${header}`, async () => {
      const { send, broker, received, client } = await start({ version })
      await send('SUBSCRIBE', { destination: 'first' })
      broker.publish('first', 'x')
      await send('SUBSCRIBE', { id: '0', destination: 'a', ack: 'client' })
      broker.publish('a', 'x', { qos: 1 })
      const message = (await received()).at(-1)
      await send('ACK', { [header]: headerIn(message, header === 'id' ? 'ack' : header) ?? '' })
      expect(client().inflight).toBe(0)
    })
  test('messages wait in the broker while the window is full', async () => {
    const { send, broker, received, client } = await start()
    await send('SUBSCRIBE', { id: '0', destination: 'a', ack: 'client' })
    for (let count = 0; count < 1500; count += 1) broker.publish('a', `${count}`, { qos: 1 })
    const frames = await received()
    expect(frames).toHaveLength(1000)
    expect(client().queued).toBe(500)
    await send('ACK', { id: headerIn(frames.at(-1), 'ack') ?? '' })
    expect(client().queued).toBe(0)
  })
  test('each matching subscription gets the message', async () => {
    const { send, broker, received, client } = await start()
    await send('SUBSCRIBE', { id: '0', destination: 'a/#', ack: 'client' })
    await send('SUBSCRIBE', { id: '1', destination: '$share/g/a/b', ack: 'client' })
    broker.publish('a/b', 'x', { qos: 1 })
    expect((await received()).map((frame) => headerIn(frame, 'subscription'))).toEqual(['0', '1'])
    await send('ACK', { id: '1' })
    expect(client().inflight).toBe(1)
    await send('ACK', { id: '2' })
    expect(client().inflight).toBe(0)
  })
  test('properties of MQTT are headers, except those that the gateway sets', async () => {
    const { send, broker, received } = await start()
    await send('SUBSCRIBE', { id: '0', destination: 'a' })
    const userProperties = [
      ['subscription', '9'],
      ['a:b', 'c\nd'],
    ] as const
    broker.publish('a', 'x', { properties: { contentType: 'text/csv', userProperties } })
    const [frame] = await received()
    expect(frame?.headers).toEqual([
      ['subscription', '0'],
      ['message-id', '1'],
      ['destination', 'a'],
      ['content-type', 'text/csv'],
      ['a:b', 'c\nd'],
      ['content-length', '1'],
    ])
  })
  test('an unknown ack mode and a filter without permission are errors', async () => {
    const first = await start()
    expect(errorOf(await first.send('SUBSCRIBE', { id: '0', destination: 'a', ack: 'foo' }))).toBe(
      'Invalid ack mode foo',
    )
    const second = await start({ authorize: () => false })
    expect(errorOf(await second.send('SUBSCRIBE', { id: '0', destination: 'a' }))).toBe(
      'Insufficient permissions for a',
    )
  })
  test('the API subscribes with an id only', async () => {
    const { send, client, broker, received } = await start()
    const { subscribe, unsubscribe } = client().handlers
    await send('SUBSCRIBE', { id: '0', destination: 'a' })
    await expect(subscribe?.('b', 1, {})).rejects.toThrow('no_subid')
    await expect(subscribe?.('b', 1, { subid: '0' })).rejects.toThrow('Subscription id 0 is in used')
    await expect(subscribe?.('a', 1, { subid: '1' })).rejects.toThrow('Topic a already in subscribed')
    await subscribe?.('b', 1, { subid: 1 })
    expect(client().subscriptions.at(-1)).toMatchObject({ filter: 'b', qos: 1, properties: { subid: '1' } })
    broker.publish('b', 'x', { qos: 1 })
    expect(headerIn((await received())[0], 'subscription')).toBe('1')
    expect(client().inflight).toBe(0)
    await unsubscribe?.('b')
    await subscribe?.('b', 1, { subid: '1' })
  })
})

describe('transactions', () => {
  test('messages are of QoS 1 if COMMIT has a receipt, and are sent in order', async () => {
    const { send, broker } = await start()
    await send('BEGIN', { transaction: 't' })
    for (const body of ['1', '2', '3']) await send('SEND', { destination: 'a', transaction: 't' }, body)
    expect(broker.published).toEqual([])
    expect(commands(await send('COMMIT', { transaction: 't', receipt: 'c' }))).toEqual(['RECEIPT'])
    expect(broker.published.map(({ qos, payload }) => `${qos} ${Buffer.from(payload).toString()}`)).toEqual([
      '1 1',
      '1 2',
      '1 3',
    ])
  })
  test('an ACK in a transaction takes effect with COMMIT', async () => {
    const { send, broker, received, client } = await start()
    await send('SUBSCRIBE', { id: '0', destination: 'a', ack: 'client' })
    broker.publish('a', 'x', { qos: 1 })
    await received()
    await send('BEGIN', { transaction: 't' })
    await send('ACK', { id: '1', transaction: 't' })
    expect(client().inflight).toBe(1)
    await send('COMMIT', { transaction: 't' })
    expect(client().inflight).toBe(0)
  })
  test('a client cannot have many transactions or a large one', async () => {
    const first = await start()
    const begins = Array.from({ length: 101 }, (_, index) => write('BEGIN', { transaction: `${index}` })).join('')
    first.handler.data(Buffer.from(begins))
    expect(errorOf(await first.received())).toBe('Too many transactions')
    const second = await start()
    await second.send('BEGIN', { transaction: 't' })
    second.handler.data(Buffer.from(write('SEND', { destination: 'a', transaction: 't' }).repeat(10_001)))
    await expect.poll(() => second.channel.endReason).toBe('protocol_error')
    expect(errorOf(await second.received())).toBe('Transaction t is too large')
  })
  test('the frame `BEGIN` without an id is an error', async () => {
    const { send } = await start()
    expect(errorOf(await send('BEGIN'))).toBe('Transaction id is required')
  })
})

test('unknown commands are not counted, because their names are arbitrary', async () => {
  const { send, broker } = await start()
  await send('SEND', { destination: 'a' })
  await send('FOO')
  expect(broker.counters.get('packets.send.received')).toBe(1)
  expect([...broker.counters.keys()].join()).not.toContain('foo')
})

test('DISCONNECT is answered when all messages are complete', async () => {
  const commits: (() => void)[] = []
  const { send, received, channel } = await start({
    commit: () => new Promise((resolve) => void commits.push(resolve)),
  })
  await send('SEND', { destination: 'a', receipt: 's' })
  expect(await send('DISCONNECT', { receipt: 'd' })).toEqual([])
  for (const done of commits) done()
  expect((await received()).map((frame) => headerIn(frame, 'receipt-id'))).toEqual(['s', 'd'])
  expect(channel.endReason).toBe('normal')
})

test('a client that is taken over gets an error', async () => {
  const { broker, received, channel } = await start()
  broker.kick('generated-1', 'takenover')
  expect(errorOf(await received())).toBe('Discarded')
  expect(channel.endReason).toBe('takenover')
})
