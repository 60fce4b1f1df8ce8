import { eventually, type S3Peer, startS3Peer } from '@mqdeck/testkit'
import { describeIntegration } from '@mqdeck/testkit/suites'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createHarness } from '../test-harness.ts'

const login = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
const start = () => startS3Peer({ ...login, buckets: ['b', 'other'] })
const connectorOf = ({ port }: S3Peer) => ({
  host: '127.0.0.1',
  port,
  access_key_id: login.accessKeyId,
  secret_access_key: login.secretAccessKey,
  transport_options: { pool_size: 2 },
})
const textsOf = (peer: S3Peer) => [...peer.objects().values()].map(({ bytes }) => bytes.toString())

const suiteOf = (peer: S3Peer) => ({
  harness: () => createHarness('s3'),
  connector: connectorOf(peer),
  down: peer.down,
  up: peer.up,
  secrets: [login.secretAccessKey],
  wrong: { secret_access_key: 'wr0ng-secret' },
  close: peer.down,
})

describeIntegration('S3 (a peer), an object for each message', async () => {
  const peer = await start()
  return {
    ...suiteOf(peer),
    action: {
      parameters: { bucket: '${bucket}', key: "it's ${mark}+(a)*/ü.txt", content: '${mark}' },
      data: (mark) => ({ mark, bucket: 'b' }),
      received: async () => textsOf(peer),
      batches: true,
      refused: () => ({ mark: 'never', bucket: 'nowhere' }),
    },
  }
})

for (const container of [{ type: 'csv' }, { type: 'json_lines' }])
  describeIntegration(`S3 (a peer), aggregated as ${container.type}`, async () => {
    const peer = await start()
    return {
      ...suiteOf(peer),
      action: {
        parameters: {
          mode: 'aggregated',
          bucket: 'b',
          key: '${action}/${datetime.rfc3339utc}/${sequence}',
          container,
          aggregation: { time_interval: '1s', max_records: 7 },
        },
        data: (mark) => ({ mark }),
        received: async () => textsOf(peer).flatMap((text) => text.match(/\bm\d+\b/g) ?? []),
        batches: true,
      },
    }
  })

let peer: S3Peer
beforeAll(async () => {
  peer = await start()
})
afterAll(() => peer?.down())

async function opened(parameters: object, connector: object = {}) {
  const harness = await createHarness('s3')
  onTestFinished(harness.close)
  const resource_opts = { health_check_interval: '100ms' }
  const settings = {
    connector: { ...connectorOf(peer), ...connector, resource_opts },
    action: { connector: 'c', parameters, resource_opts },
  }
  await harness.apply(settings)
  await eventually(
    () => harness.state('action')?.status === 'connected',
    () => `it is ${JSON.stringify(harness.state('action'))}`,
  )
  return { harness, settings }
}

const objectAt = (place: string) =>
  eventually(
    () => peer.objects().get(place),
    () => `Waited for ${place}, there are ${[...peer.objects().keys()]}`,
  )

test('an object has the configured headers and access, and unchanged bytes', async () => {
  const { harness } = await opened({
    bucket: 'b',
    key: 'raw',
    content: '${payload}',
    acl: 'bucket_owner_full_control',
    headers: { 'Content-Type': 'image/x-test', 'x-amz-meta-of': 'mine' },
  })
  const payload = Buffer.from([0, 1, 254, 255])
  expect(await harness.send({ payload })).toMatchObject({ result: 'success' })
  expect(peer.objects().get('b/raw')).toMatchObject({
    bytes: payload,
    headers: { 'content-type': 'image/x-test', 'x-amz-meta-of': 'mine', 'x-amz-acl': 'bucket-owner-full-control' },
  })
})

test('the bucket can be part of the host name', async () => {
  const { harness } = await opened(
    { bucket: 'other', key: 'deep/${k}', content: 'x' },
    { access_method: 'vhost', host: 'localhost' },
  )
  expect(await harness.send({ k: 'a b' })).toMatchObject({ result: 'success' })
  expect(peer.objects().get('other/deep/a b')?.bytes.toString()).toBe('x')
})

test('a key cannot lead out of its bucket', async () => {
  const { harness } = await opened({ bucket: 'b', key: 'x/${k}', content: 'x' })
  expect(await harness.send({ k: '../../other/y' })).toMatchObject({ result: 'failed' })
})

test('a large object is uploaded in parts, and exists after the last part', async () => {
  const { harness } = await opened({
    mode: 'aggregated',
    bucket: 'b',
    key: '${action}-${node}-${datetime.unix}-${sequence}-large',
    container: { type: 'json_lines' },
    aggregation: { max_records: 50 },
    min_part_size: '1kb',
  })
  const before = peer.objects().size
  for (let index = 0; index < 50; index += 1) void harness.send({ index: BigInt(index), text: 'x'.repeat(100) })
  await eventually(
    () => peer.objects().size > before,
    () => 'Waited for the object',
  )
  const object = [...peer.objects().values()].at(-1)
  expect(object?.parts).toBeGreaterThan(3)
  expect(object?.headers['content-type']).toBe('application/x-ndjson')
  const lines = object?.bytes.toString().trimEnd().split('\n') ?? []
  expect(new Set(lines.map((line) => JSON.parse(line).index))).toEqual(
    new Set(Array.from({ length: 50 }, (_, index) => index)),
  )
  expect(peer.uploads()).toBe(0)
})

test('buffered records survive a killed process, and are uploaded at the end of their interval', async () => {
  const parameters = {
    mode: 'aggregated',
    bucket: 'b',
    key: 'kept/${action}/${node}/${datetime.unix}/${sequence}',
    aggregation: { time_interval: '2s' },
  }
  const { harness, settings } = await opened(parameters)
  for (const mark of ['one', 'two']) expect(await harness.send({ mark })).toMatchObject({ result: 'success' })
  const isThere = () => [...peer.objects().keys()].some((place) => place.startsWith('b/kept/'))
  expect(isThere()).toBe(false)
  await harness.reopen()
  await harness.apply(settings)
  await eventually(isThere, () => 'Waited for the object')
  expect(textsOf(peer).at(-1)).toBe('mark\none\ntwo\n')
})

test('a failed upload is reported, leaves no parts behind and is retried', async () => {
  const { harness } = await opened({
    mode: 'aggregated',
    bucket: 'b',
    key: 'again/${action}/${node}/${datetime.unix}/${sequence}',
    container: { type: 'json_lines' },
    aggregation: { max_records: 1 },
  })
  peer.fail({ status: 403, code: 'QuotaExceeded' })
  expect(await harness.send({ mark: 'kept' })).toMatchObject({ result: 'success' })
  await eventually(
    () => harness.state('action')?.reason.includes('QuotaExceeded'),
    () => 'Waited for the reason',
  )
  peer.fail(undefined)
  await eventually(
    () => textsOf(peer).includes('{"mark":"kept"}\n'),
    () => 'Waited for the object',
  )
  await eventually(
    () => harness.state('action')?.status === 'connected',
    () => 'Waited for the action',
  )
  expect(peer.uploads()).toBe(0)
})

test('a missing bucket is reported, and a busy storage is tried again', async () => {
  const harness = await createHarness('s3')
  onTestFinished(harness.close)
  await harness.apply({ connector: connectorOf(peer) })
  const aggregated = { mode: 'aggregated', bucket: 'nowhere', key: 'k', aggregation: {} }
  await expect(harness.probe('action', { connector: 'c', parameters: aggregated })).rejects.toThrow('NoSuchBucket')
  const { harness: other } = await opened({ bucket: 'b', key: 'busy', content: 'x' })
  peer.fail({ status: 503, code: 'SlowDown' })
  const sent = other.send({})
  await eventually(
    () => (other.metrics('action').retried ?? 0) > 0,
    () => 'Waited for another try',
  )
  peer.fail(undefined)
  expect(await sent).toMatchObject({ result: 'success' })
  expect(await objectAt('b/busy')).toBeDefined()
})
