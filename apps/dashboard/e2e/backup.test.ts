import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { credentials } from './browser.ts'
import { confirmReview, goTo } from './navigate.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const rows = (page: Page) => page.getByRole('table', { name: 'Archives' }).locator('tbody tr')

async function act(page: Page, action: string): Promise<void> {
  await rows(page).first().getByRole('button').last().click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function uploadFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/gzip', buffer })
}

test('an archive is created, downloaded, deleted, uploaded and restored, with a preview and an effect on clients', async () => {
  const retained = await stage.connect('keeper')
  await retained.client.publishAsync('backup/kept', 'as it was', { retain: true, qos: 1 })
  const page = await stage.open('/backup')
  await page.getByText('No archives yet').waitFor()
  await button(page, 'New backup').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click()
  await rows(page)
    .first()
    .getByText(/^emqx-export-.*\.tar\.gz$/)
    .waitFor()

  const [download] = await Promise.all([page.waitForEvent('download'), act(page, 'Download')])
  const name = download.suggestedFilename()
  expect(name).toMatch(/^emqx-export-[\d.-]+\.tar\.gz$/)
  const archive = await readFile(await download.path())
  await act(page, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('No archives yet').waitFor()

  // The broker is changed after the backup.
  await retained.client.publishAsync('backup/kept', '', { retain: true, qos: 1 })
  await retained.end()
  await goTo(page, '/mqtt/session')
  await page.getByLabel('Max inflight', { exact: true }).fill('57')
  await button(page, 'Save').click()
  await confirmReview(page)
  await page.getByText('Updated successfully').waitFor()

  await goTo(page, '/backup')
  await page.getByText('No archives yet').waitFor()
  await uploadFile(page, name, archive)
  await page.getByText(`${name} uploaded`).waitFor()
  await act(page, 'Restore…')
  const drawer = page.getByRole('dialog')
  await drawer.locator('del', { hasText: '57' }).waitFor()
  const messages = drawer.getByRole('row').filter({ hasText: 'Retained messages' })
  await expect
    .poll(() => messages.getByRole('cell').allTextContents())
    .toEqual(['Retained messages', '1', '0', '0', '0', '0', '0'])
  await drawer.getByRole('checkbox', { name: /^Dashboard users/ }).check()
  await drawer.getByLabel('Your current password').fill(credentials.password)
  await drawer.getByRole('button', { name: 'Restore', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Restore this archive?' })
  await question.getByText('Applies 1 change to the configuration and adds or replaces 1 record').waitFor()
  await question.getByRole('button', { name: 'Restore', exact: true }).click()
  await drawer.getByText('Restored', { exact: true }).waitFor()
  await drawer.getByText('Changed: mqtt.').waitFor()
  await drawer.getByRole('button', { name: 'Close', exact: true }).last().click()

  const { client, end } = await stage.connect('reader')
  const message = new Promise<string>((resolve) => client.on('message', (_topic, payload) => resolve(String(payload))))
  await client.subscribeAsync('backup/kept')
  expect(await message).toBe('as it was')
  await end()
  await page.goto('/mqtt/session')
  expect(await page.getByLabel('Max inflight', { exact: true }).inputValue()).toBe('32')
})

test('an invalid archive is rejected with the reason, and an upload can be cancelled', async () => {
  const page = await stage.open('/backup')
  await rows(page).first().waitFor()
  await uploadFile(page, 'x.tar.gz', Buffer.from('no archive'))
  await page.getByText('Upload Failed. x.tar.gz').waitFor()
  await page.getByText(/the archive is damaged/).waitFor()
  await button(page, 'Close').click()

  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 256 * 1024,
  })
  await uploadFile(page, 'large.tar.gz', Buffer.alloc(8 * 1024 * 1024))
  const bar = page.getByRole('progressbar', { name: 'large.tar.gz' })
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(2)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByText('Upload cancelled').waitFor()
  await cdp.detach()
  await page.reload()
  await rows(page).first().waitFor()
})
