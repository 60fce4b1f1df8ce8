import { greptimeProto } from '@mqdeck/drivers'
import { startGreptimePeer } from '@mqdeck/testkit'
import { describeIntegration } from '@mqdeck/testkit/suites'
import { expect, onTestFinished, test } from 'vitest'
import { createHarness } from '../test-harness.ts'

const login = { username: 'writer', password: 'greptime secret' }
const start = () => startGreptimePeer({ proto: greptimeProto, database: 'public', ...login })
let time = 1_700_000_000_000

describeIntegration('GreptimeDB (a peer)', async () => {
  const peer = await start()
  return {
    harness: () => createHarness('greptimedb'),
    connector: { server: `127.0.0.1:${peer.port}`, dbname: 'public', ...login },
    action: {
      parameters: { write_syntax: 'marks,mark=${mark} count=${count}i ${time}' },
      data: (mark) => ({ mark, count: 3n, time: BigInt(++time) }),
      received: async () => peer.rows('marks').map(({ mark }) => String(mark)),
      batches: true,
      // A string for a numeric field.
      refused: () => ({ mark: 'never', count: 'nine', time: 1n }),
    },
    down: peer.down,
    up: peer.up,
    secrets: [login.password],
    wrong: { password: 'wr0ng-pa55word' },
    close: peer.down,
  }
})

test('tags, fields and the time become typed columns, and a batch is one request', async () => {
  const peer = await start()
  onTestFinished(peer.down)
  const harness = await createHarness('greptimedb')
  onTestFinished(harness.close)
  await harness.apply({
    connector: { server: `127.0.0.1:${peer.port}`, dbname: 'public', ...login },
    action: {
      connector: 'c',
      parameters: {
        write_syntax: 'room,id=${id} big=${big}i,pos=${pos}u,temp=${temp},on=${on},text="${text}" ${at}',
        precision: 'us',
      },
      resource_opts: { batch_size: 10, batch_time: '50ms', worker_pool_size: 1 },
    },
  })
  const rows = [
    { id: 'a b', big: 9007199254740993n, pos: 7n, temp: 2.5, on: true, text: 'x",on=f 1\n${id}', at: 1n },
    { id: 'c', big: -1n, pos: 0n, temp: 1e3, on: false, text: '', at: 2n },
    { id: 'd', big: 1n, at: 3n },
  ]
  const outcomes = await Promise.all(rows.map((row) => harness.send(row)))
  expect(outcomes.map(({ result }) => result)).toEqual(['success', 'success', 'success'])
  expect(peer.requests()).toEqual([3])
  expect(peer.columns('room')).toEqual({
    id: 'STRING TAG',
    big: 'INT64 FIELD',
    pos: 'UINT64 FIELD',
    temp: 'FLOAT64 FIELD',
    on: 'BOOLEAN FIELD',
    text: 'STRING FIELD',
    greptime_timestamp: 'TIMESTAMP_MICROSECOND TIMESTAMP',
  })
  expect(peer.rows('room')).toEqual([
    {
      id: 'a b',
      big: '9007199254740993',
      pos: '7',
      temp: 2.5,
      on: true,
      text: 'x",on=f 1\n${id}',
      greptime_timestamp: '1',
    },
    { id: 'c', big: '-1', pos: '0', temp: 1000, on: false, text: '', greptime_timestamp: '2' },
    { id: 'd', big: '1', greptime_timestamp: '3' },
  ])
})

test('a missing database is reported by the connector', async () => {
  const peer = await start()
  onTestFinished(peer.down)
  const harness = await createHarness('greptimedb')
  onTestFinished(harness.close)
  const connector = { server: `127.0.0.1:${peer.port}`, dbname: 'other', ...login }
  await expect(harness.probe('connector', connector)).rejects.toThrow('Database not found')
})
