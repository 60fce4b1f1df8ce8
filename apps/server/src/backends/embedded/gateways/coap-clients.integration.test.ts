import { cheapPasswordCost, createTempFolder, freePort, startProcess, startReplayer } from '@mqdeck/testkit'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startServer } from '../../../server.ts'
import { freePorts, startTestServer, type TestServer } from '../../../test-server.ts'

let stage: TestServer
let port: number
beforeAll(async () => {
  stage = await startTestServer()
  port = await freePort()
  const listener = { type: 'udp', name: 'default', bind: `127.0.0.1:${port}` }
  expect((await stage.call('PUT', '/gateways/coap', { listeners: [listener] })).status).toBe(204)
})
afterAll(() => stage?.stop())

const call = async (method: string, path: string, body?: unknown) => {
  const { status, body: answer } = await stage.call(method, path, body)
  return { status, body: answer as unknown } // any value
}

test('subscriptions of a device are listed and deleted, cannot be created, and the device answers requests', async () => {
  const device = startProcess({
    command: 'coap-client-notls',
    args: ['-m', 'get', '-s', '30', '-B', '30', `coap://127.0.0.1:${port}/ps/a/b?clientid=lib`],
  })
  onTestFinished(async () => void (await device.kill()))
  const client = '/gateways/coap/clients/lib'
  const list = () => call('GET', `${client}/subscriptions`)
  await expect.poll(list).toMatchObject({ status: 200, body: [{ topic: 'a/b', qos: 1 }] })
  expect(await call('POST', `${client}/subscriptions`, { topic: 'c', qos: 1 })).toMatchObject({
    status: 400,
    body: { message: 'CoAP clients subscribe by observing a topic (GET with Observe 0)' },
  })

  // The client of libcoap has no resources.
  const request = { token: 't1', content_type: 'text/plain', timeout: '5s' }
  for (const [method, payload] of [
    ['get', ''],
    ['post', 'hello'],
    ['put', 'x'.repeat(5000)],
  ])
    expect(await call('POST', `${client}/request`, { ...request, method, payload })).toMatchObject({
      status: 200,
      body: { token: 't1', method: expect.stringMatching(/^\{error,/) },
    })

  expect((await call('DELETE', `${client}/subscriptions/nosuch`)).status).toBe(404)
  expect((await call('DELETE', `${client}/subscriptions/${encodeURIComponent('a/b')}`)).status).toBe(204)
  expect(await list()).toMatchObject({ status: 200, body: [] })
  expect((await call('DELETE', client)).status).toBe(204)
  expect((await call('POST', `${client}/request`, { ...request, method: 'get', payload: '' })).status).toBe(404)
})

test('requests to devices and subscriptions of a cluster pass through unchanged', async () => {
  const cluster = await startReplayer({ edition: 'enterprise', gateways: 'loaded' })
  onTestFinished(() => cluster.stop())
  const folder = await createTempFolder()
  onTestFinished(() => folder.remove())
  const server = await startServer({
    passwordCost: cheapPasswordCost,
    settings: { data_dir: folder.path, ...freePorts, broker: [cluster.url] },
  })
  onTestFinished(() => server.stop())
  const send = async (method: string, path: string, token: string, body?: unknown) => {
    const response = await fetch(`${server.urls.api}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
  }
  const login = await send('POST', '/login', '', { username: 'admin', password: 'public' })
  const { token } = login.body as { token: string } // EMQX's answer
  const { body } = await send('GET', '/gateways/coap/clients', token)
  const [client] = (body as { data: { clientid: string }[] }).data // EMQX's answer
  const path = `/gateways/coap/clients/${client?.clientid}`
  const request = { token: 't1', method: 'get', payload: 'hello', content_type: 'text/plain', timeout: '5s' }
  expect(await send('POST', `${path}/request`, token, request)).toEqual({
    status: 200,
    body: { id: 50_702, method: '{ok,content}', payload: 'resp:hello', token: 't1' },
  })
  expect(await send('POST', `${path}/request`, token, { method: 'get' })).toMatchObject({ status: 400 })
  expect(await send('POST', '/gateways/coap/clients/nosuch/request', token, request)).toMatchObject({
    status: 404,
    body: { code: 'CLIENT_NOT_FOUND' },
  })
  // Unlike this broker, EMQX accepts it.
  expect(await send('POST', `${path}/subscriptions`, token, { topic: 'r/sub', qos: 1 })).toMatchObject({ status: 201 })
  expect(await send('GET', `${path}/subscriptions`, token)).toMatchObject({
    body: expect.arrayContaining([expect.objectContaining({ topic: 'r/sub', qos: 1 })]),
  })
  expect((await send('DELETE', `${path}/subscriptions/r%2Fsub`, token)).status).toBe(204)
})
