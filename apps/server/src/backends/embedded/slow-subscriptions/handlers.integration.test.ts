import { connectRaw, eventually, type RawClient } from '@mqdeck/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'

let all: TestServer
beforeAll(async () => {
  all = await startTestServer()
})
afterAll(() => all.stop())

const settings = { enable: true, threshold: '20ms', top_k_num: 5, expire_interval: '300s', stats_type: 'response' }
const put = (changes: object = {}) => all.call('PUT', '/slow_subscriptions/settings', { ...settings, ...changes })
const list = async () => (await all.get('/slow_subscriptions')).body.data
const connect = () => connectRaw({ host: '127.0.0.1', port: all.server.ports.tcp ?? 0, transport: 'tcp' })

/** Resolves when the clock has advanced, because real time is measured. */
const after = async (ms: number) => {
  const end = Date.now() + ms
  await eventually(
    () => Date.now() >= end,
    () => 'time stands still',
  )
}

async function subscribeAndPublish(qos: 1 | 2): Promise<{ client: RawClient; topic: string }> {
  const client = await connect()
  const topic = `slow/${client.clientId}`
  await client.subscribe(topic, { qos })
  await all.call('POST', '/publish', { topic, qos, payload: 'x' })
  return { client, topic }
}

describe('slow subscriptions', () => {
  it('are disabled by default', async () => {
    expect(await all.get('/slow_subscriptions/settings')).toEqual({
      status: 200,
      body: { enable: false, threshold: '500ms', expire_interval: '300s', top_k_num: 10, stats_type: 'whole' },
    })
    expect(await all.get('/slow_subscriptions')).toEqual({ status: 200, body: { data: [] } })
  })

  it('contain a client that acknowledges slowly, until the list is cleared', async () => {
    expect(await put()).toEqual({ status: 200, body: settings })
    for (const qos of [1, 2] as const) {
      const { client, topic } = await subscribeAndPublish(qos)
      const packet = await client.next('publish')
      await after(40)
      await client.acknowledge(packet)
      await eventually(
        async () => (await list()).some((row) => row.topic === topic),
        () => `${topic} is not in the list`,
      )
      expect(await list()).toContainEqual({
        clientid: client.clientId,
        node: all.server.broker.node,
        topic,
        timespan: expect.any(Number),
        last_update_time: expect.any(Number),
      })
      await client.disconnect()
    }
    expect((await all.get('/slow_subscriptions?limit=1')).body.data).toHaveLength(1)
    expect((await all.get('/slow_subscriptions?limit=1&page=3')).body.data).toEqual([])
    expect((await all.call('DELETE', '/slow_subscriptions')).status).toBe(204)
    expect(await list()).toEqual([])
  })

  it('reject invalid settings', async () => {
    for (const wrong of [{ top_k_num: 0 }, { top_k_num: 1001 }, { threshold: 'soon' }, { stats_type: 'half' }])
      expect((await put(wrong)).status, JSON.stringify(wrong)).toBe(400)
  })
})
