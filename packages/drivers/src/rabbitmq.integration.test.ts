import { eventually, type RabbitmqServer, startRabbitmq } from '@mqdeck/testkit'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type RabbitmqConnection, rabbitmqType } from './rabbitmq.ts'

let server: RabbitmqServer
beforeAll(async () => {
  server = await startRabbitmq()
})
afterAll(() => server?.close())

async function connect(): Promise<RabbitmqConnection> {
  const { port, username, password } = server
  const type = rabbitmqType({
    host: '127.0.0.1',
    port,
    username,
    password,
    virtualHost: '/',
    timeout: 5_000,
    heartbeat: 30_000,
    poolSize: 1,
    ssl: { enable: false } as never, // nothing else is looked at
    folder: '/',
  })
  const connection = await type.connect(new AbortController().signal)
  onTestFinished(connection.close)
  return connection
}

const newQueue = async (queue: string, ...texts: readonly string[]) => {
  await server.use(async (channel) => {
    await channel.assertQueue(queue, { durable: true })
    for (const text of texts) channel.sendToQueue(queue, Buffer.from(text))
  })
}
const left = (queue: string) => server.use(async (channel) => (await channel.checkQueue(queue)).messageCount)

test('a message is acknowledged after it is processed', async () => {
  await newQueue('acked', 'a', 'b')
  const connection = await connect()
  const waiting: (() => void)[] = []
  const consumer = await connection.consume({ queue: 'acked', noAck: false }, () => {
    return new Promise<void>((done) => waiting.push(done))
  })
  await eventually(
    () => waiting.length === 2,
    () => 'Waited for both messages',
  )
  waiting[0]?.()
  const ended = consumer.end()
  waiting[1]?.()
  await ended
  expect(await left('acked')).toBe(0)

  await newQueue('acked', 'c')
  await connection.consume({ queue: 'acked', noAck: false }, () => new Promise<void>(() => {}))
  await eventually(
    async () => (await left('acked')) === 0,
    () => 'Waited for the message to be delivered',
  )
  await connection.close()
  await eventually(
    async () => (await left('acked')) === 1,
    () => 'Waited for the message to be back',
  )
})

test('a message whose processing fails returns to the queue', async () => {
  await newQueue('failed', 'x')
  const connection = await connect()
  let times = 0
  await connection.consume({ queue: 'failed', noAck: false }, async () => {
    times += 1
    if (times < 3) throw new Error('not now')
  })
  await eventually(
    () => times === 3,
    () => `Waited for the third time, it came ${times} times`,
  )
})

test('messages wait while the server blocks publishing, and are sent when it is unblocked', async () => {
  await newQueue('blocked')
  const connection = await connect()
  const outcome = () =>
    connection
      .publish({ exchange: '', routingKey: 'blocked', content: Buffer.from('x'), isPersistent: true }, 500)
      .then(() => 'confirmed', String)
  const becomes = (pattern: RegExp) =>
    eventually(
      async () => pattern.test(await outcome()),
      () => `Waited for ${pattern}`,
    )
  await becomes(/confirmed/)
  const memory = '{resource_limit, memory, node()}'
  await server.run(`rabbit_alarm:set_alarm({${memory}, []}).`)
  await becomes(/accepts no messages/)
  await server.run(`rabbit_alarm:clear_alarm(${memory}).`)
  await becomes(/confirmed/)
})
