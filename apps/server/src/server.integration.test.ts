import { connectMqttJs, createTempFolder } from '@mqdeck/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startServer } from './server.ts'
import { freePorts, startTestServer, type TestServer } from './test-server.ts'

let all: TestServer
beforeAll(async () => {
  all = await startTestServer()
})
afterAll(() => all.stop())
afterEach(() => all.clear())

describe('the four listeners', () => {
  it.each([
    ['tcp', 'tcp'],
    ['ssl', 'tls'],
    ['ws', 'ws'],
    ['wss', 'wss'],
  ] as const)('%s accepts MQTT clients, and shows their listener', async (type, transport) => {
    const port = all.server.ports[type]
    if (port === undefined) throw new Error(`no ${type} listener`)
    const client = await connectMqttJs({ host: '127.0.0.1', port, transport }, { clientId: `via-${type}` })
    expect((await all.get(`/clients/via-${type}`)).body.listener).toBe(`${type}:default`)
    await client.end()
  })
})

describe('the server', () => {
  it('shows its OpenAPI document without a token', async () => {
    const document = await (await fetch(`${all.server.urls.dashboard}/api-docs/swagger.json`)).json()
    expect(document).toMatchObject({ openapi: '3.0.0', paths: { '/clients': {} } })
  })

  it('rejects a second instance on the same folder', async () => {
    await expect(startServer({ settings: { data_dir: all.folder, ...freePorts } })).rejects.toThrow(
      /in use by another MQDeck/,
    )
  })

  it('leaves nothing running if the port of the dashboard is in use', async () => {
    const other = await createTempFolder()
    const { port } = new URL(all.server.urls.dashboard)
    const settings = { data_dir: other.path, ...freePorts, 'dashboard.port': Number(port) }
    await expect(startServer({ settings })).rejects.toThrow('EADDRINUSE')
    const second = await startServer({ settings: { ...settings, 'dashboard.port': 0 } })
    await second.stop()
    await other.remove()
  })
})
