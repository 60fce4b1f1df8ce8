import { type MongoPeer, startMongoPeer } from '@mqdeck/testkit'
import { describeIntegration } from '@mqdeck/testkit/suites'
import { expect, onTestFinished, test } from 'vitest'
import { createHarness } from '../test-harness.ts'

const serversOf = (ports: readonly number[]) => ports.map((port) => `127.0.0.1:${port}`).join(',')

const deployments = {
  single: ([port]: readonly number[]) => ({ mongo_type: 'single', server: `127.0.0.1:${port}` }),
  rs: (ports: readonly number[]) => ({
    mongo_type: 'rs',
    servers: serversOf(ports),
    replica_set_name: 'rs0',
    w_mode: 'safe',
  }),
  sharded: (ports: readonly number[]) => ({ mongo_type: 'sharded', servers: serversOf(ports) }),
} as const

type Deployment = keyof typeof deployments

const connectorOf = (deployment: Deployment, { ports, username, password }: MongoPeer) => ({
  parameters: deployments[deployment](ports),
  database: 'mqtt',
  username,
  password,
  pool_size: 3,
})

const documentsOf = (peer: MongoPeer, collection: string): readonly Record<string, unknown>[] => {
  const { cursor } = peer.run('mqtt', { find: collection, filter: {}, batchSize: 100_000 })
  return (cursor as { firstBatch: readonly Record<string, unknown>[] }).firstBatch
}

for (const deployment of ['single', 'rs', 'sharded'] as const)
  describeIntegration(`a peer that speaks like MongoDB (${deployment})`, async () => {
    const peer = await startMongoPeer({ deployment })
    let isUp = true
    return {
      harness: () => createHarness('mongodb'),
      connector: connectorOf(deployment, peer),
      action: {
        parameters: { collection: 'marks', payload_template: '{"_id": ${id}, "mark": "${mark}"}' },
        data: (mark) => ({ id: mark, mark }),
        received: async () => documentsOf(peer, 'marks').map(({ mark }) => String(mark)),
        refused: () => ({ id: { $date: 'never' } }),
      },
      async down() {
        if (isUp) await peer.kill()
        isUp = false
      },
      async up() {
        if (!isUp) await peer.start()
        isUp = true
      },
      secrets: [peer.password],
      wrong: { password: 'wr0ng-pa55word' },
      close: peer.close,
    }
  })

const quick = { health_check_interval: '200ms' }

async function open(deployment: Deployment, peer: MongoPeer, parameters: object) {
  const harness = await createHarness('mongodb')
  onTestFinished(harness.close)
  await harness.apply({
    connector: { ...connectorOf(deployment, peer), resource_opts: quick },
    action: { connector: 'c', parameters, resource_opts: { ...quick, worker_pool_size: 1 } },
  })
  await expect.poll(() => harness.state('action')?.status).toBe('connected')
  return harness
}

test('values keep their types, in the collection from the message', async () => {
  const peer = await startMongoPeer()
  onTestFinished(peer.close)
  const harness = await open('single', peer, { collection: 'of_${clientid}' })
  const at = new Date('2024-02-23T15:51:01.232Z')
  const outcome = await harness.send({
    clientid: 'c1',
    small: 5n,
    big: 9_223_372_036_854_775_807n,
    float: 2,
    at: { $date: at.toISOString() },
    list: [{ a: true }, null],
    bytes: new Uint8Array([0xff]),
  })
  expect(outcome).toMatchObject({ result: 'success' })
  const [document] = documentsOf(peer, 'of_c1')
  expect(document).toMatchObject({ clientid: 'c1', small: 5, float: 2, at, list: [{ a: true }, null] })
  expect(String(document?.big)).toBe('9223372036854775807')
  expect(await harness.send({ clientid: 'c1', big: 2n ** 64n })).toMatchObject({
    result: 'failed',
    reason: 'an integer has more than 64 bits',
  })
})

test('a duplicate ID is rejected and not retried', async () => {
  const peer = await startMongoPeer()
  onTestFinished(peer.close)
  const harness = await open('single', peer, { payload_template: '{"_id": "${id}"}' })
  expect(await harness.send({ id: 'a' })).toMatchObject({ result: 'success' })
  expect(await harness.send({ id: 'a' })).toMatchObject({ result: 'failed' })
  expect(harness.metrics('action')).toMatchObject({ success: 1, failed: 1, retried: 0 })
})

test('messages that are sent while another member takes over arrive there', async () => {
  const peer = await startMongoPeer({ deployment: 'rs' })
  onTestFinished(peer.close)
  const harness = await open('rs', peer, { collection: 'marks' })
  expect(await harness.send({ mark: 'before' })).toMatchObject({ result: 'success' })
  const over = peer.failOver()
  const outcomes = Array.from({ length: 20 }, (_, index) => harness.send({ mark: `m${index}` }))
  await over
  expect((await Promise.all(outcomes)).map(({ result, reason }) => reason ?? result)).toEqual(
    outcomes.map(() => 'success'),
  )
  expect(new Set(documentsOf(peer, 'marks').map(({ mark }) => mark)).size).toBe(21)
})
