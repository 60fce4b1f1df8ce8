import { silentLog } from '@mqdeck/kit'
import { connectMqttJs, connectRaw, type EmbeddedBroker, startEmbedded } from '@mqdeck/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { RewriteRule } from './rules.ts'
import { createTopicRewrite, type TopicRewrite } from './topic-rewrite.ts'

let embedded: EmbeddedBroker
let topicRewrite: TopicRewrite
beforeAll(async () => {
  embedded = await startEmbedded()
  topicRewrite = createTopicRewrite({ settings: [], hooks: embedded.hooks, log: silentLog })
})
afterEach(() => topicRewrite.update([]))
afterAll(() => embedded.stop())

const xToZ: RewriteRule = { action: 'all', source_topic: 'x/#', re: '^x/(.+)$', dest_topic: 'z/y/$1' }

describe.each([4, 5] as const)('with MQTT version %i', (version) => {
  it('publishes, subscribes and unsubscribes to the other topic', async () => {
    topicRewrite.update([xToZ])
    const client = await connectRaw(embedded.endpoint(), { version })
    expect((await client.subscribe('x/1', { qos: 2 })).granted).toEqual([2])
    expect(embedded.broker.subscriptionsOf(client.clientId)).toMatchObject([{ topic: 'z/y/1' }])
    for (const qos of [0, 1, 2] as const) {
      await client.publish('x/1', `${qos}`, { qos })
      const { topic, payload } = await client.receive()
      expect([topic, `${payload}`]).toEqual(['z/y/1', `${qos}`])
    }
    await client.unsubscribe('x/1')
    expect(embedded.broker.subscriptionsOf(client.clientId)).toEqual([])
    await client.disconnect()
  })

  it('gives a new subscription the retained messages of the other topic', async () => {
    const client = await connectRaw(embedded.endpoint(), { version })
    topicRewrite.update([xToZ])
    await client.publish('x/kept', 'old', { qos: 1, retain: true })
    expect(embedded.broker.retained.get('z/y/kept')).toBeDefined()
    expect(embedded.broker.retained.get('x/kept')).toBeUndefined()
    await client.subscribe('x/kept')
    expect((await client.receive()).topic).toBe('z/y/kept')
    await client.publish('x/kept', '', { qos: 1, retain: true })
    await client.disconnect()
  })

  it('rewrites a will', async () => {
    topicRewrite.update([xToZ])
    const watcher = await connectRaw(embedded.endpoint(), { version })
    await watcher.subscribe('z/y/+')
    const will = { topic: 'x/gone', payload: Buffer.from('bye'), qos: 0 as const, retain: false }
    const client = await connectRaw(embedded.endpoint(), { version, will })
    await client.destroy()
    expect((await watcher.receive()).topic).toBe('z/y/gone')
    await watcher.disconnect()
  })
})

describe('rewriting for clients', () => {
  it('rewrites the filter of a shared subscription and leaves the group', async () => {
    topicRewrite.update([{ ...xToZ, action: 'subscribe' }])
    const client = await connectMqttJs(embedded.endpoint())
    await client.client.subscribeAsync('$share/g/x/shared')
    expect(embedded.broker.hasTopic('$share/g/z/y/shared')).toBe(true)
    await client.client.publishAsync('z/y/shared', 'hello', { qos: 1 })
    expect(await client.message('z/y/shared')).toBe('hello')
    await client.client.unsubscribeAsync('$share/g/x/shared')
    expect(embedded.broker.hasTopic('$share/g/z/y/shared')).toBe(false)
    await client.end()
  })

  it('keeps the topic when the rewritten one cannot be published to, and the client stays connected', async () => {
    topicRewrite.update([{ ...xToZ, dest_topic: 'a/#' }])
    const client = await connectRaw(embedded.endpoint())
    await client.subscribe('b')
    await client.publish('x/b', 'lost', { qos: 1 })
    const watcher = await connectRaw(embedded.endpoint())
    topicRewrite.update([])
    await watcher.subscribe('x/b')
    topicRewrite.update([{ ...xToZ, dest_topic: 'a/#' }])
    await client.publish('x/b', 'kept', { qos: 1 })
    expect(`${(await watcher.receive()).payload}`).toBe('kept')
    await client.disconnect()
    await watcher.disconnect()
  })

  it('applies immediately to connected clients, and does not change their subscriptions', async () => {
    const client = await connectRaw(embedded.endpoint())
    await client.subscribe(['x/1', 'z/y/1'])
    topicRewrite.update([{ ...xToZ, action: 'publish' }])
    await client.publish('x/1', '', { qos: 1 })
    expect((await client.receive()).topic).toBe('z/y/1')
    topicRewrite.update([])
    await client.publish('x/1', '', { qos: 1 })
    expect((await client.receive()).topic).toBe('x/1')
    await client.disconnect()
  })
})
