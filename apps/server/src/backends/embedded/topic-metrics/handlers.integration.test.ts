import { cheapPasswordCost, eventually } from '@mqdeck/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../../../server.ts'
import { freePorts, startTestServer, type TestServer } from '../../../test-server.ts'

let all: TestServer
beforeAll(async () => {
  all = await startTestServer()
})
afterAll(() => all.stop())
afterEach(() => all.clear())

const add = (topic: string) => all.call('POST', '/mqtt/topic_metrics', { topic })
const path = (topic: string) => `/mqtt/topic_metrics/${encodeURIComponent(topic)}`
/** As JSON, because the metrics depend on the resource. */
const read = async (where: string): Promise<unknown> => (await all.get(where)).body

describe('topic metrics', () => {
  it('follow real clients at every QoS, until they are reset and deleted', async () => {
    expect((await add('m/a')).status).toBe(200)
    const { client } = await all.connect('tm-1')
    await client.subscribeAsync('m/#', { qos: 1 })
    for (const qos of [0, 1, 2] as const) await client.publishAsync('m/a', 'x', { qos })
    await eventually(
      async () => JSON.stringify(await read(path('m/a'))).includes('"messages.out.count":3'),
      () => 'three messages were not counted as sent',
    )
    expect(await read(path('m/a'))).toMatchObject({
      topic: 'm/a',
      create_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
      metrics: {
        'messages.in.count': 3,
        'messages.qos0.in.count': 1,
        'messages.qos1.in.count': 1,
        'messages.qos2.in.count': 1,
        'messages.qos0.out.count': 1,
        'messages.qos1.out.count': 2,
        'messages.qos2.out.count': 0,
      },
    })
    // The exact value depends on the load of the machine.
    expect(JSON.stringify(await read(path('m/a')))).toMatch(/"messages\.in\.rate":[\d.]*[1-9]/)
    const reset = await all.call('PUT', '/mqtt/topic_metrics', { action: 'reset', topic: 'm/a' })
    expect(reset).toMatchObject({ status: 200, body: { topic: 'm/a', metrics: { 'messages.in.count': 0 } } })
    expect((await all.call('DELETE', path('m/a'))).status).toBe(204)
    expect(await all.get(path('m/a'))).toMatchObject({ status: 404, body: { code: 'TOPIC_NOT_FOUND' } })
  })

  it('count a message without subscribers as dropped', async () => {
    await add('m/lonely')
    await all.call('POST', '/publish', { topic: 'm/lonely', payload: 'x' })
    expect(await read(path('m/lonely'))).toMatchObject({
      metrics: { 'messages.in.count': 1, 'messages.dropped.count': 1, 'messages.out.count': 0 },
    })
    expect(await all.call('PUT', '/mqtt/topic_metrics', { action: 'reset' })).toMatchObject({
      status: 200,
      body: [{ topic: 'm/lonely', metrics: { 'messages.dropped.count': 0 } }],
    })
    await all.call('DELETE', path('m/lonely'))
  })

  it('reject wildcards, shared subscriptions, existing and unknown topics', async () => {
    const wildcard = { code: 'BAD_TOPIC', message: 'Wildcards are not yet supported by Topic Metrics' }
    expect(await add('m/+')).toEqual({ status: 400, body: wildcard })
    expect(await add('$share/g/m')).toMatchObject({ status: 400, body: { code: 'BAD_TOPIC' } })
    expect(await add('')).toEqual({
      status: 400,
      body: { code: 'BAD_REQUEST', message: 'Topic can not be empty' },
    })
    await add('m/twice')
    expect(await add('m/twice')).toEqual({
      status: 400,
      body: { code: 'BAD_TOPIC', message: 'Topic already registered' },
    })
    await all.call('DELETE', path('m/twice'))
    for (const [method, where, body] of [
      ['DELETE', path('m/none'), undefined],
      ['PUT', '/mqtt/topic_metrics', { action: 'reset', topic: 'm/none' }],
    ] as const)
      expect(await all.call(method, where, body)).toMatchObject({ status: 404, body: { code: 'TOPIC_NOT_FOUND' } })
    expect((await all.call('PUT', '/mqtt/topic_metrics', { action: 'burn' })).status).toBe(400)
  })

  it('are 512 at most', async () => {
    const list = Array.from({ length: 512 }, (_, n) => `{topic = "m/${n}"}`).join(', ')
    const put = (text: string) =>
      fetch(`${all.server.urls.api}/configs`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${all.token()}`, 'content-type': 'text/plain' },
        body: text,
      })
    expect((await put(`topic_metrics = [${list}]`)).status).toBe(200)
    expect(await add('m/512')).toMatchObject({ status: 409, body: { code: 'EXCEED_LIMIT' } })
    const refused = await put('topic_metrics = [{topic = "a"}, {topic = "b/#"}]')
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('topic_metrics.2.topic')
    expect((await put('topic_metrics = []')).status).toBe(200)
    expect(await read('/mqtt/topic_metrics')).toEqual([])
  })

  it('survive a restart of the server, with counts reset', async () => {
    const own = await startTestServer()
    let again: RunningServer | undefined
    try {
      await own.call('POST', '/mqtt/topic_metrics', { topic: 'm/kept' })
      await own.server.stop()
      again = await startServer({ settings: { data_dir: own.folder, ...freePorts }, passwordCost: cheapPasswordCost })
      const answer = await fetch(`${again.urls.api}/mqtt/topic_metrics`, {
        headers: { authorization: `Bearer ${own.token()}` },
      })
      expect(await answer.json()).toMatchObject([{ topic: 'm/kept', metrics: { 'messages.in.count': 0 } }])
    } finally {
      await again?.stop()
      await own.stop()
    }
  })
})
