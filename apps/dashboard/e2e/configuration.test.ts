import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { confirmReview, goTo } from './navigate.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const editor = (page: Page) => page.locator('.cm-content')
const row = (page: Page, version: number) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: `Version ${version}`, exact: true }) })

async function importText(page: Page, text: string): Promise<void> {
  await editor(page).fill(text)
  await button(page, 'Show changes').click()
}

test('a syntax error is marked at its line and not imported; the fixed text shows its changes and applies', async () => {
  const page = await stage.open('/configuration/import')
  await importText(page, 'mqtt {\n  max_inflight = 0\n}\n')
  await page.getByText('1 error in the text').waitFor()
  await page.getByText('Line 2', { exact: true }).waitFor()
  await page.locator('.cm-lintRange-error, .cm-lint-marker-error, .cm-lintPoint-error').first().waitFor()
  expect(await button(page, 'Import').count()).toBe(0)

  await importText(page, 'mqtt {\n  max_inflight = 41\n}\n')
  await page.getByRole('heading', { name: 'Changes' }).waitFor()
  await page.getByRole('table').getByText('mqtt.max_inflight').first().waitFor()
  await button(page, 'Import').click()
  await page.getByText('Imported successfully').waitFor()
  await page
    .getByRole('navigation', { name: 'Cluster' })
    .getByRole('link', { name: 'Configuration', exact: true })
    .click()
  await page.getByLabel('Section', { exact: true }).selectOption('mqtt')
  await editor(page).getByText('41', { exact: true }).waitFor()
})

test('on paper, the whole configuration has its address and no navigation', async () => {
  const page = await stage.open('/configuration')
  await editor(page).getByText('alarm').first().waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.getByText(page.url(), { exact: true }).waitFor()
  await page.locator('pre').filter({ hasText: 'alarm {' }).filter({ hasText: 'topic_metrics' }).waitFor()
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor({ state: 'hidden' })
  expect(await page.getByRole('button').count()).toBe(0)
})

test('a change creates a version with its user, which can be compared and restored', async () => {
  const page = await stage.open('/mqtt/session')
  await page.getByLabel('Max inflight', { exact: true }).fill('57')
  await button(page, 'Save').click()
  await confirmReview(page)
  await page.getByText('Updated successfully').waitFor()

  await goTo(page, '/configuration/history')
  const newest = page.getByRole('row').nth(1)
  await newest.getByText('Current').waitFor()
  await expect
    .poll(() => newest.getByRole('cell').allTextContents())
    .toEqual(expect.arrayContaining(['admin', 'PUT /configs/global_zone', 'mqtt.max_inflight']))
  const version = Number(/\d+/.exec((await newest.getByRole('link').textContent()) ?? '')?.[0])
  await newest.getByRole('link').click()
  const drawer = page.getByRole('dialog')
  await drawer.locator('ins', { hasText: '57' }).waitFor()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await drawer.waitFor({ state: 'detached' })

  await row(page, version - 1)
    .getByRole('link')
    .click()
  await button(page, 'Restore').click()
  const question = page.getByRole('dialog', { name: `Restore version ${version - 1}?` })
  await question.locator('del', { hasText: '57' }).waitFor()
  await question.getByRole('button', { name: 'Restore' }).click()
  await page.getByText(`Version ${version - 1} restored`).waitFor()
  await row(page, version + 1)
    .getByText('Current')
    .waitFor()
  await page.goto('/mqtt/session')
  expect(await page.getByLabel('Max inflight', { exact: true }).inputValue()).toBe('41')
})
