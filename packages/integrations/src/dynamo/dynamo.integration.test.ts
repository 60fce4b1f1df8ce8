import { type AwsFront, eventually, startAwsFront } from '@mqdeck/testkit'
import { describeIntegration } from '@mqdeck/testkit/suites'
import dynalite from 'dynalite'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createHarness } from '../test-harness.ts'

const login = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }

async function start(): Promise<AwsFront> {
  const front = await startAwsFront({
    emulator: dynalite({ createTableMs: 0 }),
    service: 'dynamodb',
    target: 'DynamoDB_20120810',
    contentType: 'application/x-amz-json-1.0',
    ...login,
  })
  const key = (AttributeName: string, KeyType: string) => ({ AttributeName, KeyType })
  await front.call('CreateTable', {
    TableName: 'marks',
    AttributeDefinitions: ['id', 'mark'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: [key('id', 'HASH'), key('mark', 'RANGE')],
    BillingMode: 'PAY_PER_REQUEST',
  })
  await eventually(
    async () => JSON.stringify(await front.call('DescribeTable', { TableName: 'marks' })).includes('"ACTIVE"'),
    () => 'Waited for the table',
  )
  return front
}

const connectorOf = ({ origin }: AwsFront) => ({
  url: origin,
  region: 'eu-west-1',
  aws_access_key_id: login.accessKeyId,
  aws_secret_access_key: login.secretAccessKey,
  pool_size: 2,
})

type Scanned = Readonly<Record<string, Readonly<Record<string, unknown>>>>
async function itemsOf(front: AwsFront): Promise<readonly Scanned[]> {
  const { Items } = (await front.call('Scan', { TableName: 'marks' })) as { readonly Items: readonly Scanned[] } // as documented
  return Items
}

const table = { table: 'marks', hash_key: 'id', range_key: 'mark' }

describeIntegration('DynamoDB (dynalite)', async () => {
  const front = await start()
  let count = 100_000
  return {
    harness: () => createHarness('dynamo'),
    connector: connectorOf(front),
    action: {
      parameters: { ...table, template: '{"id": "${id}", "mark": "${mark}", "at": ${at}}' },
      data: (mark) => ({ id: 'same', mark, at: BigInt(++count) }),
      received: async () => {
        const items = [...(await itemsOf(front))].sort((one, other) => Number(one.at?.N) - Number(other.at?.N))
        return items.map(({ mark }) => String(mark?.S))
      },
      batches: true,
      refused: () => ({ id: 'x'.repeat(3000), mark: 'never', at: 1n }),
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
  const harness = await createHarness('dynamo')
  onTestFinished(harness.close)
  const resource_opts = { batch_size: 40, batch_time: '50ms', worker_pool_size: 1 }
  await harness.apply({ connector: connectorOf(front), action: { connector: 'c', parameters, resource_opts } })
  return harness
}

test('without a template the complete data is stored, 25 items per request, and a repeated key has its last value', async () => {
  const harness = await opened(table)
  const sent = Array.from({ length: 40 }, (_, n) => ({ id: 'a', mark: `b${n}`, n, o: { x: [1n] }, e: '', t: true }))
  const results = await Promise.all(sent.map((data) => harness.send(data)))
  expect(results.map(({ result }) => result)).toEqual(sent.map(() => 'success'))
  expect(front.operations().filter((name) => name === 'BatchWriteItem')).toHaveLength(2)
  const stored = (await itemsOf(front)).find(({ mark }) => mark?.S === 'b7')
  expect(stored).toEqual({
    id: { S: 'a' },
    mark: { S: 'b7' },
    n: { N: '7' },
    o: { S: '{"x":[1]}' },
    t: { S: 'true' },
  })
  const repeated = [1n, 2n].map((n) => harness.send({ id: 'a', mark: 'twice', n }))
  expect((await Promise.all(repeated)).map(({ result }) => result)).toEqual(['success', 'success'])
  expect((await itemsOf(front)).find(({ mark }) => mark?.S === 'twice')?.n).toEqual({ N: '2' })
})

test.each([
  [{ ...table, table: 'nowhere' }, 'DescribeTable returned status 400: ResourceNotFoundException'],
  [{ ...table, range_key: 'other' }, 'the keys of table marks are id, mark, not id, other'],
])('the action %j is disconnected with the reason %s', async (parameters, reason) => {
  const harness = await opened(parameters)
  await expect.poll(() => harness.state('action')?.reason).toContain(reason)
})
