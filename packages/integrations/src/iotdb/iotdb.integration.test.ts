import { startIotdbPeer } from '@mqdeck/testkit'
import { describeIntegration } from '@mqdeck/testkit/suites'
import { expect, onTestFinished, test } from 'vitest'
import { createHarness } from '../test-harness.ts'

const login = { username: 'root', password: 'r00t-pa55word' }
const data = [{ timestamp: '${at}', measurement: 'mark', data_type: 'text', value: '${mark}' }]
let time = 1_700_000_000_000

describeIntegration('IoTDB (a peer)', async () => {
  const peer = await startIotdbPeer(login)
  return {
    harness: () => createHarness('iotdb'),
    connector: { base_url: peer.origin, pool_size: 2, enable_pipelining: 1, authentication: login },
    action: {
      parameters: { device_id: '${device}', data },
      data: (mark) => ({ device: 'root.plant.d1', mark, at: BigInt(++time) }),
      received: async () => peer.points().map(({ value }) => String(value)),
      batches: true,
      refused: () => ({ device: 'nowhere', mark: 'never', at: 1n }),
    },
    down: peer.down,
    up: peer.up,
    secrets: [login.password],
    wrong: { authentication: { ...login, password: 'wr0ng-pa55word' } },
    close: peer.down,
  }
})

test.each([
  ['v1.3.x', '/rest/v2/insertTablet'],
  ['v0.13.x', '/rest/v1/insertTablet'],
] as const)(
  'version %s uses its own field names, and large integers keep their digits',
  async (iotdb_version, path) => {
    const peer = await startIotdbPeer(login)
    onTestFinished(peer.down)
    const harness = await createHarness('iotdb')
    onTestFinished(harness.close)
    await harness.apply({
      connector: { base_url: `${peer.origin}/`, iotdb_version, authentication: login },
      action: {
        connector: 'c',
        parameters: {
          is_aligned: true,
          device_id: 'root.a',
          data: [{ timestamp: '${at}', measurement: 'n', data_type: 'int64', value: '${n}' }],
        },
      },
    })
    expect(await harness.send({ at: 1n, n: 9_007_199_254_740_993n })).toMatchObject({ result: 'success' })
    expect(peer.tablets()).toEqual([{ path, body: expect.stringContaining('9007199254740993') }])
  },
)
