import { freePort } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import { useServer, useStage } from './use-stage.ts'

/** A cluster whose `wss` listener has an untrusted certificate, and a dashboard in front of it. */
const cluster = useServer({
  'listeners.ws.enable': false,
  'listeners.wss.enable': true,
  'listeners.wss.port': await freePort(),
})
const stage = useStage(() => ({ broker: [cluster().urls.dashboard], expectedErrors: /WebSocket connection|502/ }))

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
  expect(
    cluster()
      .broker.listeners()
      .find(({ id }) => id === 'wss:default')?.currentConnections,
  ).toBe(1)
})
