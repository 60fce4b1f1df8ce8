import { request } from 'node:https'
import { freePort } from '@mqdeck/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'

let all: TestServer
beforeAll(async () => {
  all = await startTestServer()
})
afterAll(() => all.stop())

interface DashboardSettings {
  readonly listeners: object
}

const headerOf = (port: number) =>
  new Promise<string | string[] | undefined>((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path: '/status', rejectUnauthorized: false }, (answer) =>
      resolve(answer.resume().headers['strict-transport-security']),
    )
    asked.on('error', reject).end()
  })

test('responses over https require https when http is disabled, and otherwise not', async () => {
  const port = await freePort()
  const dashboard = (await all.get('/configs/dashboard')).body as unknown as DashboardSettings
  const https = { bind: `127.0.0.1:${port}`, ssl_options: {} }
  const put = (listeners: object) => all.call('PUT', '/configs/dashboard', { ...dashboard, listeners })
  expect((await put({ ...dashboard.listeners, https })).status).toBe(200)
  // Browsers would no longer connect to any http port of this host name.
  expect(await headerOf(port)).toBeUndefined()
  expect((await put({ http: { bind: 0 }, https })).status).toBe(200)
  await expect.poll(() => headerOf(port)).toBe('max-age=31536000')
})
