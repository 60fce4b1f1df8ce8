import { eventually } from '@mqdeck/testkit'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { confirmReview } from './navigate.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()

/** Resets the file `default` to its default settings, apart from `part`. */
async function setFile(part: object): Promise<void> {
  await stage.api('PUT', '/configs/log', { file: { default: part } })
}

/** Writes log lines: each response is logged at level debug. */
async function fill(lines: number): Promise<void> {
  for (let index = 0; index < lines; index += 1) await stage.api('GET', `/nodes/filler-${index}`).catch(() => undefined)
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const lines = (page: Page) => page.getByRole('region', { name: 'Log', exact: true })

test('a level selected in the browser applies immediately to a connecting client', async () => {
  const page = await stage.open('/log/follow')
  await page.getByText('No log lines yet').waitFor()
  await button(page, 'Log settings').click()
  await page.getByLabel('Level', { exact: true }).nth(1).selectOption('debug')
  await button(page, 'Save').click()
  await confirmReview(page)
  await page.getByText('Updated successfully').waitFor()

  await button(page, 'Live log').click()
  await lines(page).getByText('configuration_changed').waitFor()
  const device = await stage.connect('seen')
  await page.getByLabel('Search').fill('seen')
  await lines(page)
    .getByRole('button', { name: /Debug mqtt_packet_received/ })
    .first()
    .click()
  await lines(page).getByText('clientid', { exact: true }).waitFor()
  await page.getByText('Paused').waitFor()
  await device.end()
})

test('the log is filtered by level and text, highlights matches and keeps the filters in the URL', async () => {
  await setFile({ level: 'debug' })
  const page = await stage.open('/log/follow')
  await page.getByLabel('Level').selectOption({ label: 'Info and above' })
  await lines(page).getByText('configuration_changed').first().waitFor()
  await lines(page).getByText('http_request_answered').first().waitFor({ state: 'detached' })
  await page.getByLabel('Search').fill('/config\\w+_changed/')
  await lines(page).locator('mark').first().waitFor()
  expect(await lines(page).locator('mark').first().textContent()).toBe('configuration_changed')
  await page.getByLabel('Search').fill('/(a+)+$/')
  await page.getByText(/could take too long/).waitFor()
  await page.getByLabel('Search').fill('nobody writes this')
  await page.getByText('No matching lines').waitFor()
  await page.reload()
  expect(await page.getByLabel('Search').inputValue()).toBe('nobody writes this')
})

test('JSON log files can be read', async () => {
  await setFile({ level: 'debug', formatter: 'json' })
  const page = await stage.open('/log/follow')
  await fill(1)
  await lines(page)
    .getByText(/status: 200/)
    .first()
    .waitFor()
  await setFile({ level: 'debug' })
})

test('following pauses after scrolling up and reports lines that were rotated meanwhile', async () => {
  await setFile({ level: 'debug', rotation_size: '30KB', rotation_count: 2 })
  await fill(120)
  const page = await stage.open('/log/follow')
  await page.getByText('Following').waitFor()
  await lines(page).getByText('http_request_answered').first().waitFor()
  const scrolled = () =>
    lines(page).evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop)
  await eventually(
    async () => (await scrolled()) < 40,
    () => 'it does not start at the end',
  )

  await lines(page).hover()
  await page.mouse.wheel(0, -900)
  await page.getByText('Paused').waitFor()
  await button(page, 'Jump to the end').waitFor()
  const before = await lines(page).getByRole('button').nth(20).textContent()
  await fill(450)
  expect(await lines(page).getByRole('button').nth(20).textContent()).toBe(before)

  await button(page, 'Jump to the end').click()
  await page.getByText('Following').waitFor()
  await eventually(
    async () => (await scrolled()) < 40,
    () => 'it does not jump to the end',
  )
  // Gaps are shown regardless of the search.
  await page.getByLabel('Search').fill('filler-449')
  await lines(page).locator('mark', { hasText: 'filler-449' }).waitFor()
  await lines(page)
    .getByText(/were removed by log rotation before they could be read/)
    .waitFor()
})

test('the shown lines can be downloaded', async () => {
  const page = await stage.open('/log/follow')
  await lines(page).getByText('http_request_answered').first().waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download shown lines').click()])
  expect(download.suggestedFilename()).toMatch(/^default-.*\.log$/)
})
