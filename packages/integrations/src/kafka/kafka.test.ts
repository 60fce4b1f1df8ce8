import { type Kind, masked, structKind, unmasked } from '@mqdeck/contract'
import { silentLog, systemClock } from '@mqdeck/kit'
import { expect, test } from 'vitest'
import { structsOf } from '../catalog.ts'
import { runtime } from './runtime.ts'

const context = { clock: systemClock, log: silentLog, folder: '/', node: 'mqdeck@127.0.0.1', name: 'a' }

/** Plain parameters with their defaults. */
const parametersOf = (given: object): unknown => {
  const { config } = structsOf('action', 'kafka_producer') ?? {}
  const read = config?.schema.parse({ connector: 'c', parameters: given })
  return config?.fields.parameters?.kind.toPlain((read as { readonly parameters: unknown }).parameters)
}

const action = (given: object) => {
  const made = runtime.action?.(parametersOf(given) as never, {} as never, context as never)
  if (!made) throw new Error('no action')
  return made
}

const render = (given: object, data: object) => action(given).render({ ...data })

test('without templates, the key is the client ID, the value all data, and the timestamp that of the event', () => {
  expect(render({ topic: 't' }, { clientid: 'c1', timestamp: 1_700_000_000_000n, n: 1n })).toEqual({
    topic: 't',
    key: Buffer.from('c1'),
    value: Buffer.from('{"clientid":"c1","timestamp":1700000000000,"n":1}'),
    timestamp: 1_700_000_000_000n,
    headers: [],
  })
})

test('a missing value is empty, and a missing timestamp is the current time', () => {
  const before = BigInt(Date.now())
  const request = render({ topic: 't', message: { value: '${x}', timestamp: '${x}' } }, {})
  expect(request).toMatchObject({ key: Buffer.alloc(0), value: Buffer.alloc(0) })
  expect((request as { readonly timestamp: bigint }).timestamp >= before).toBe(true)
})

test('bytes stay unchanged', () => {
  const payload = new Uint8Array([0, 255])
  expect(render({ topic: 't', message: { value: '${payload}' } }, { payload })).toMatchObject({
    value: Buffer.from(payload),
  })
})

test.each(['', 'a/b', 'ä', 'x'.repeat(250)])('%j is rejected as a topic', (topic) => {
  expect(() => render({ topic: '${topic}' }, { topic })).toThrow('not a valid Kafka topic name')
})

test('headers must be one placeholder', () => {
  expect(() => action({ topic: 't', kafka_headers: 'x${a}' })).toThrow('must be one placeholder')
  const given = { topic: 't', kafka_headers: '${h}' }
  expect(render(given, { h: { a: 1n, b: new Uint8Array([1]) } })).toMatchObject({
    headers: [
      ['a', '1'],
      ['b', new Uint8Array([1])],
    ],
  })
  expect(render(given, { h: 'text' })).toMatchObject({ headers: [] })
  expect(render(given, {})).toMatchObject({ headers: [] })
})

test('the buffer settings are read from the parameters', () => {
  expect(action({ topic: 't' }).buffering).toEqual({
    buffer_mode: 'memory_only',
    max_buffer_bytes: 256 * 1024 * 1024,
    batch_size: 1000,
    batch_time: 0,
    query_mode: 'async',
    inflight_window: 10,
    worker_pool_size: 1,
  })
  const given = {
    topic: 't',
    buffer: { mode: 'disk', per_partition_limit: '1MB' },
    query_mode: 'sync',
    max_inflight: 1,
  }
  expect(action(given).buffering).toMatchObject({
    buffer_mode: 'disk',
    max_buffer_bytes: 1024 * 1024,
    query_mode: 'sync',
    inflight_window: 1,
  })
})

test('the password is masked, and kept when the mask is sent', () => {
  const { config } = structsOf('connector', 'kafka_producer') ?? {}
  const kind = structKind(config as never) as Kind
  const settings = config?.schema.parse({
    bootstrap_hosts: '127.0.0.1:9092',
    authentication: { mechanism: 'plain', username: 'u', password: 's3cr3t' },
  })
  const shown = masked(kind, settings)
  expect(JSON.stringify(shown)).not.toContain('s3cr3t')
  expect(unmasked(kind, shown, settings)).toEqual(settings)
})
