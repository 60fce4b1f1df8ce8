import { startCassandraPeer } from '@mqdeck/testkit'
import { describeIntegration } from '@mqdeck/testkit/suites'
import { expect, onTestFinished, test } from 'vitest'
import { createHarness } from '../test-harness.ts'

const login = { username: 'writer', password: 'cassandra secret' }
const keyspace = 'mqtt'

describeIntegration('Cassandra (a peer)', async () => {
  const peer = await startCassandraPeer({ ...login, keyspace, tables: { marks: { mark: 'text', n: 'int' } } })
  return {
    harness: () => createHarness('cassandra'),
    connector: { servers: `127.0.0.1:${peer.port}`, keyspace, pool_size: 1, ...login },
    action: {
      parameters: { cql: 'insert into marks(mark, n) values (${mark}, ${n})' },
      data: (mark) => ({ mark, n: 1n }),
      received: async () => peer.rows('marks').map(({ mark }) => String(mark)),
      batches: true,
      refused: () => ({ mark: 'never', n: 'nine' }),
    },
    down: peer.down,
    up: peer.up,
    secrets: [login.password],
    wrong: { password: 'wr0ng-pa55word' },
    close: peer.down,
  }
})

test('values get the types of their columns, and a batch is one request', async () => {
  const columns = {
    id: 'text',
    i: 'int',
    b: 'bigint',
    at: 'timestamp',
    d: 'double',
    raw: 'blob',
    yes: 'boolean',
  } as const
  const peer = await startCassandraPeer({ ...login, keyspace, tables: { t: columns } })
  onTestFinished(peer.down)
  const harness = await createHarness('cassandra')
  onTestFinished(harness.close)
  const names = Object.keys(columns)
  await harness.apply({
    connector: { servers: `127.0.0.1:${peer.port}`, keyspace, ...login },
    action: {
      connector: 'c',
      parameters: { cql: `insert into t(${names}) values (${names.map((name) => `\${${name}}`)})` },
      resource_opts: { batch_size: 10, batch_time: '50ms', worker_pool_size: 1 },
    },
  })
  const rows = [
    {
      id: `x'); DROP TABLE t; --`,
      i: 3n,
      b: 9007199254740993n,
      at: 1_700_000_000_000n,
      d: 2.5,
      raw: new Uint8Array([255]),
      yes: true,
    },
    { id: 7n, i: '4', b: '5', at: '1700000000001', d: 3n, raw: 'text', yes: 'true' },
    { id: { a: 1n } },
  ]
  const outcomes = await Promise.all(rows.map((row) => harness.send(row)))
  expect(outcomes.map(({ result }) => result)).toEqual(['success', 'success', 'success'])
  expect(peer.batches()).toEqual([3])
  const none = { i: null, b: null, at: null, d: null, raw: null, yes: null }
  expect(peer.rows('t')).toEqual([
    { ...rows[0], i: 3, raw: Buffer.from([255]) },
    { id: '7', i: 4, b: 5n, at: 1_700_000_000_001n, d: 3, raw: Buffer.from('text'), yes: true },
    { ...none, id: '{"a":1}' },
  ])
})

test('a missing table is reported by the action, a missing keyspace by the connector', async () => {
  const peer = await startCassandraPeer({ ...login, keyspace, tables: {} })
  onTestFinished(peer.down)
  const harness = await createHarness('cassandra')
  onTestFinished(harness.close)
  const connector = { servers: `127.0.0.1:${peer.port}`, keyspace, ...login }
  await harness.apply({ connector, action: { connector: 'c', parameters: {} } })
  await expect.poll(() => harness.state('action')?.reason).toContain('table mqtt_msg does not exist')
  await expect(harness.probe('connector', { ...connector, keyspace: 'other' })).rejects.toThrow(
    "Keyspace 'other' does not exist",
  )
})
