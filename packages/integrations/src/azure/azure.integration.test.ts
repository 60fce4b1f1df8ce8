import { type AzureBlobPeer, startAzureBlobPeer } from '@mqdeck/testkit'
import { describeIntegration } from '@mqdeck/testkit/suites'
import { expect, onTestFinished, test } from 'vitest'
import { createHarness } from '../test-harness.ts'

const account = 'mqttaccount'
const key = Buffer.from('a key of the storage account').toString('base64')
const start = () => startAzureBlobPeer({ account, key, containers: ['messages', 'other'] })

const suiteOf = (peer: AzureBlobPeer) => ({
  harness: () => createHarness('azure_blob_storage'),
  connector: { account_name: account, account_key: key, endpoint: peer.endpoint },
  down: peer.down,
  up: peer.up,
  secrets: [key],
  wrong: { account_key: Buffer.from('wr0ng').toString('base64') },
  close: peer.down,
})
const textsOf = (peer: AzureBlobPeer) => [...peer.blobs().values()].map(({ bytes }) => bytes.toString())

describeIntegration('Azure Blob Storage (a peer), a blob for each message', async () => {
  const peer = await start()
  return {
    ...suiteOf(peer),
    action: {
      parameters: { container: '${container}', blob: "it's ${mark}+(a)*/ü.txt", content: '${mark}' },
      data: (mark) => ({ mark, container: 'messages' }),
      received: async () => textsOf(peer),
      batches: true,
      refused: () => ({ mark: 'never', container: 'nowhere' }),
    },
  }
})

test('many messages become a CSV file, and a missing container is reported by the action', async () => {
  const peer = await start()
  onTestFinished(peer.down)
  const harness = await createHarness('azure_blob_storage')
  onTestFinished(harness.close)
  const { connector } = suiteOf(peer)
  const actionIn = (container: string) => ({
    connector: 'c',
    parameters: {
      mode: 'aggregated',
      container,
      blob: '${action}/${datetime.unix}',
      aggregation: { container: { type: 'csv', column_order: ['b'] }, max_records: 3, time_interval: '1h' },
    },
    resource_opts: { health_check_interval: '100ms' },
  })
  await harness.apply({ connector, action: actionIn('messages') })
  for (const n of [1n, 2n, 3n]) expect(await harness.send({ a: n, b: `"${n}"` })).toMatchObject({ result: 'success' })
  await expect.poll(() => textsOf(peer)).toEqual(['b,a\n"""1""",1\n"""2""",2\n"""3""",3\n'])
  const [name] = peer.blobs().keys()
  expect(name).toMatch(/^messages\/a\/\d+\/mqdeck@127\.0\.0\.1\/0$/)
  await harness.apply({ connector, action: actionIn('nowhere') })
  await expect.poll(() => harness.state('action')?.reason).toContain('status 404: ContainerNotFound')
})
