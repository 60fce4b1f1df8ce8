import {
  type BrokerProcess,
  connectRaw,
  openTransport,
  type RawClient,
  startBrokerProcess,
  uniqueName,
  unlimitedRetained,
} from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as bytes from './bytes.ts'
import { isEmbedded } from './target.ts'

const megabyte = 1_048_576
/** Of a thousand messages in a queue, beside their payloads. */
const queueOverhead = megabyte

describe.skipIf(!isEmbedded)('overload', () => {
  let broker: BrokerProcess
  const clients: RawClient[] = []
  const connect = async (options: Parameters<typeof connectRaw>[1] = {}) => {
    const client = await connectRaw(broker.endpoint, options)
    clients.push(client)
    return client
  }
  beforeEach(async () => {
    broker = await startBrokerProcess({ retained: unlimitedRetained })
  })
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.destroy()))
    await broker.stop()
  })

  /** Publishes `count` messages of 10 kB with QoS 0, waiting for the socket, so that it is the broker that is tested. */
  const flood = async (publisher: RawClient, topic: string, count: number) => {
    const frame = bytes.publish(0x30, topic, bytes.props(), Buffer.alloc(10_000, 'x'))
    for (let sent = 0; sent < count; sent += 1) {
      publisher.sendBytes(frame)
      if (sent % 50 === 49) await publisher.ping()
    }
  }

  test('a subscriber that does not read does not block others, and uses no more memory than its queue (QoS 0)', async () => {
    const topic = uniqueName('flood')
    const [publisher, slow, lively] = [await connect(), await connect(), await connect()]
    await slow.subscribe(topic)
    await lively.subscribe(topic)
    slow.transport.pause()
    await flood(publisher, topic, 1_000)
    let received = 0
    for (let turn = 0; turn < 20; turn += 1) {
      await flood(publisher, topic, 500)
      await lively.ping()
      received += lively.unread.length
      lively.discard()
      // Its queue, and what its connection takes before messages go there: twice the high watermark at most.
      expect(await broker.held()).toBeLessThan(12 * megabyte + queueOverhead)
    }
    // 100 MB were sent to each; the reader got nearly all of it, and nothing like it is held for the other.
    expect(received).toBeGreaterThan(9_000)
    // It reads again: what is left comes, then the connection works as before.
    slow.transport.resume()
    await slow.ping()
    await slow.publish(uniqueName(), 'x', { qos: 1 })
  })

  test('a subscriber that does not acknowledge uses no more memory than its queue (QoS 1)', async () => {
    const topic = uniqueName('flood')
    const [publisher, stuck, lively] = [await connect(), await connect(), await connect()]
    await stuck.subscribe(topic, { qos: 1 })
    await lively.subscribe(topic, { qos: 1 })
    const payload = Buffer.alloc(10_000, 'x')
    const publish = async (count: number) => {
      for (let sent = 0; sent < count; sent += 20) {
        await Promise.all(Array.from({ length: 20 }, () => publisher.publish(topic, payload, { qos: 1 })))
        for (let each = 0; each < 20; each += 1) await lively.receive()
        lively.discard()
      }
    }
    await publish(1_500)
    await publish(12_000)
    // Of 120 MB: its queue and its inflight window.
    expect(await broker.held()).toBeLessThan(11 * megabyte + queueOverhead)
    await stuck.ping()
  })

  test('acknowledgements for a publisher that never reads are bounded', async () => {
    const transport = await openTransport(broker.endpoint, { data: () => {}, closed: () => {} })
    transport.write(bytes.connect({ payload: [bytes.str(uniqueName('deaf'))] }))
    transport.pause()
    const frame = bytes.publish(0x32, uniqueName(), bytes.u16(1), bytes.props(), Buffer.from('x'))
    const chunk = Buffer.concat(Array.from({ length: 5_000 }, () => frame))
    const bystander = await connect()
    for (let turn = 0; turn < 100 && transport.pendingBytes() < 16 * megabyte; turn += 1) {
      transport.write(chunk)
      await bystander.ping()
    }
    // Twice the high watermark, and the answers to one read.
    expect(await broker.held()).toBeLessThan(3 * megabyte)
    await bystander.publish(uniqueName(), 'x', { qos: 1 })
    transport.destroy()
  })

  test('a flood of tiny packets in one segment causes no stack overflow', async () => {
    const topic = uniqueName('tiny')
    const client = await connect()
    await client.subscribe(topic)
    const frame = bytes.publish(0x30, topic, bytes.props(), Buffer.from('x'))
    client.sendBytes(Buffer.concat(Array.from({ length: 100_000 }, () => frame)))
    await client.ping()
    const others = await connect()
    await others.ping()
  })

  test('a flood of acknowledged messages in one segment causes no stack overflow', async () => {
    const topic = uniqueName('tiny')
    const client = await connect()
    await client.subscribe(topic, { qos: 1 })
    const frames = Array.from({ length: 30_000 }, (_, index) =>
      bytes.publish(0x32, topic, bytes.u16((index % 65_535) + 1), bytes.props(), Buffer.from('x')),
    )
    client.sendBytes(Buffer.concat(frames))
    for (let index = 0; index < 30_000; index += 1) await client.next('puback')
  })

  test('many subscribers of one topic all receive a message', async () => {
    const topic = uniqueName('wide')
    const subscribers = await Promise.all(Array.from({ length: 300 }, () => connect()))
    await Promise.all(subscribers.map((subscriber) => subscriber.subscribe(topic, { qos: 1 })))
    const publisher = await connect()
    for (let index = 0; index < 10; index += 1) await publisher.publish(topic, `${index}`, { qos: 1 })
    for (const subscriber of subscribers) {
      for (let index = 0; index < 10; index += 1)
        expect((await subscriber.receive()).payload.toString()).toBe(`${index}`)
    }
  })

  test.each([0, 1] as const)(
    'a subscription that matches very many retained messages gets them all (QoS %i)',
    async (qos) => {
      const topic = uniqueName('kept')
      const [publisher, subscriber, bystander] = [await connect(), await connect(), await connect()]
      const count = 10_000
      const frames = Array.from({ length: count }, (_, index) =>
        bytes.publish(
          0x31 | (qos << 1),
          `${topic}/${index}`,
          ...(qos === 1 ? [bytes.u16(1)] : []),
          bytes.props(),
          Buffer.alloc(500, 'x'),
        ),
      )
      for (let start = 0; start < count; start += 100) {
        publisher.sendBytes(Buffer.concat(frames.slice(start, start + 100)))
        await publisher.ping()
        publisher.discard()
      }
      const subscribed = subscriber.subscribe(`${topic}/+`, { qos })
      await bystander.ping()
      await subscribed
      const found = new Set<string>()
      while (found.size < count) found.add((await subscriber.receive()).topic)
    },
  )

  test('a large topic tree, subscribed and unsubscribed, leaks no memory', async () => {
    const client = await connect()
    const grow = async (round: number) => {
      for (let start = 0; start < 20_000; start += 500) {
        const filters = Array.from({ length: 500 }, (_, index) => `tree/${round}/${start + index}/a/+/b`)
        await client.subscribe(filters)
        await client.unsubscribe(...filters)
      }
    }
    // A heap grows until its collector has found its pace; what is held for good would grow with every round, by 20 MB.
    const growth: number[] = []
    while (growth.length < 12 && !growth.some((one) => one < 5)) {
      const before = broker.memory()
      await grow(growth.length)
      growth.push((broker.memory() - before) / megabyte)
    }
    expect(Math.min(...growth)).toBeLessThan(5)
  })
})
