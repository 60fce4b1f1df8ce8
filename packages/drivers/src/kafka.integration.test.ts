import { eventually, type KafkaPeer, startKafkaPeer } from '@mqdeck/testkit'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { AnswerError } from './errors.ts'
import { type KafkaConnection, type KafkaRecord, kafkaType } from './kafka.ts'

let peer: KafkaPeer
beforeAll(async () => {
  peer = await startKafkaPeer()
})
afterAll(() => peer?.close())

async function connect(): Promise<KafkaConnection> {
  const type = kafkaType({
    servers: [{ host: '127.0.0.1', port: peer.port }],
    login: undefined,
    clientId: 'test',
    connectTimeout: 5_000,
    metadataTimeout: 5_000,
    healthCheckTopic: undefined,
    noDelay: true,
    keepAlive: undefined,
    ssl: { enable: false } as never, // nothing else is looked at
    folder: '/',
  })
  const connection = await type.connect(new AbortController().signal)
  onTestFinished(connection.close)
  return connection
}

const produce = (connection: KafkaConnection, topic: string, value: string) =>
  connection.produce({
    topic,
    messages: [{ key: undefined, value: Buffer.from(value), timestamp: undefined, headers: [] }],
    acks: -1,
    compression: 'none',
    partitionBy: 'chance',
    partitionLimit: undefined,
    refreshInterval: 60_000,
    timeout: 5_000,
    isMissingTopicFinal: true,
  })

const group = (topic: string, from: 'earliest' | 'latest' = 'earliest') => ({
  groupId: `group of ${topic}`,
  topic,
  from,
  maxBytes: 100_000,
  maxWait: 200,
  commitInterval: 1_000,
})

test('requests cause no warning of Node.js', async () => {
  const warnings: Error[] = []
  const onWarning = (warning: Error) => warnings.push(warning)
  process.on('warning', onWarning)
  onTestFinished(() => void process.off('warning', onWarning))
  peer.createTopic('calm', 1)
  await produce(await connect(), 'calm', '1')
  // Node.js reports them in the next turn.
  await new Promise(setImmediate)
  expect(warnings).toEqual([])
})

test('a topic that is gone takes no others with it', async () => {
  for (const topic of ['stays', 'goes']) peer.createTopic(topic, 1)
  const connection = await connect()
  await produce(connection, 'stays', '1')
  await produce(connection, 'goes', '1')
  peer.removeTopic('goes')
  await expect(produce(connection, 'goes', '2')).rejects.toThrow(AnswerError)
  await eventually(
    () =>
      produce(connection, 'stays', '2').then(
        () => true,
        (error: unknown) => {
          // Worth another try, never refused.
          expect(error).not.toBeInstanceOf(AnswerError)
          return false
        },
      ),
    () => 'Waited for the other topic to be written to',
  )
  peer.createTopic('goes', 1)
  await eventually(
    () =>
      produce(connection, 'goes', '3').then(
        () => true,
        () => false,
      ),
    () => 'Waited for the topic that is there again',
  )
})

test('a topic that is created later is found', async () => {
  const connection = await connect()
  await expect(produce(connection, 'new', '1')).rejects.toThrow(AnswerError)
  peer.createTopic('new', 1)
  await produce(connection, 'new', '2')
  expect(
    peer
      .records('new')
      .flat()
      .map(({ value }) => String(value)),
  ).toEqual(['2'])
})

test('an unprocessed record is delivered to the next member', async () => {
  peer.createTopic('undone', 1)
  for (const value of ['a', 'b']) peer.publish('undone', { value })
  const first = await connect()
  let seen = 0
  await first.consume(group('undone'), ({ offset }) => {
    seen += 1
    // The second is never done.
    return offset === 1n ? new Promise<void>(() => {}) : undefined
  })
  await eventually(
    () => seen === 2,
    () => 'Waited for both records',
  )
  await first.close()
  const second = await connect()
  const records: KafkaRecord[] = []
  await second.consume(group('undone'), (record) => void records.push(record))
  await eventually(
    () => records.length > 0,
    () => 'Waited for the second record',
  )
  expect(records.map(({ offset }) => offset)).toEqual([1n])
})

test('a member that fails reports the reason, and its records are delivered again', async () => {
  peer.createTopic('failing', 1)
  peer.publish('failing', { value: 'a' })
  const connection = await connect()
  const consumer = await connection.consume(group('failing'), () => Promise.reject(new Error('not now')))
  await eventually(
    () => consumer.failure(),
    () => 'Waited for the end of the member',
  )
  expect(consumer.failure()?.message).toContain('not now')
  await consumer.end()
  const records: KafkaRecord[] = []
  await connection.consume(group('failing'), (record) => void records.push(record))
  await eventually(
    () => records.length === 1,
    () => 'Waited for the record',
  )
})

test('with latest, only records after joining are received', async () => {
  peer.createTopic('latest', 1)
  peer.publish('latest', { value: 'old' })
  const connection = await connect()
  const records: KafkaRecord[] = []
  await connection.consume(group('latest', 'latest'), (record) => void records.push(record))
  let count = 0
  await eventually(
    () => {
      peer.publish('latest', { value: `new ${count++}` })
      return records.length > 0
    },
    () => 'Waited for a record',
  )
  expect(String(records[0]?.value)).toMatch(/^new/)
})
