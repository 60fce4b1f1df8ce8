import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@mqdeck/testkit'
import { type RunningServer, startServer } from 'mqdeck'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStage, credentials, type Stage } from './browser.ts'

/** A cluster whose `wss` listener has an untrusted certificate, and a dashboard in front of it. */
let cluster: RunningServer
let folder: string
let stage: Stage

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mqdeck-e2e-'))
  cluster = await startServer({
    settings: {
      data_dir: folder,
      'dashboard.port': 0,
      'dashboard.default_password': credentials.password,
      'listeners.tcp.port': 0,
      'listeners.ws.enable': false,
      'listeners.ssl.enable': false,
      'listeners.wss.port': await freePort(),
    },
  })
  stage = await createStage({ broker: [cluster.urls.dashboard], expectedErrors: /WebSocket connection|502/ })
})
afterAll(async () => {
  await stage.stop()
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
})

test('a wss listener with an untrusted certificate shows the reason, and connects once the certificate is accepted', async () => {
  const page = await stage.open('/websocket')
  await page.getByRole('combobox', { name: /^Listener|^Address/ }).waitFor()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByText(/does not accept the certificate of wss:default/).waitFor()
  await page.getByText('It is not signed by a certificate authority that the dashboard’s server trusts.').waitFor()
  expect(
    await page
      .getByRole('alert')
      .getByText(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
      .count(),
  ).toBe(1)
  await page.getByRole('button', { name: 'Accept certificate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Accept the certificate of wss:default?' })
  await dialog.getByText(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/).waitFor()
  await dialog.getByRole('button', { name: 'Accept certificate' }).click()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('button', { name: 'Disconnect', exact: true }).waitFor()
  expect(cluster.broker.listeners().find(({ id }) => id === 'wss:default')?.currentConnections).toBe(1)
})
