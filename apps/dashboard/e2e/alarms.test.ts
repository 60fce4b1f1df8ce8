import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { confirmReview, refreshUntil } from './navigate.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()

beforeAll(async () => {
  await watchOnlyMemory()
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Alarms' }).getByRole('link', { name, exact: true })
const memory = 'High system memory usage'

/** Disables other alarms, which a busy machine could activate during the test. */
async function watchOnlyMemory(): Promise<void> {
  await stage.api('PUT', '/configs/sysmon', {
    os: { cpu_check_interval: '1h', sysmem_high_watermark: '100%' },
    vm: { process_check_interval: '1h', long_schedule: 'disabled' },
  })
}

/** Sets the memory watermark and a check interval of one second. */
async function watchMemory(page: Page, percent: string): Promise<void> {
  await page.getByLabel('Memory high watermark', { exact: true }).fill(percent)
  await page.getByLabel('Memory check interval', { exact: true }).fill('1')
  await button(page, 'Save').click()
  await confirmReview(page)
  await page.getByText(/unsaved change/).waitFor({ state: 'hidden' })
}

async function bellPanel(page: Page, name: RegExp) {
  await page.getByRole('button', { name }).click()
  return page.getByRole('dialog', { name: 'Notifications' })
}

test('a low watermark activates an alarm that is published and shown, and a high one deactivates it', async () => {
  const { client, end } = await stage.connect('watcher')
  await client.subscribeAsync('$SYS/brokers/+/alarms/activate')
  const published = new Promise<string>((resolve) => {
    client.once('message', (_topic, payload) => resolve(payload.toString()))
  })
  const page = await stage.open('/alarm/settings')
  await watchMemory(page, '0.1')
  expect(JSON.parse(await published)).toMatchObject({ name: 'high_system_memory_usage', activated: true })
  await end()

  await tab(page, 'Active').click()
  await refreshUntil(page, page.getByRole('link', { name: memory }))
  await page.getByRole('link', { name: memory }).click()
  const details = page.getByRole('dialog', { name: memory })
  await details.getByText('high_system_memory_usage').waitFor()
  await page.keyboard.press('Escape')
  const panel = await bellPanel(page, /^Notifications: 1 active alarm$/)
  await panel.getByRole('link', { name: memory }).waitFor()
  await page.keyboard.press('Escape')

  await tab(page, 'Settings').click()
  await watchMemory(page, '100')
  await tab(page, 'Active').click()
  await refreshUntil(page, page.getByText('No active alarms'))
  await tab(page, 'History').click()
  await page.getByRole('link', { name: memory }).waitFor()
  await button(page, 'Clear history').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear history' }).click()
  await page.getByText('No past alarms').waitFor()
})
