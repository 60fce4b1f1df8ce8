import { behindRelay, eventually, startRabbitmq } from '@mqdeck/testkit'
import { describeIntegration, type IntegrationHarness } from '@mqdeck/testkit/suites'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createHarness } from '../test-harness.ts'

type Rabbit = Awaited<ReturnType<typeof startRabbitmq>>

const wrong = 'wr0ng-pa55word'
const durable = { durable: true } as const

const loginOf = (server: Rabbit) => ({
  server: '127.0.0.1',
  port: server.port,
  username: server.username,
  password: server.password,
  pool_size: 2,
})

/** Consumes all messages of a queue, in order. */
const drain = (server: Rabbit, queue: string) =>
  server.use(async (channel) => {
    const texts: string[] = []
    for (;;) {
      const message = await channel.get(queue, { noAck: true })
      if (!message) return texts
      texts.push(message.content.toString())
    }
  })

let server: Rabbit
beforeAll(async () => {
  server = await startRabbitmq()
})
afterAll(() => server?.close())

describeIntegration('RabbitMQ', async () => {
  const { port, down, kill, up } = await behindRelay(server)
  const marks: string[] = []
  await server.use(async (channel) => {
    await channel.assertQueue('out', durable)
    await channel.assertQueue('in', durable)
    await channel.assertExchange('e', 'topic', durable)
    await channel.bindQueue('out', 'e', 'marks.#')
  })
  const received = async () => {
    marks.push(...(await drain(server, 'out')))
    return marks
  }
  return {
    harness: () => createHarness('rabbitmq'),
    connector: { ...loginOf(server), port },
    action: {
      parameters: {
        exchange: '${exchange}',
        routing_key: 'marks.${mark}',
        payload_template: '${mark}',
        delivery_mode: 'persistent',
      },
      data: (mark) => ({ exchange: 'e', mark }),
      received,
      batches: true,
      refused: () => ({ exchange: 'nowhere', mark: 'never' }),
    },
    source: {
      parameters: { queue: 'in', no_ack: false },
      publish: (mark) => server.use(async (channel) => void channel.sendToQueue('in', Buffer.from(mark))),
      markOf: ({ payload }) => Buffer.from(payload as Uint8Array).toString(),
    },
    down,
    kill,
    up,
    secrets: [server.password],
    wrong: { password: wrong },
    close: down,
  }
})

describe('RabbitMQ', () => {
  const opened = async () => {
    const harness = await createHarness('rabbitmq')
    onTestFinished(harness.close)
    return harness
  }
  const becomes = (harness: IntegrationHarness, part: 'connector' | 'action' | 'source', status: string) =>
    eventually(
      () => harness.state(part)?.status === status,
      () => `Waited for the ${part} to be ${status}, it is ${JSON.stringify(harness.state(part))}`,
    )
  const action = (parameters: object, options: object = {}) => ({
    connector: 'c',
    parameters,
    resource_opts: { ...options },
  })

  test('among many messages in flight, only those for a missing exchange are rejected', async () => {
    await server.use((channel) => channel.assertQueue('mixed', durable))
    const harness = await opened()
    await harness.apply({
      connector: { ...loginOf(server), pool_size: 1 },
      action: action({ exchange: '${exchange}', routing_key: 'mixed', payload_template: '${n}' }),
    })
    await becomes(harness, 'action', 'connected')
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        harness.send({ exchange: n % 10 === 3 ? 'nowhere' : '', n, clientid: `${n}` }),
      ),
    )
    expect(outcomes.flatMap(({ result }, n) => (result === 'failed' ? [n] : []))).toEqual([3, 13, 23])
    expect(outcomes[3]?.reason).toContain("no exchange 'nowhere'")
    const arrived = new Set(await drain(server, 'mixed'))
    expect(arrived.size).toBe(27)
  })

  test('messages also arrive without confirmations', async () => {
    await server.use((channel) => channel.assertQueue('plain', durable))
    const harness = await opened()
    await harness.apply({
      connector: loginOf(server),
      action: action({ exchange: '', routing_key: 'plain', wait_for_publish_confirmations: false }),
    })
    await becomes(harness, 'action', 'connected')
    expect(await harness.send({ a: 1n, b: 'x' })).toMatchObject({ result: 'success' })
    const texts = await eventually(
      async () => {
        const all = await drain(server, 'plain')
        return all.length > 0 && all
      },
      () => 'Waited for the message',
    )
    expect(texts.map((text) => JSON.parse(text))).toEqual([{ a: 1, b: 'x' }])
  })

  test('rules get the properties and headers of a message', async () => {
    await server.use((channel) => channel.assertQueue('rich', durable))
    const harness = await opened()
    await harness.apply({
      connector: loginOf(server),
      source: { connector: 'c', parameters: { queue: 'rich' } },
    })
    await becomes(harness, 'source', 'connected')
    await server.use(async (channel) => {
      channel.sendToQueue('rich', Buffer.from([1, 255]), {
        headers: { n: 5, list: ['a', 1.5] },
        contentType: 'text/plain',
        correlationId: 'c1',
        priority: 3,
        timestamp: 1_700_000_000,
        persistent: true,
      })
    })
    const [message] = await eventually(
      () => harness.messages().length > 0 && harness.messages(),
      () => 'Waited for the message',
    )
    expect(message).toEqual({
      payload: Buffer.from([1, 255]),
      queue: 'rich',
      exchange: '',
      routing_key: 'rich',
      headers: { n: 5n, list: ['a', 1.5] },
      content_type: 'text/plain',
      correlation_id: 'c1',
      priority: 3n,
      timestamp: 1_700_000_000n,
      delivery_mode: 2n,
    })
  })

  test('a source reports a missing queue, and starts when it exists', async () => {
    const harness = await opened()
    const quick = { health_check_interval: '200ms' }
    await harness.apply({
      connector: loginOf(server),
      source: { connector: 'c', parameters: { queue: 'later' }, resource_opts: quick },
    })
    await becomes(harness, 'source', 'disconnected')
    expect(harness.state('source')?.reason).toContain("no queue 'later'")
    await server.use((channel) => channel.assertQueue('later', durable))
    await becomes(harness, 'source', 'connected')
    await server.use((channel) => channel.deleteQueue('later'))
    await becomes(harness, 'source', 'disconnected')
    await server.use((channel) => channel.assertQueue('later', durable))
    await becomes(harness, 'source', 'connected')
  })

  test('a certificate from an untrusted CA is rejected', async () => {
    const harness = await opened()
    const secure = { ...loginOf(server), port: server.tlsPort }
    await harness.probe('connector', { ...secure, ssl: { enable: true, verify: 'verify_peer', cacertfile: server.ca } })
    await expect(
      harness.probe('connector', { ...secure, ssl: { enable: true, verify: 'verify_peer' } }),
    ).rejects.toThrow(/certificate/)
  })
})
