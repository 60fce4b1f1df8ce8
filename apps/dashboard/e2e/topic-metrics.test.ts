import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage()

const connect = async (clientId: string) => (await stage.connect(clientId)).client

async function addTopic(page: Page, topic: string): Promise<void> {
  await page.getByRole('button', { name: 'Add topic' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add topic' })
  await dialog.getByLabel('Topic').fill(topic)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: topic, exact: true }).waitFor()
}

const table = (page: Page) => page.getByRole('table', { name: 'Topic metrics' })
const row = (page: Page, topic: string) => table(page).getByRole('row').filter({ hasText: topic })
const cell = async (page: Page, topic: string, index: number) =>
  (await row(page, topic).getByRole('cell').nth(index).textContent()) ?? ''
const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh now' }).click()

/** Refreshes until the row has this count: messages may still be in flight. */
async function waitForCount(page: Page, topic: string, index: number, text: string): Promise<void> {
  const count = async () => {
    await refresh(page)
    return cell(page, topic, index)
  }
  await expect.poll(count, { interval: 250 }).toBe(text)
}

test('messages of real clients are counted by QoS, with rates', async () => {
  const page = await stage.open('/topic-metrics')
  await page.getByText('No topics added').waitFor()
  await addTopic(page, 'm/1')
  await addTopic(page, 'm/2')
  const subscriber = await connect('subscriber')
  await subscriber.subscribeAsync('m/1', { qos: 1 })
  const publisher = await connect('publisher')
  for (const qos of [0, 1, 2] as const) await publisher.publishAsync('m/1', 'x', { qos })
  for (let sent = 0; sent < 5; sent++) await publisher.publishAsync('m/2', 'x', { qos: 1 })

  await waitForCount(page, 'm/1', 4, '3')
  expect(await cell(page, 'm/1', 2)).toBe('3')
  expect(Number(await cell(page, 'm/1', 3))).toBeGreaterThan(0)
  expect(Number(await cell(page, 'm/1', 5))).toBeGreaterThan(0)
  expect([await cell(page, 'm/2', 2), await cell(page, 'm/2', 4), await cell(page, 'm/2', 6)]).toEqual(['5', '0', '5'])
  expect(Number(await cell(page, 'm/2', 7))).toBeGreaterThan(0)

  await page.getByRole('button', { name: 'In', exact: true }).click()
  await page.waitForURL('**/topic-metrics?sort=in&order=desc')
  await expect.poll(() => table(page).getByRole('link').allTextContents()).toEqual(['m/2', 'm/1'])
  await page.getByRole('button', { name: 'In', exact: true }).click()
  await page.waitForURL('**/topic-metrics?sort=in')
  await expect.poll(() => table(page).getByRole('link').allTextContents()).toEqual(['m/1', 'm/2'])

  await page.getByRole('link', { name: 'm/1' }).click()
  const levels = page.getByRole('table', { name: 'Messages by QoS' })
  const counts = async (level: number) =>
    (await levels.getByRole('row').nth(level).getByRole('cell').allTextContents()).filter((_, index) => index % 2 === 1)
  await levels.waitFor()
  // A subscription of QoS 1 lowers QoS 2 [MQTT-3.8.4-8].
  expect([await counts(1), await counts(2), await counts(3), await counts(4)]).toEqual([
    ['1', '1', '–'],
    ['1', '2', '–'],
    ['1', '0', '–'],
    ['3', '3', '0'],
  ])
})
