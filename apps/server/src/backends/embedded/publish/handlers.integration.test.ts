import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'

let all: TestServer
beforeAll(async () => {
  all = await startTestServer()
})
afterAll(() => all.stop())
afterEach(() => all.clear())

describe('POST /publish', () => {
  it('reports that there are no subscribers', async () => {
    expect(await all.call('POST', '/publish', { topic: 'no/sub', payload: 'x' })).toEqual({
      status: 202,
      body: { reason_code: 16, message: 'no_matching_subscribers' },
    })
  })

  it.each([
    [{ topic: 'a/#', payload: 'x' }, 144, 'topic_name_invalid'],
    [{ topic: '', payload: 'x' }, 144, 'topic_name_invalid'],
    [{ topic: 'a', payload: 'not base64!', payload_encoding: 'base64' }, 131, 'decode_base64_payload'],
    [{ topic: 'a', payload: 'x'.repeat(1024 ** 2 + 1) }, 151, 'packet_too_large'],
  ])('rejects %j', async (message, reason_code, text) => {
    expect(await all.call('POST', '/publish', message)).toEqual({ status: 400, body: { reason_code, message: text } })
  })

  it('carries the properties of MQTT 5', async () => {
    const { client, messages } = await all.connect('props')
    await client.subscribeAsync('p')
    const properties = {
      content_type: 'text/plain',
      response_topic: 'r',
      correlation_data: 'c',
      payload_format_indicator: 1,
      message_expiry_interval: 60,
      user_properties: { a: 'b' },
    }
    await all.call('POST', '/publish', { topic: 'p', payload: 'x', properties })
    const packet = await messages.take(({ topic }) => topic === 'p', 'the message')
    expect(packet.properties).toMatchObject({
      contentType: 'text/plain',
      responseTopic: 'r',
      payloadFormatIndicator: true,
      messageExpiryInterval: 60,
      userProperties: { a: 'b' },
    })
  })

  it('publishes many in order, or none if one is invalid', async () => {
    const { client, messages } = await all.connect('bulk')
    await client.subscribeAsync('b/#')
    const wrong = await all.call('POST', '/publish/bulk', [
      { topic: 'b/0', payload: 'a' },
      { topic: 'x/#', payload: 'b' },
    ])
    expect(wrong).toEqual({ status: 400, body: { reason_code: 144, message: 'topic_name_invalid' } })
    const right = await all.call(
      'POST',
      '/publish/bulk',
      ['b/1', 'b/2', 'b/3'].map((topic) => ({ topic, payload: 'a' })),
    )
    expect(right).toMatchObject({ status: 200, body: [{ id: expect.any(String) }, {}, {}] })
    for (const topic of ['b/1', 'b/2', 'b/3']) expect((await messages.take(() => true, 'a message')).topic).toBe(topic)
    const mixed = await all.call('POST', '/publish/bulk', [
      { topic: 'b/4', payload: 'a' },
      { topic: 'nobody', payload: 'b' },
    ])
    expect(mixed).toMatchObject({ status: 202, body: [{ id: expect.any(String) }, { reason_code: 16 }] })
  })
})
