import { type AwsFront, eventually, startAwsFront } from '@mqdeck/testkit'
import { describeIntegration } from '@mqdeck/testkit/suites'
import kinesalite from 'kinesalite'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createHarness } from '../test-harness.ts'
import { regionOf } from './runtime.ts'

const login = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }

async function start(): Promise<AwsFront> {
  const front = await startAwsFront({
    emulator: kinesalite({ createStreamMs: 0 }),
    service: 'kinesis',
    target: 'Kinesis_20131202',
    contentType: 'application/x-amz-json-1.1',
    ...login,
  })
  await front.call('CreateStream', { StreamName: 'marks', ShardCount: 1 })
  await eventually(
    async () => JSON.stringify(await front.call('DescribeStreamSummary', { StreamName: 'marks' })).includes('"ACTIVE"'),
    () => 'Waited for the stream',
  )
  return front
}

const connectorOf = ({ origin }: AwsFront) => ({
  endpoint: origin,
  aws_access_key_id: login.accessKeyId,
  aws_secret_access_key: login.secretAccessKey,
  pool_size: 2,
})

interface Stored {
  readonly PartitionKey: string
  readonly Data: string
}

async function recordsOf(front: AwsFront): Promise<readonly (readonly [key: string, data: Buffer])[]> {
  const { ShardIterator } = (await front.call('GetShardIterator', {
    StreamName: 'marks',
    ShardId: 'shardId-000000000000',
    ShardIteratorType: 'TRIM_HORIZON',
  })) as { readonly ShardIterator: string } // as documented
  const { Records } = (await front.call('GetRecords', { ShardIterator })) as { readonly Records: readonly Stored[] } // as documented
  return Records.map(({ PartitionKey, Data }) => [PartitionKey, Buffer.from(Data, 'base64')])
}

describeIntegration('Kinesis (kinesalite)', async () => {
  const front = await start()
  return {
    harness: () => createHarness('kinesis'),
    connector: connectorOf(front),
    action: {
      parameters: { stream_name: 'marks', partition_key: '${key}', payload_template: '${mark}' },
      data: (mark) => ({ key: 'k', mark }),
      received: async () => (await recordsOf(front)).map(([, data]) => data.toString()),
      batches: true,
      refused: () => ({ key: 'x'.repeat(300), mark: 'never' }),
    },
    down: front.down,
    up: front.up,
    secrets: [login.secretAccessKey],
    wrong: { aws_secret_access_key: 'wr0ng-secret' },
    close: front.close,
  }
})

let front: AwsFront
beforeAll(async () => {
  front = await start()
})
afterAll(() => front?.close())

async function opened(parameters: object) {
  const harness = await createHarness('kinesis')
  onTestFinished(harness.close)
  const resource_opts = { batch_size: 10, batch_time: '50ms', worker_pool_size: 1 }
  await harness.apply({ connector: connectorOf(front), action: { connector: 'c', parameters, resource_opts } })
  return harness
}

test('a record has bytes as they are, and a rejected record of a batch does not fail the others', async () => {
  const harness = await opened({ stream_name: 'marks', partition_key: '${key}', payload_template: '${payload}' })
  const bytes = new Uint8Array([0, 255, 128])
  const sent = ['a', 'x'.repeat(300), 'b'].map((key) => harness.send({ key, payload: bytes }))
  expect((await Promise.all(sent)).map(({ result }) => result)).toEqual(['success', 'failed', 'success'])
  const stored = await recordsOf(front)
  expect(stored.map(([key]) => key)).toEqual(['a', 'b'])
  expect(stored.map(([, data]) => [...data])).toEqual([
    [0, 255, 128],
    [0, 255, 128],
  ])
})

test('an action with an unknown stream is disconnected with the reason', async () => {
  const harness = await opened({ stream_name: 'nowhere', partition_key: 'k' })
  await expect
    .poll(() => harness.state('action')?.reason)
    .toContain('DescribeStreamSummary returned status 400: ResourceNotFoundException')
})

test('the region is read from the host', () => {
  expect(regionOf('kinesis.eu-central-1.amazonaws.com')).toBe('eu-central-1')
  expect(regionOf('vpce-0a.kinesis.us-gov-west-1.vpce.amazonaws.com')).toBe('us-gov-west-1')
  expect(regionOf('127.0.0.1')).toBe('us-east-1')
})
