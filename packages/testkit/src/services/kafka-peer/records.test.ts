import { expect, test } from 'vitest'
import { createLogs, errors } from './logs.ts'
import { batchOf, headOf, recordsOf } from './records.ts'

const record = { key: 'k', value: 'v', timestamp: 1_700_000_000_000n, headers: { h: 'x' } }

test('a batch contains its records', () => {
  const batch = batchOf(record)
  expect(headOf(batch)).toEqual({ size: batch.length, count: 1, compression: 0, isSound: true })
  expect(recordsOf(batch)).toEqual([
    {
      offset: 0n,
      timestamp: record.timestamp,
      key: Buffer.from('k'),
      value: Buffer.from('v'),
      headers: [['h', 'x']],
    },
  ])
})

test('a corrupted batch is rejected', () => {
  const logs = createLogs(1000)
  logs.create('t', 1)
  const batch = batchOf(record)
  batch.writeUInt8(batch.readUInt8(batch.length - 1) ^ 1, batch.length - 1)
  expect(logs.of('t')?.[0]?.append(batch)).toEqual({ error: errors.corruptMessage, offset: -1n })
})

test('offsets continue across batches', () => {
  const logs = createLogs(1000)
  logs.create('t', 1)
  for (const value of ['a', 'b', 'c']) logs.publish('t', 0, { value })
  const [log] = logs.of('t') ?? []
  expect(log?.records().map(({ offset, value }) => [offset, String(value)])).toEqual([
    [0n, 'a'],
    [1n, 'b'],
    [2n, 'c'],
  ])
  expect(log?.end()).toBe(3n)
  expect(recordsOf(log?.read(2n, 1) ?? Buffer.alloc(0))).toMatchObject([{ offset: 2n }])
})
