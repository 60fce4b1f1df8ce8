import { connectMqttJs, type MqttJsClient } from '@mqdeck/testkit'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createStage, type Stage } from './browser.ts'
import { confirmReview } from './navigate.ts'

let stage: Stage
const clients: MqttJsClient[] = []

beforeAll(async () => {
  stage = await createStage()
})
afterEach(() => Promise.all(clients.splice(0).map((client) => client.end().catch(() => {})))) // some have been banned
afterAll(() => stage.stop())

async function connect(clientId: string, options: object = {}): Promise<MqttJsClient['client']> {
  const { tcp = 0 } = stage.server.ports
  const client = await connectMqttJs({ host: '127.0.0.1', port: tcp }, { clientId, ...options })
  clients.push(client)
  return client.client
}

const closed = (client: MqttJsClient['client']) => new Promise<void>((resolve) => client.once('close', () => resolve()))

const bansTable = (page: Page) => page.getByRole('table', { name: 'Banned clients' })

async function menuOf(page: Page, row: RegExp, item: string): Promise<void> {
  await page.getByRole('row', { name: row }).getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function agree(page: Page, action: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: action }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

async function clear(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Clear all' }).click()
  await agree(page, 'Clear all')
  await page.getByText('Nobody is banned').waitFor()
}

test('a ban from the row disconnects the client and refuses it until it is lifted [MQTT-3.1.4-2]', async () => {
  const client = await connect('loud', { username: 'eve' })
  const end = closed(client)
  const page = await stage.open('/clients')
  await menuOf(page, /Select loud/, 'Ban…')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Fits 1 client that is connected now.').waitFor()
  await dialog.getByLabel('Reason').fill('too loud')
  await dialog.getByRole('button', { name: 'Ban', exact: true }).click()
  await end
  await page.getByText('loud is banned.').waitFor()
  // "Banned" of MQTT 5 (3.2.2.2), "not authorized" of MQTT 3.1.1 (3.2.2.3).
  await expect(connect('loud', { protocolVersion: 5 })).rejects.toMatchObject({ code: 0x8a })
  await expect(connect('loud', { protocolVersion: 4 })).rejects.toMatchObject({ code: 5 })
  await connect('quiet', { username: 'eve' })

  await page.goto('/banned-clients')
  await menuOf(page, /loud Client ID too loud admin .* For ever/, 'Lift the ban')
  await agree(page, 'Lift the ban')
  await page.getByText('Nobody is banned').waitFor()
  await connect('loud')
})

test('a ban from the page of a client may be by its username', async () => {
  const page = await (async () => {
    await connect('laptop', { username: 'eve' })
    return stage.open('/clients/detail/laptop')
  })()
  await page.getByRole('button', { name: 'Ban…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What is banned').selectOption('username')
  expect(await dialog.getByLabel('Username').inputValue()).toBe('eve')
  await dialog.getByRole('button', { name: 'Ban', exact: true }).click()
  await page.getByText('eve is banned.').waitFor()
  await expect(connect('phone', { username: 'eve' })).rejects.toMatchObject({ code: 0x8a })
  await page.goto('/banned-clients')
  await clear(page)
})

test('bans are made by pattern and network, refused in words while they are wrong, found, changed and lifted', async () => {
  const page = await stage.open('/banned-clients')
  const make = async (kind: string, field: string, who: string) => {
    await page.getByRole('button', { name: 'Ban…' }).click()
    await page.getByRole('dialog').getByLabel('What is banned').selectOption(kind)
    await page.getByRole('dialog').getByLabel(field).fill(who)
    await page.getByRole('dialog').getByRole('button', { name: 'Ban', exact: true }).click()
  }
  const mend = async (field: string, who: string) => {
    await page.getByRole('dialog').getByLabel(field).fill(who)
    await agree(page, 'Ban')
  }
  await make('clientid_re', 'Regular expression for client IDs', '^sensor-(\\d+$')
  await page.getByText('The broker cannot read this expression: missing closing ): `^sensor-(\\d+$`').waitFor()
  await mend('Regular expression for client IDs', '^sensor-\\d+$')
  await make('peerhost_net', 'Network', '10.0.0.0/33')
  await page.getByText(/^Not a network/).waitFor()
  await mend('Network', '10.0.0.0/8')
  await make('clientid', 'Client ID', 'once')
  await page.getByText('once is banned.').waitFor()
  await make('clientid', 'Client ID', 'once')
  await page.getByText('There is a ban like this already. Change that one instead.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
  await expect(connect('sensor-7')).rejects.toMatchObject({ code: 0x8a })
  await connect('sensor-x')

  await page.getByLabel('Kind').selectOption('peerhost_net')
  await page.getByLabel('Look for').fill('10.')
  await page.keyboard.press('Enter')
  await page.getByText('1 ban', { exact: true }).waitFor()
  expect(new URL(page.url()).search).toBe('?like_peerhost_net=10.')
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await page.getByText('3 bans', { exact: true }).waitFor()

  await menuOf(page, /once/, 'Change')
  await page.getByRole('dialog').getByLabel('Reason').fill('for a while')
  await page.getByRole('dialog').getByText('1 hour', { exact: true }).click()
  await agree(page, 'Save')
  await page.getByRole('row', { name: /once Client ID for a while admin .* in (59|60) min|in 1 hr/ }).waitFor()
  await expect(connect('once')).rejects.toMatchObject({ code: 0x8a })

  for (const who of ['once', '10.0.0.0/8']) {
    await bansTable(page).getByRole('row', { name: who }).getByRole('checkbox').check()
  }
  await page.getByRole('button', { name: 'Lift the bans' }).click()
  await agree(page, 'Lift the bans')
  await page.getByText('1 ban', { exact: true }).waitFor()
  await connect('once')
  await clear(page)
})

test('flapping detection bans who comes and goes, and the ban is lifted on its page', async () => {
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
  await page.getByText('1 client is banned for flapping').waitFor()
  await menuOf(page, /restless Client ID Connected and left too often Flapping detection/, 'Lift the ban')
  await agree(page, 'Lift the ban')
  await page.getByText('No client is banned for flapping').waitFor()
  await connect('restless')
})

test('the pages are there in Chinese', async () => {
  const page = await stage.open('/banned-clients', { language: 'zh', theme: 'dark' })
  await page.getByText('暂无封禁').waitFor()
  await page.getByRole('button', { name: '封禁…' }).click()
  await page.getByRole('dialog').getByLabel('客户端 ID').waitFor()
  await page.goto('/flapping-detect')
  await page.getByRole('heading', { name: '抖动检测', level: 1 }).waitFor()
})
