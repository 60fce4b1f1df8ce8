import type { MqttJsClient } from '@mqdeck/testkit'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { confirmReview } from './navigate.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()

const connect = async (clientId: string, options: object = {}) => (await stage.connect(clientId, options)).client

const closed = (client: MqttJsClient['client']) => new Promise<void>((resolve) => client.once('close', () => resolve()))

const bansTable = (page: Page) => page.getByRole('table', { name: 'Banned clients' })

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

async function clear(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Delete all bans' }).click()
  await agree(page, 'Delete all bans')
  await page.getByText('No banned clients').waitFor()
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

  await page.goto('/banned-clients')
  await menuOf(page, /loud Client ID too loud admin .* Never expires/, 'Delete ban')
  await agree(page, 'Delete ban')
  await page.getByText('No banned clients').waitFor()
  await connect('loud')
})

test('the page of a client can ban its username', async () => {
  const page = await (async () => {
    await connect('laptop', { username: 'eve' })
    return stage.open('/clients/detail/laptop')
  })()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Ban…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Type', { exact: true }).selectOption('username')
  expect(await dialog.getByLabel('Username').inputValue()).toBe('eve')
  await dialog.getByRole('button', { name: 'Ban clients', exact: true }).click()
  await page.getByText('eve banned').waitFor()
  await expect(connect('phone', { username: 'eve' })).rejects.toMatchObject({ code: 0x8a })
  await page.goto('/banned-clients')
  await clear(page)
})

test('bans by pattern and network apply, are found, and several are deleted together', async () => {
  const page = await stage.open('/banned-clients')
  const make = async (kind: string, field: string, who: string) => {
    await page.getByRole('button', { name: 'Ban clients' }).click()
    await page.getByRole('dialog').getByLabel('Type', { exact: true }).selectOption(kind)
    await page.getByRole('dialog').getByLabel(field).fill(who)
    await agree(page, 'Ban clients')
  }
  await make('clientid_re', 'Regular expression for client IDs', '^sensor-\\d+$')
  await make('peerhost_net', 'Network', '10.0.0.0/8')
  await expect(connect('sensor-7')).rejects.toMatchObject({ code: 0x8a })
  await connect('sensor-x')

  await page.getByLabel('Type', { exact: true }).selectOption('peerhost_net')
  await page.getByLabel('Value', { exact: true }).fill('10.')
  await page.keyboard.press('Enter')
  await page.getByText('1 ban', { exact: true }).waitFor()
  expect(new URL(page.url()).search).toBe('?like_peerhost_net=10.')
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await page.getByText('2 bans', { exact: true }).waitFor()

  for (const box of await bansTable(page)
    .getByRole('row', { name: /sensor|10\./ })
    .getByRole('checkbox')
    .all())
    await box.check()
  await page.getByRole('button', { name: 'Delete bans' }).click()
  await agree(page, 'Delete 2 bans')
  await page.getByText('No banned clients').waitFor()
  await connect('sensor-7')
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
