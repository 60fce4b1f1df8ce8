import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'

let all: TestServer
beforeAll(async () => {
  all = await startTestServer()
})
afterAll(() => all.stop())

const turn = (enable: boolean) => all.call('PUT', '/telemetry/status', { enable })
const bodyOf = (reports: readonly string[]) => JSON.parse(reports[0] ?? '{}')

it("is disabled by default, reports it with EMQX's messages, and shows the data anyway", async () => {
  expect(await all.get('/telemetry/status')).toEqual({ status: 200, body: { enable: false } })
  expect(await all.get('/telemetry/data')).toEqual({
    status: 404,
    body: { code: 'NOT_FOUND', message: 'Telemetry is not enabled' },
  })
  expect(await turn(false)).toEqual({
    status: 400,
    body: { code: 'BAD_REQUEST', message: 'Telemetry status is already disabled' },
  })
  expect((await all.call('PUT', '/telemetry/status', {})).status).toBe(400)
  const { body } = await all.get('/mqdeck/telemetry')
  expect(body).toMatchObject({ report_url: '', interval: 86_400_000, data: { license: { edition: 'opensource' } } })
  expect(body).not.toHaveProperty('last')
  expect(body).not.toHaveProperty('next_at')
})

it('counts real objects when enabled, and sends nothing without a URL', async () => {
  // The broker has its own retained messages below $SYS.
  const kept = all.server.broker.stats().retained
  await all.connect('counted')
  await all.call('POST', '/publish', { topic: 'kept', payload: 'x', retain: true })
  expect(await turn(true)).toEqual({ status: 200, body: { enable: true } })
  expect((await turn(true)).body).toMatchObject({ message: 'Telemetry status is already enabled' })
  const { status, body } = await all.get('/telemetry/data')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    num_clients: 1,
    num_cluster_sessions: 1,
    advanced_mqtt_features: { retained: kept + 1, topic_rewrite: 0, delayed: 0, auto_subscribe: 0 },
    nodes_uuid: [],
  })
  expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|counted|kept/)
  expect(await all.call('POST', '/mqdeck/telemetry/send')).toMatchObject({ status: 400 })
  expect((await all.get('/mqdeck/telemetry')).body).not.toHaveProperty('next_at')
})

it('sends the shown data to the configured URL, and rejects an invalid URL', async () => {
  const reports: string[] = []
  const receiver = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    reports.push(text)
    response.end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const address = receiver.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
  const setUrl = (report_url: string) => all.call('PUT', '/mqdeck/telemetry', { report_url })
  for (const wrong of ['ftp://x', 'nowhere', 'http://me:secret@x/'])
    expect((await setUrl(wrong)).status, wrong).toBe(400)
  expect((await setUrl(url)).status).toBe(204)
  expect((await all.get('/mqdeck/telemetry')).body).toMatchObject({ report_url: url, next_at: expect.any(String) })
  expect(await all.call('POST', '/mqdeck/telemetry/send')).toMatchObject({ status: 200, body: { outcome: 'sent' } })
  const { body } = await all.get('/telemetry/data')
  expect(Object.keys(bodyOf(reports))).toEqual(Object.keys(body))
  expect(bodyOf(reports)).toMatchObject({ num_clients: 1 })
  await new Promise((resolve) => receiver.close(resolve))
})
