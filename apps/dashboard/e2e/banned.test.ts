import type { MqttJsClient } from '@mqdeck/testkit'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { confirmReview, goTo } from './navigate.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()

const connect = async (clientId: string, options: object = {}) => (await stage.connect(clientId, options)).client

const closed = (client: MqttJsClient['client']) => new Promise<void>((resolve) => client.once('close', () => resolve()))

async function menuOf(page: Page, row: RegExp, item: string): Promise<void> {
  await page
    .getByRole('row', { name: row })
    .getByRole('button', { name: /^Actions for / })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function agree(page: Page, action: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: action }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

test('a ban from the row menu disconnects the client and rejects it until the ban is deleted [MQTT-3.1.4-2]', async () => {
  const client = await connect('loud', { username: 'eve' })
  const end = closed(client)
  const page = await stage.open('/clients')
  await menuOf(page, /Select loud/, 'Ban…')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Matches 1 connected client.').waitFor()
  await dialog.getByLabel('Reason').fill('too loud')
  await dialog.getByRole('button', { name: 'Ban clients', exact: true }).click()
  await end
  await page.getByText('loud banned').waitFor()
  // "Banned" of MQTT 5 (3.2.2.2), "not authorized" of MQTT 3.1.1 (3.2.2.3).
  await expect(connect('loud', { protocolVersion: 5 })).rejects.toMatchObject({ code: 0x8a })
  await expect(connect('loud', { protocolVersion: 4 })).rejects.toMatchObject({ code: 5 })
  await connect('quiet', { username: 'eve' })

  await goTo(page, '/banned-clients')
  await menuOf(page, /loud Client ID too loud admin .* Never expires/, 'Delete ban')
  await agree(page, 'Delete ban')
  await page.getByText('No banned clients').waitFor()
  await connect('loud')
})

test('flapping detection bans a client that reconnects too often, and the ban can be deleted', async () => {
  const page = await stage.open('/flapping-detect')
  await page.getByRole('switch', { name: 'Flapping detection' }).press('Space')
  await page.getByLabel('Max disconnects').fill('3')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await confirmReview(page)
  await page.getByText('Updated successfully').waitFor()
  for (let visit = 0; visit < 3; visit++) await (await connect('restless')).endAsync()
  await expect(connect('restless')).rejects.toMatchObject({ code: 0x8a })
  await connect('calm')

  await page.getByRole('button', { name: 'Refresh now' }).click()
  await page.getByText('1 client banned for flapping').waitFor()
  await menuOf(page, /restless Client ID Too many disconnects Flapping detection/, 'Delete ban')
  await agree(page, 'Delete ban')
  await page.getByText('No clients banned for flapping').waitFor()
  await connect('restless')
})
