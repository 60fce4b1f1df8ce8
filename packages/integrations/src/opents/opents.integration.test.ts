import { startOpentsdbPeer, startVictoriaMetrics } from '@mqdeck/testkit'
import { describeIntegration } from '@mqdeck/testkit/suites'
import { expect, onTestFinished, test } from 'vitest'
import { createHarness } from '../test-harness.ts'

let time = 1_700_000_000_000

describeIntegration('OpenTSDB (a peer)', async () => {
  const peer = await startOpentsdbPeer()
  return {
    harness: () => createHarness('opents'),
    connector: { server: `${peer.origin}/`, pool_size: 1 },
    action: {
      parameters: { data: [{ metric: 'marks', tags: { mark: '${mark}' }, value: '${n}', timestamp: '${at}' }] },
      data: (mark) => ({ mark, n: 1n, at: BigInt(++time) }),
      received: async () => peer.points().map(({ tags }) => tags.mark ?? ''),
      batches: true,
      refused: () => ({ mark: 'never', n: 'nine', at: 1n }),
    },
    down: peer.down,
    up: peer.up,
    close: peer.down,
  }
})

test.each([
  [{ summary: true, details: false }, '/api/put?summary'],
  [{ summary: false, details: true }, '/api/put?details'],
  [{ summary: false, details: false }, '/api/put'],
])('with %j an invalid point does not fail the others of its batch', async (wanted, target) => {
  const peer = await startOpentsdbPeer()
  onTestFinished(peer.down)
  const harness = await createHarness('opents')
  onTestFinished(harness.close)
  const resource_opts = { batch_size: 10, batch_time: '50ms', worker_pool_size: 1 }
  await harness.apply({
    connector: { server: peer.origin, ...wanted },
    action: { connector: 'c', parameters: {}, resource_opts },
  })
  const all = [1n, 'two', 3.5].map((value, index) => ({
    metric: 'm',
    tags: { a: 'b' },
    value,
    timestamp: BigInt(index + 1),
  }))
  const outcomes = await Promise.all(all.map(harness.send))
  expect(outcomes.map(({ result }) => result)).toEqual(['success', 'failed', 'success'])
  expect(new Set(peer.points().map(({ value }) => value))).toEqual(new Set([1, 3.5]))
  expect(peer.requests().find(({ method }) => method === 'POST')?.target).toBe(target)
})

test('VictoriaMetrics stores the points of a batch', async () => {
  const server = await startVictoriaMetrics()
  onTestFinished(server.close)
  const harness = await createHarness('opents')
  onTestFinished(harness.close)
  const data = [{ metric: 'room.${of}', tags: { id: '${id}' }, value: '${n}', timestamp: '${at}' }]
  await harness.apply({
    connector: { server: `http://127.0.0.1:${server.opentsdbPort}` },
    action: { connector: 'c', parameters: { data }, resource_opts: { batch_size: 10, batch_time: '50ms' } },
  })
  expect(harness.state('connector')).toMatchObject({ status: 'connected' })
  const points = [3n, 4.5, -1n].map((n, index) => ({ of: 'x', id: 'a b', n, at: 1_700_000_000_000n + BigInt(index) }))
  const outcomes = await Promise.all(points.map(harness.send))
  expect(outcomes.map(({ result }) => result)).toEqual(['success', 'success', 'success'])
  expect(await server.series('room.x')).toEqual([
    {
      metric: { __name__: 'room.x', id: 'a b' },
      values: [3, 4.5, -1],
      timestamps: [1_700_000_000_000, 1_700_000_000_001, 1_700_000_000_002],
    },
  ])
})
