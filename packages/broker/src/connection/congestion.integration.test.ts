import { connectRaw, type EmbeddedBroker, eventually, startEmbedded, uniqueName } from '@mqdeck/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Congestion } from '../hooks.ts'

let embedded: EmbeddedBroker
const reported: { readonly clientId: string; readonly congestion: Congestion }[] = []
beforeAll(async () => {
  embedded = await startEmbedded()
  embedded.hooks.on('client.congested', ({ clientId }, congestion) => reported.push({ clientId, congestion }))
})
afterAll(() => embedded.stop())

it('a client that stops reading is reported as congested until it reads again', async () => {
  const [slow, quick, publisher] = await Promise.all([0, 1, 2].map(() => connectRaw(embedded.endpoint())))
  const topic = uniqueName()
  await slow?.subscribe(topic)
  await quick?.subscribe(topic)
  slow?.transport.pause()
  const payload = Buffer.alloc(256 * 1024)
  await eventually(
    async () => {
      await publisher?.publish(topic, payload)
      await quick?.next('publish')
      quick?.discard()
      return reported.length > 0
    },
    () => 'no congestion was reported',
  )
  expect(new Set(reported.map(({ clientId }) => clientId))).toEqual(new Set([slow?.clientId]))
  expect(reported[0]?.congestion).toEqual({
    pendingBytes: expect.any(Number),
    highWatermark: 1024 * 1024,
    queued: expect.any(Number),
  })
  expect(reported[0]?.congestion.pendingBytes).toBeGreaterThan(0)

  slow?.transport.resume()
  await eventually(
    () => embedded.broker.client(slow?.clientId ?? '')?.pendingBytes === 0,
    () => 'the client did not catch up',
  )
  await Promise.all([slow, quick, publisher].map((client) => client?.disconnect()))
})
