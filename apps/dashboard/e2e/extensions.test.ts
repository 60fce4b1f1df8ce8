import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ExHookProvider, startExHookProvider } from '@mqdeck/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examplePlugin, packExample } from './example-plugin.ts'
import { goTo, refreshUntil } from './navigate.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })

async function agree(page: Page, action: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Names in the first column of the table, in their order. */
const namesIn = (page: Page) => page.getByRole('table').getByRole('link').allTextContents()

let provider: ExHookProvider
beforeAll(async () => {
  provider = await startExHookProvider()
  await provider.answer('OnProviderLoaded', { hooks: [{ name: 'message.publish', topics: [] }] })
})
afterAll(() => provider.stop())

test('an ExHook server is tested, created, called, ordered, disabled and deleted', async () => {
  await stage.api('POST', '/exhooks', { name: 'other', url: 'http://127.0.0.1:1', enable: false })
  const page = await stage.open('/exhook')
  await button(page, 'New ExHook server').click()
  await page.getByLabel('Name *').fill('mine')
  await page.getByLabel('URL *').fill('http://127.0.0.1:1')
  await button(page, 'Test').click()
  await page.getByText('Test failed').waitFor()
  await page.getByLabel('URL *').fill(`http://127.0.0.1:${provider.port}`)
  await button(page, 'Test').click()
  await page.getByText(/^Connected in .*Protocol v2, 1 hook\.$/).waitFor()
  await button(page, 'Create').click()

  await page.waitForURL('**/exhook/detail/mine')
  await page.getByText('Connected', { exact: true }).first().waitFor()
  const { client } = await stage.connect('hooked')
  await client.publishAsync('halls/1', 'hello', { qos: 1 })
  await provider.calls.take(({ method }) => method === 'OnMessagePublish', 'OnMessagePublish')
  await page.getByRole('tab', { name: /^Hooks/ }).click()
  await refreshUntil(page, row(page, 'message\\.publish').getByText('1', { exact: true }))

  await goTo(page, '/exhook')
  await row(page, 'mine').waitFor()
  expect(await namesIn(page)).toEqual(['other', 'mine'])
  await page.getByRole('button', { name: /^Move mine/ }).press('ArrowUp')
  await expect.poll(() => stage.api('GET', '/exhooks')).toMatchObject([{ name: 'mine' }, { name: 'other' }])
  expect(await namesIn(page)).toEqual(['mine', 'other'])

  await row(page, 'mine')
    .locator('label', { has: page.getByRole('switch') })
    .first()
    .click()
  await agree(page, 'Disable')
  await row(page, 'mine').getByText('Disabled', { exact: true }).waitFor()
  await row(page, 'mine').getByRole('link').click()
  await button(page, 'Delete').click()
  await agree(page, 'Delete ExHook server')
  await page.waitForURL('**/exhook')
  await row(page, 'mine').waitFor({ state: 'detached' })
})

test('a plugin is installed only once it is allowed, then started, configured, stopped and uninstalled', async () => {
  const name = examplePlugin
  const file = await packExample(join(stage.server.dataFolder, 'made'))
  const { client } = await stage.connect('rewritten')
  const received: string[] = []
  client.on('message', (_, payload) => received.push(String(payload)))
  await client.subscribeAsync('halls/#')
  const rewritten = async (payload: string) => {
    received.length = 0
    await client.publishAsync('halls/1', payload, { qos: 1 })
    await expect.poll(() => received.length).toBe(1)
    return received[0]
  }

  const page = await stage.open('/plugins/install')
  await page.locator('input[type=file]').setInputFiles(file)
  await button(page, 'Install').click()
  await page.getByText('This package is not allowed yet').waitFor()
  await page.getByText(`mqdeck plugin allow ${name}`).waitFor()
  expect(await stage.api('GET', '/plugins')).toEqual([])
  await stage.server.plugins.packages.allow(name, createHash('sha256').update(readFileSync(file)).digest('hex'))
  await button(page, 'Install').click()
  await page.waitForURL(`**/plugins/detail/${name}`)
  await button(page, 'Start').click()
  await agree(page, 'Start')
  await page.getByText('Running', { exact: true }).first().waitFor()

  await page.getByRole('tab', { name: 'README' }).click()
  await page.getByRole('heading', { name: 'Rewrite of JSON payloads' }).waitFor()
  await page.getByRole('tab', { name: 'Configuration' }).click()
  await page.getByLabel('Topic filter *').fill('halls/#')
  await button(page, 'Save').click()
  await page.getByText(`Configuration of ${name} saved`).waitFor()
  expect(await rewritten('{"temp":20,"debug":1}')).toBe('{"temperature":20}')

  await button(page, 'Stop').click()
  await agree(page, 'Stop')
  await page.getByText('Stopped', { exact: true }).first().waitFor()
  expect(await rewritten('{"temp":20}')).toBe('{"temp":20}')
  await button(page, 'Uninstall').click()
  await agree(page, 'Uninstall')
  await page.waitForURL('**/plugins')
  await page.getByText('No plugins yet').waitFor()
})
