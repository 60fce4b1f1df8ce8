import { SettingsError, silentLog, systemClock } from '@mqdeck/kit'
import { createTempStore, type TempStore } from '@mqdeck/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inParts } from './aggregated-upload.ts'
import { createContainer, entryOf } from './container.ts'
import { s3 } from './manifest.ts'
import { createObjectKey } from './object-key.ts'
import { createRecords } from './records.ts'
import { type Connector, runtime } from './runtime.ts'

const [directStruct, aggregatedStruct] = s3.action.parameters
const toPlain = (struct: typeof directStruct | typeof aggregatedStruct, value: object) => {
  const read: object = struct.schema.parse(value)
  const fields: Readonly<Record<string, { readonly kind: { toPlain(value: never): unknown } }>> = struct.fields
  return Object.fromEntries(Object.entries(read).map(([key, one]) => [key, fields[key]?.kind.toPlain(one as never)]))
}

let temp: TempStore
beforeAll(async () => {
  temp = await createTempStore()
})
afterAll(() => temp.remove())

const actionWith = (struct: typeof directStruct | typeof aggregatedStruct, value: object) => {
  const context = { clock: systemClock, log: silentLog, folder: '/', node: 'n@h', name: 'a', store: temp.store }
  // The connector is not used.
  const made = runtime.action?.(toPlain(struct, value) as never, {} as Connector, context)
  if (!made) throw new Error('there is no action')
  return made
}

describe('an object for each message', () => {
  test('has a bucket, a key and content from the message', () => {
    const action = actionWith(directStruct, { bucket: 'b-${x}', key: '${x}/${y}', content: '<${payload.t}>' })
    expect(action.render({ x: 'a', payload: '{"t":1}' })).toEqual({ bucket: 'b-a', key: 'a/undefined', content: '<1>' })
    expect(() => action.render({})).toThrow('bucket_undefined')
  })

  test('has all data by default, and unchanged bytes', () => {
    const whole = actionWith(directStruct, { bucket: 'b', key: 'k' })
    expect(whole.render({ a: 9_007_199_254_740_993n })).toMatchObject({ content: '{"a":9007199254740993}' })
    const bytes = new Uint8Array([0, 255])
    expect(
      actionWith(directStruct, { bucket: 'b', key: 'k', content: '${payload}' }).render({ payload: bytes }),
    ).toEqual({ bucket: 'b', key: 'k', content: bytes })
  })
})

describe('settings of aggregation', () => {
  const aggregated = { mode: 'aggregated', bucket: 'b', key: 'k', aggregation: {} }

  test.each([
    ['bucket', { bucket: '${clientid}' }],
    ['key', { key: '${clientid}' }],
    ['key', { key: '${datetime.swatch}' }],
    ['min_part_size', { min_part_size: '2mb', max_part_size: '1mb' }],
  ])('are rejected at %s for %j', (field, changes) => {
    expect(() => actionWith(aggregatedStruct, { ...aggregated, ...changes })).toThrow(
      expect.objectContaining({ name: SettingsError.name, field }),
    )
  })
})

test('the key of an object contains its start time, and is unique', () => {
  const period = { since: Date.UTC(2026, 4, 17, 10), until: Date.UTC(2026, 4, 17, 10, 30), sequence: 2 }
  const key = (template: string) => createObjectKey(template, { action: 'a', node: 'n@h' })(period)
  expect(key('${action}/${node}/${datetime.rfc3339utc}_N${sequence}.csv')).toBe('a/n@h/2026-05-17T10:00:00Z_N2.csv')
  expect(key('x')).toBe('x/a/n@h/2026-05-17T10:00:00Z/2')
  expect(key('${action}-${node}-${sequence}-${datetime.unix}-${datetime_until.unix}')).toBe(
    'a-n@h-2-1779012000-1779013800',
  )
  expect(Date.parse(/since-(.*)\/2$/.exec(key('${action}/${node}/since-${datetime.rfc3339}'))?.[1] ?? '')).toBe(
    period.since,
  )
})

describe('a file', () => {
  const textOf = (settings: Parameters<typeof createContainer>[0], all: readonly Record<string, unknown>[]) => {
    return [...createContainer(settings).texts(all.map(entryOf))].join('')
  }

  test('of comma-separated values has the columns of its first record, the named ones first', () => {
    const all = [
      { topic: 't/1', clientid: 'c', n: 1n, payload: '{"t":21.5}' },
      { clientid: 'with "quotes", and\nlines', topic: null, later: 1n },
      {},
    ]
    expect(textOf({ type: 'csv', column_order: ['clientid', 'payload.t'] }, all)).toBe(
      [
        'clientid,payload.t,n,payload,topic',
        'c,21.5,1,"{""t"":21.5}",t/1',
        '"with ""quotes"", and\nlines",,,,null',
        ',,,,',
        '',
      ].join('\n'),
    )
  })

  test('of JSON lines has a line for each', () => {
    const all = [{ a: 9_007_199_254_740_993n, b: 'x\ny', c: 1.5 }, {}]
    expect(textOf({ type: 'json_lines' }, all)).toBe('{"a":9007199254740993,"b":"x\\ny","c":1.5}\n{}\n')
  })

  test('is split into parts that are neither too small nor too large', async () => {
    const sizes = async (texts: readonly string[], least: number, most: number) => {
      const found: number[] = []
      for await (const part of inParts(texts, least, most)) found.push(part.length)
      return found
    }
    const texts = Array.from({ length: 10 }, () => 'abc')
    expect(await sizes(texts, 10, 100)).toEqual([12, 12, 6])
    expect(await sizes(texts, 10, 10)).toEqual([10, 2, 10, 2, 6])
    expect(await sizes(texts, 1000, 1000)).toEqual([30])
    expect(await sizes([], 1, 1)).toEqual([])
  })
})

describe('buffered records', () => {
  const recordsOf = (name: string, changes = {}) =>
    createRecords({ store: temp.store, name, interval: 10_000, maxRecords: 3, ...changes })
  const start = 1_700_000_000_500

  test('become an object at the maximum number of records, also in one batch', async () => {
    const records = recordsOf('full')
    await records.add(['1', '2'], start)
    expect(records.complete(start)).toEqual([])
    await records.add(['3', '4', '5', '6', '7'], start)
    const complete = records.complete(start)
    expect(complete.map((one) => [one.since, one.sequence, [...records.entries(one)]])).toEqual([
      [1_700_000_000_000, 0, ['1', '2', '3']],
      [1_700_000_000_000, 1, ['4', '5', '6']],
    ])
    for (const one of complete) await records.remove(one)
    expect(records.complete(start)).toEqual([])
    expect(records.complete(start + 10_000).map((one) => [...records.entries(one)])).toEqual([['7']])
  })

  test('become an object at the end of the interval', async () => {
    const records = recordsOf('late')
    await records.add(['1'], start)
    await records.add(['2'], start + 25_000)
    expect(records.complete(start + 25_000).map(({ since, until }) => [since, until])).toEqual([
      [1_700_000_000_000, 1_700_000_010_000],
    ])
    expect(records.complete(start + 29_500).map(({ since }) => since)).toEqual([1_700_000_000_000, 1_700_000_020_000])
  })

  test('are restored in order after a restart, and get more records', async () => {
    const before = recordsOf('again')
    await before.add(['1', '2', '3', '4'], start)
    const after = recordsOf('again')
    await after.add(['5'], start + 1)
    expect(after.complete(start + 10_000).map((one) => [...after.entries(one)])).toEqual([
      ['1', '2', '3'],
      ['4', '5'],
    ])
    await after.forget()
    expect(recordsOf('again').complete(start + 99_000)).toEqual([])
  })

  test('are separate for each action', async () => {
    await recordsOf('a1').add(['x'], start)
    expect(recordsOf('a').complete(start + 99_000)).toEqual([])
    expect(recordsOf('a1').complete(start + 99_000)).toHaveLength(1)
  })
})
