import { eventually } from '@mqdeck/testkit'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { confirmReview } from './navigate.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()

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

test('following pauses after scrolling up and continues at the end', async () => {
  await stage.api('PUT', '/configs/log', { file: { default: { level: 'debug' } } })
  await fill(60)
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
  await fill(20)
  expect(await lines(page).getByRole('button').nth(20).textContent()).toBe(before)

  await button(page, 'Jump to the end').click()
  await page.getByText('Following').waitFor()
  await eventually(
    async () => (await scrolled()) < 40,
    () => 'it does not jump to the end',
  )
})
