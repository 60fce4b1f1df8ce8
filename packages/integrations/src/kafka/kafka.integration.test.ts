import { eventually, type KafkaPeer, startKafkaPeer } from '@mqdeck/testkit'
import { describeIntegration, type IntegrationHarness } from '@mqdeck/testkit/suites'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createHarness } from '../test-harness.ts'

const wrong = 'wr0ng-pa55word'

const loginOf = (peer: KafkaPeer, changes: object = {}) => ({
  bootstrap_hosts: `127.0.0.1:${peer.saslPort}`,
  authentication: { mechanism: 'scram_sha_256', username: peer.username, password: peer.password, ...changes },
})

const textsOf = (peer: KafkaPeer, topic: string) =>
  peer.records(topic).flatMap((records) => records.map(({ value }) => String(value)))

describeIntegration('a peer of Kafka that is written to', async () => {
  const peer = await startKafkaPeer()
  peer.createTopic('out', 1)
  return {
    harness: () => createHarness('kafka_producer'),
    connector: loginOf(peer),
    action: {
      parameters: { topic: '${topic}', message: { key: '${mark}', value: '${mark}' } },
      parametersFor: ({ query_mode, buffer_mode, batch_time }) => ({
        ...(query_mode !== undefined && { query_mode }),
        ...(batch_time !== undefined && { max_linger_time: batch_time }),
        ...(buffer_mode === 'disk' && { buffer: { mode: 'disk' } }),
      }),
      data: (mark) => ({ topic: 'out', mark }),
      received: async () => textsOf(peer, 'out'),
      batches: true,
      refused: () => ({ topic: 'nowhere', mark: 'never' }),
    },
    down: peer.kill,
    up: peer.start,
    secrets: [peer.password],
    wrong: loginOf(peer, { password: wrong }),
    close: peer.close,
  }
})

describeIntegration('a peer of Kafka that is read from', async () => {
  const peer = await startKafkaPeer()
  peer.createTopic('in')
  let partition = 0
  return {
    harness: () => createHarness('kafka_consumer'),
    connector: loginOf(peer, { mechanism: 'scram_sha_512' }),
    source: {
      parameters: { topic: 'in', offset_reset_policy: 'earliest' },
      publish: async (mark) => {
        partition = (partition + 1) % 3
        peer.publish('in', { value: mark }, partition)
      },
      markOf: ({ value }) => Buffer.from(value as Uint8Array).toString(),
    },
    down: peer.kill,
    up: peer.start,
    secrets: [peer.password],
    wrong: loginOf(peer, { password: wrong }),
    close: peer.close,
  }
})

describe('Kafka (a peer)', () => {
  let peer: KafkaPeer
  beforeAll(async () => {
    peer = await startKafkaPeer({ maxBytes: 10_000 })
  })
  afterAll(() => peer?.close())

  const quick = { health_check_interval: '200ms' }
  const opened = async (type: string) => {
    const harness = await createHarness(type)
    onTestFinished(harness.close)
    return harness
  }
  const becomes = (harness: IntegrationHarness, part: 'connector' | 'action' | 'source', status: string) =>
    eventually(
      () => harness.state(part)?.status === status,
      () => `Waited for the ${part} to be ${status}, it is ${JSON.stringify(harness.state(part))}`,
    )
  const producing = async (parameters: object) => {
    const harness = await opened('kafka_producer')
    await harness.apply({ connector: loginOf(peer), action: { connector: 'c', parameters, resource_opts: quick } })
    return harness
  }
  const consuming = async (parameters: object) => {
    const harness = await opened('kafka_consumer')
    await harness.apply({ connector: loginOf(peer), source: { connector: 'c', parameters, resource_opts: quick } })
    return harness
  }
  const arrived = (harness: IntegrationHarness, count: number) =>
    eventually(
      () => harness.messages().length >= count && harness.messages(),
      () => `Waited for ${count} messages, there are ${harness.messages().length}`,
    )

  test('messages with the same key go to the same partition, within the partition limit', async () => {
    peer.createTopic('keys', 5)
    const harness = await producing({ topic: 'keys', partition_strategy: 'key_dispatch', partitions_limit: 3 })
    await becomes(harness, 'action', 'connected')
    await Promise.all(Array.from({ length: 60 }, (_, n) => harness.send({ clientid: `c${n % 12}`, n })))
    const keys = peer.records('keys').map((records) => [...new Set(records.map(({ key }) => String(key)))])
    expect(keys.flat().toSorted()).toEqual(Array.from({ length: 12 }, (_, n) => `c${n}`).toSorted())
    expect(keys.slice(3)).toEqual([[], []])
  })

  test.each([
    ['no_compression', 0],
    ['gzip', 1],
    ['snappy', 2],
  ])('%s is what brokers read', async (compression, code) => {
    peer.createTopic(compression, 1)
    const harness = await producing({ topic: compression, compression })
    await becomes(harness, 'action', 'connected')
    const text = 'over and over '.repeat(200)
    expect(await harness.send({ text })).toMatchObject({ result: 'success' })
    expect(peer.compressions(compression)).toEqual([code])
    expect(textsOf(peer, compression)).toEqual([JSON.stringify({ text })])
    const reader = await consuming({ topic: compression, offset_reset_policy: 'earliest', group_id: compression })
    const [message] = await arrived(reader, 1)
    expect(String(message?.value)).toBe(JSON.stringify({ text }))
  })

  test('headers come from the data and from the settings', async () => {
    peer.createTopic('headers', 1)
    const harness = await producing({
      topic: 'headers',
      kafka_headers: '${props}',
      kafka_ext_headers: [{ kafka_ext_header_key: 'x-${n}', kafka_ext_header_value: '${n}' }],
      kafka_header_value_encode_mode: 'json',
      message: { timestamp: '${at}', key: '${missing}', value: '${n}' },
    })
    await becomes(harness, 'action', 'connected')
    await harness.send({ props: { a: 'x', b: 1n }, n: 7n, at: 1_700_000_000_000n })
    await harness.send({ props: [{ key: 'k', value: true }], n: 8n })
    const [records = []] = peer.records('headers')
    expect(records.map(({ headers }) => headers)).toEqual([
      [
        ['a', '"x"'],
        ['b', '1'],
        ['x-7', '7'],
      ],
      [
        ['k', 'true'],
        ['x-8', '8'],
      ],
    ])
    expect(records[0]).toMatchObject({ timestamp: 1_700_000_000_000n, key: Buffer.alloc(0) })
  })

  test('only the too large message of a batch is rejected', async () => {
    peer.createTopic('sizes', 1)
    const harness = await producing({ topic: 'sizes', message: { value: '${text}' }, max_linger_time: '50ms' })
    await becomes(harness, 'action', 'connected')
    const outcomes = await Promise.all(['a', 'b'.repeat(20_000), 'c'].map((text) => harness.send({ text })))
    expect(outcomes.map(({ result }) => result)).toEqual(['success', 'failed', 'success'])
    expect(outcomes[1]?.reason).toContain('max message size')
    expect(textsOf(peer, 'sizes')).toEqual(['a', 'c'])
  })

  test('messages also arrive without acknowledgements', async () => {
    peer.createTopic('none', 1)
    const harness = await producing({ topic: 'none', required_acks: 'none', message: { value: '${text}' } })
    await becomes(harness, 'action', 'connected')
    expect(await harness.send({ text: 'x' })).toMatchObject({ result: 'success' })
    await eventually(
      () => textsOf(peer, 'none').length === 1,
      () => 'Waited for the message',
    )
  })

  test('an action reports a missing topic, and keeps its messages until the topic exists', async () => {
    const harness = await producing({ topic: 'late', message: { value: '${text}' } })
    await becomes(harness, 'action', 'disconnected')
    expect(harness.state('action')?.reason).toMatch(/topic/)
    const outcome = harness.send({ text: 'waits' })
    peer.createTopic('late', 1)
    expect(await outcome).toMatchObject({ result: 'success' })
    expect(textsOf(peer, 'late')).toEqual(['waits'])
    peer.removeTopic('late')
    await becomes(harness, 'action', 'disconnected')
    peer.createTopic('late', 1)
    await becomes(harness, 'action', 'connected')
    expect(await harness.send({ text: 'again' })).toMatchObject({ result: 'success' })
  })

  test('a group continues at its committed offset', async () => {
    peer.createTopic('group', 1)
    const parameters = { topic: 'group', group_id: 'g', offset_reset_policy: 'earliest', value_encoding_mode: 'base64' }
    peer.publish('group', {
      key: 'k',
      value: new Uint8Array([255]),
      headers: { h: 'v' },
      timestamp: 1_700_000_000_000n,
    })
    const first = await consuming(parameters)
    const [message] = await arrived(first, 1)
    expect(message).toEqual({
      topic: 'group',
      key: Buffer.from('k'),
      value: '/w==',
      offset: 0n,
      ts: 1_700_000_000_000n,
      ts_type: 'create',
      headers: { h: Buffer.from('v') },
    })
    await first.run('connector', 'stop')
    peer.publish('group', { value: 'next' })
    const second = await consuming(parameters)
    const [next] = await arrived(second, 1)
    expect(next).toMatchObject({ offset: 1n, value: Buffer.from('next').toString('base64') })
  })

  test('members of a group share the partitions', async () => {
    peer.createTopic('shared', 4)
    const parameters = { topic: 'shared', group_id: 'sharing', offset_reset_policy: 'earliest' }
    const worlds = [await consuming(parameters), await consuming(parameters)]
    for (const harness of worlds) await becomes(harness, 'source', 'connected')
    let sent = 0
    await eventually(
      () => {
        for (const partition of [0, 1, 2, 3]) peer.publish('shared', { value: `${sent++}` }, partition)
        return worlds.every((harness) => harness.messages().length > 0)
      },
      () => `Waited for both to take messages, they have ${worlds.map((harness) => harness.messages().length)}`,
    )
    await eventually(
      () => new Set(worlds.flatMap((harness) => harness.messages().map(({ value }) => String(value)))).size === sent,
      () => 'Waited for every message',
    )
  })

  test('plain logins and TLS are supported, and Kerberos is rejected', async () => {
    const harness = await opened('kafka_producer')
    await harness.probe('connector', loginOf(peer, { mechanism: 'plain' }))
    const secure = { bootstrap_hosts: `127.0.0.1:${peer.tlsPort}` }
    await harness.probe('connector', { ...secure, ssl: { enable: true, verify: 'verify_peer', cacertfile: peer.ca } })
    await expect(
      harness.probe('connector', { ...secure, ssl: { enable: true, verify: 'verify_peer' } }),
    ).rejects.toThrow(/certificate/)
    await expect(
      harness.probe('connector', {
        ...secure,
        authentication: { kerberos_principal: 'p', kerberos_keytab_file: '/none' },
      }),
    ).rejects.toThrow(/Kerberos/)
  })
})
