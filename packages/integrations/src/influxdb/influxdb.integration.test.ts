import { type InfluxdbServer, startInfluxdb, startInfluxV2Peer, startVictoriaMetrics } from '@mqdeck/testkit'
import { describeIntegration, type OutcomeUnderTest } from '@mqdeck/testkit/suites'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createHarness } from '../test-harness.ts'

const write_syntax = 'marks,mark=${mark} value="${mark}",count=${count}i,sure=${sure} ${time}'
let time = 1_700_000_000_000
const data = (mark: string) => ({ mark, count: 3n, sure: true, time: BigInt(++time) })

let server: InfluxdbServer
beforeAll(async () => {
  server = await startInfluxdb()
})
afterAll(() => server?.close())

describeIntegration('InfluxDB 1 (the real one)', async () => {
  const { username, password, database } = server
  const parameters = { influxdb_type: 'influxdb_api_v1', database, username, password }
  return {
    harness: () => createHarness('influxdb'),
    connector: { server: `http://127.0.0.1:${server.port}/`, pool_size: 2, parameters },
    action: {
      parameters: { write_syntax, precision: 'ms' },
      data,
      // In the order of their timestamps.
      received: async () => (await server.query('SELECT value FROM marks')).map(({ value }) => String(value)),
      batches: true,
      // A string for a numeric field.
      refused: () => ({ ...data('never'), count: 'nine' }),
    },
    down: server.kill,
    up: server.start,
    secrets: [password],
    wrong: { parameters: { ...parameters, password: 'wr0ng-pa55word' } },
    close: async () => {},
  }
})

// Debian has no Datalayers. Its connector writes what InfluxDB 1 accepts.
describeIntegration('datalayers: the write API of InfluxDB 1', async () => {
  const { username, password, database } = server
  const parameters = { driver_type: 'influxdb_v1', database, username, password }
  return {
    harness: () => createHarness('datalayers'),
    connector: { server: `127.0.0.1:${server.port}`, pool_size: 2, parameters },
    action: {
      parameters: { write_syntax: write_syntax.replace('marks', 'others'), precision: 'ms' },
      data,
      received: async () => (await server.query('SELECT value FROM others')).map(({ value }) => String(value)),
      batches: true,
      refused: () => ({ ...data('never'), count: 'nine' }),
    },
    down: server.kill,
    up: server.start,
    secrets: [password],
    wrong: { parameters: { ...parameters, password: 'wr0ng-pa55word' } },
    close: async () => {},
  }
})

const token = 't0ken-of-mine'

describeIntegration('the write API of InfluxDB 2 (a peer)', async () => {
  const peer = await startInfluxV2Peer({ org: 'my org', bucket: 'b', token })
  const parameters = { influxdb_type: 'influxdb_api_v2', org: 'my org', bucket: 'b', token }
  return {
    harness: () => createHarness('influxdb'),
    connector: { server: `127.0.0.1:${peer.port}`, pool_size: 2, parameters },
    action: {
      parameters: { write_syntax },
      data,
      received: async () => peer.points().map(({ tags }) => tags.mark ?? ''),
      batches: true,
      refused: () => ({ ...data('never'), count: 'nine' }),
    },
    down: peer.down,
    up: peer.up,
    secrets: [token],
    wrong: { parameters: { ...parameters, token: 'wr0ng-t0ken' } },
    close: peer.down,
  }
})

async function sendAll(write_syntax: string, all: readonly Record<string, unknown>[], options = {}) {
  const { username, password, database, port } = server
  const harness = await createHarness('influxdb')
  await harness.apply({
    connector: {
      server: `127.0.0.1:${port}`,
      parameters: { influxdb_type: 'influxdb_api_v1', database, username, password },
    },
    action: {
      connector: 'c',
      parameters: { write_syntax, ...options },
      resource_opts: { batch_size: 10, batch_time: '50ms', worker_pool_size: 1 },
    },
  })
  const outcomes: OutcomeUnderTest[] = await Promise.all(all.map(harness.send))
  await harness.close()
  return outcomes.map(({ result }) => result)
}

test('InfluxDB reads every type of value and the time in its precision', async () => {
  const syntax = 'kinds,${k}=${tag} i=${n}i,f=${n},b=${yes},s=${text},q="${n}" ${timestamp}'
  const one = {
    k: 'a,b',
    tag: 'x y=z',
    n: 9_007_199_254n,
    yes: true,
    text: 'a "quoted"\nline\\',
    timestamp: 1_700_000_000_123n,
  }
  expect(await sendAll(syntax, [one], { precision: 'ns' })).toEqual(['success'])
  expect(await server.query('SELECT * FROM kinds')).toEqual([
    {
      time: 1_700_000_000_123,
      'a,b': 'x y=z',
      i: 9_007_199_254,
      f: 9_007_199_254,
      b: true,
      s: one.text,
      q: '9007199254',
    },
  ])
  const types = await server.query('SHOW FIELD KEYS FROM kinds')
  expect(Object.fromEntries(types.map(({ fieldKey, fieldType }) => [fieldKey, fieldType]))).toEqual({
    b: 'boolean',
    f: 'float',
    i: 'integer',
    q: 'string',
    s: 'string',
  })
})

test('a rejected point does not fail the others of its batch', async () => {
  const all = [1n, 2n, 'three', 4n].map((v, index) => ({ v, time: BigInt(index + 1) }))
  expect(await sendAll('mixed v=${v} ${time}', all)).toEqual(['success', 'success', 'failed', 'success'])
  expect((await server.query('SELECT v FROM mixed')).map(({ v }) => v)).toEqual([1, 2, 4])
})

test('a missing database is reported immediately', async () => {
  const { username, password, port } = server
  const harness = await createHarness('influxdb')
  const parameters = { influxdb_type: 'influxdb_api_v1', database: 'nowhere', username, password }
  await expect(harness.probe('connector', { server: `127.0.0.1:${port}`, parameters })).rejects.toThrow(
    'database not found',
  )
  await harness.close()
})

test.each([
  ['influxdb_api_v1', { database: 'db' }],
  ['influxdb_api_v2', { org: 'o', bucket: 'b', token: 't' }],
])('VictoriaMetrics stores the points of a batch with %s', async (influxdb_type, place) => {
  const store = await startVictoriaMetrics()
  onTestFinished(store.close)
  const harness = await createHarness('influxdb')
  onTestFinished(harness.close)
  await harness.apply({
    connector: { server: `127.0.0.1:${store.port}`, parameters: { influxdb_type, ...place } },
    action: {
      connector: 'c',
      parameters: { write_syntax: 'room,id=${id} count=${n}i,sure=${sure} ${at}', precision: 'ms' },
      resource_opts: { batch_size: 10, batch_time: '50ms' },
    },
  })
  expect(harness.state('connector')).toMatchObject({ status: 'connected' })
  const points = [3n, -4n].map((n, index) => ({ id: 'a b,c', n, sure: n > 0n, at: 1_700_000_000_000n + BigInt(index) }))
  const outcomes = await Promise.all(points.map((point) => harness.send(point)))
  expect(outcomes.map(({ result }) => result)).toEqual(['success', 'success'])
  const timestamps = [1_700_000_000_000, 1_700_000_000_001]
  const id = 'a b,c'
  expect(await store.series('room_count')).toMatchObject([{ metric: { id }, values: [3, -4], timestamps }])
  expect(await store.series('room_sure')).toMatchObject([{ metric: { id }, values: [1, 0], timestamps }])
})
