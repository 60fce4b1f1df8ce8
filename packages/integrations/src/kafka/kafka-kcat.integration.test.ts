import { eventually, type KcatCluster, startKcatCluster } from '@mqdeck/testkit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createHarness } from '../test-harness.ts'

describe('Kafka (the cluster of librdkafka)', () => {
  let cluster: KcatCluster
  beforeAll(async () => {
    cluster = await startKcatCluster()
  })
  afterAll(() => cluster?.close())

  const opened = async (type: string) => {
    const harness = await createHarness(type)
    onTestFinished(harness.close)
    return harness
  }

  test.each(['no_compression', 'gzip', 'snappy'])(
    'a message sent with %s is read by librdkafka',
    async (compression) => {
      const topic = `to-${compression}`
      await cluster.produce(topic, ['first'])
      const harness = await opened('kafka_producer')
      const parameters = {
        topic,
        compression,
        message: { key: '${clientid}', value: '${text}' },
        kafka_ext_headers: [{ kafka_ext_header_key: 'from', kafka_ext_header_value: '${clientid}' }],
      }
      await harness.apply({
        connector: { bootstrap_hosts: cluster.servers },
        action: { connector: 'c', parameters },
      })
      const text = 'over and over '.repeat(200)
      expect(await harness.send({ clientid: 'c1', text })).toMatchObject({ result: 'success' })
      const received = (await cluster.consume(topic)).find(({ key }) => key === 'c1')
      expect(received).toMatchObject({ payload: text, headers: ['from', 'c1'], tstype: 'create' })
    },
  )

  test('messages with the same key go to the same partition', async () => {
    await cluster.produce('keys', ['first'])
    const harness = await opened('kafka_producer')
    await harness.apply({
      connector: { bootstrap_hosts: cluster.servers },
      action: { connector: 'c', parameters: { topic: 'keys', partition_strategy: 'key_dispatch' } },
    })
    await Promise.all(Array.from({ length: 40 }, (_, n) => harness.send({ clientid: `c${n % 8}`, n })))
    const received = (await cluster.consume('keys')).filter(({ key }) => key !== null)
    expect(received).toHaveLength(40)
    expect(new Set(received.map(({ key, partition }) => `${key} ${partition}`)).size).toBe(8)
  })

  test('messages that librdkafka sends with any compression are received', async () => {
    const compressions = ['none', 'gzip', 'snappy', 'lz4', 'zstd'] as const
    const linesOf = (name: string) =>
      Array.from({ length: 500 }, (_, n) => `${name} ${n} ${'over and over '.repeat(20)}`)
    for (const compression of compressions) await cluster.produce('all', linesOf(compression), compression)
    const harness = await opened('kafka_consumer')
    await harness.apply({
      connector: { bootstrap_hosts: cluster.servers },
      source: { connector: 'c', parameters: { topic: 'all', offset_reset_policy: 'earliest' } },
    })
    const messages = await eventually(
      () => harness.messages().length >= 2500 && harness.messages(),
      () => `Waited for 2500 messages, there are ${harness.messages().length}: ${harness.state('source')?.reason}`,
    )
    expect(messages.map(({ value }) => String(value))).toEqual(compressions.flatMap(linesOf))
  })
})
