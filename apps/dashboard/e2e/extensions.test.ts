import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ExHookProvider, startExHookProvider, startReplayer } from '@mqdeck/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStage, credentials, type Stage } from './browser.ts'
import { examplePlugin, packExample } from './example-plugin.ts'
import { reloadUntil } from './navigate.ts'
import { useStage } from './use-stage.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })

async function agree(page: Page, action: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Names in the first column of the table, in their order. */
const namesIn = (page: Page) => page.getByRole('table').getByRole('link').allTextContents()

describe('the embedded broker', () => {
  const stage = useStage()
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
    await reloadUntil(page, row(page, 'message\\.publish').getByText('1', { exact: true }))

    await page.goto('/exhook')
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

  test('a package that is not allowed is not installed', async () => {
    const page = await stage.open('/plugins')
    await page.getByText('No plugins yet').waitFor()
    await button(page, 'Install plugin').click()
    await button(page, 'Install').click()
    await page.getByText('Please upload the file first').waitFor()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'mine-1.0.0.tar.gz', mimeType: 'application/gzip', buffer: Buffer.from('x') })
    await button(page, 'Install').click()
    await page.getByText('This package is not allowed yet').waitFor()
    await page.getByText('mqdeck plugin allow mine-1.0.0').waitFor()
    expect(await stage.api('GET', '/plugins')).toEqual([])
  })

  test('a plugin is installed, started, configured, stopped and uninstalled', async () => {
    const name = examplePlugin
    const file = await packExample(join(stage.server.dataFolder, 'made'))
    await stage.server.plugins.packages.allow(name, createHash('sha256').update(readFileSync(file)).digest('hex'))
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
})

describe('in front of an EMQX cluster', () => {
  let stage: Stage
  let stopCluster: () => Promise<void>
  beforeAll(async () => {
    const cluster = await startReplayer({
      edition: 'enterprise',
      nodes: 2,
      exhooks: 'loaded',
      password: credentials.password,
    })
    stopCluster = cluster.stop
    stage = await createStage({ broker: cluster.urls })
  })
  afterAll(async () => {
    await stage.stop()
    await stopCluster()
  })

  test('a server has the worst state of its nodes, and cannot be tested', async () => {
    const page = await stage.open('/exhook')
    await row(page, 'prov').getByText('Connected', { exact: true }).waitFor()
    await row(page, 'partly').getByText('Connecting', { exact: true }).waitFor()
    await row(page, 'off').getByText('Disabled', { exact: true }).waitFor()
    await row(page, 'prov').getByRole('link').click()
    await page.getByText('85', { exact: true }).first().waitFor()
    await page.getByRole('tab', { name: /^Hooks/ }).click()
    await row(page, 'client\\.authorize').waitFor()
    await page.goto('/exhook/create')
    await button(page, 'Create').waitFor()
    expect(await button(page, 'Test').count()).toBe(0)
  })

  test('plugins of the cluster are listed', async () => {
    const page = await stage.open('/plugins')
    await page.getByText('No plugins yet').waitFor()
  })
})
