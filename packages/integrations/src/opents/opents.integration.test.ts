import { startOpentsdbPeer } from '@mqdeck/testkit'
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
])('with %j one wrong point does not take the others of its batch with it', async (wanted, target) => {
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
