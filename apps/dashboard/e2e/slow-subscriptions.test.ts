import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { confirmReview } from './navigate.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()

const connect = async (clientId: string) => (await stage.connect(clientId)).client

/** Subscribes a client that waits this long before it acknowledges a message. */
async function subscribeSlowly(clientId: string, topic: string, milliseconds: number): Promise<void> {
  const client = await connect(clientId)
  client.handleMessage = (_packet, done) => void setTimeout(done, milliseconds)
  await client.subscribeAsync(topic, { qos: 1 })
}

async function waitForRow(page: Page, clientId: string): Promise<void> {
  const link = page.getByRole('table').getByRole('link', { name: clientId, exact: true })
  const isListed = async () => {
    await page.getByRole('button', { name: 'Refresh now' }).click()
    return link.isVisible()
  }
  await expect.poll(isListed, { interval: 250 }).toBe(true)
}

test('slow subscriptions can be enabled with a custom threshold and list slow clients', async () => {
  const page = await stage.open('/slow-sub')
  await page.getByText('Slow subscription statistics are disabled').waitFor()
  await page.getByRole('switch', { name: 'Enable slow subscription statistics' }).press('Space')
  await page.getByText(/deliveries that take longer than 500 ms/).waitFor()

  await page.locator('#main').getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByLabel('Threshold', { exact: true }).fill('99')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/^Enter at least 100 ms/).waitFor()
  await page.getByLabel('Threshold', { exact: true }).fill('100')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await confirmReview(page)
  await page.getByText('Updated successfully').waitFor()

  await subscribeSlowly('slow', 's/1', 250)
  await subscribeSlowly('slower', 's/1', 500)
  await subscribeSlowly('quick', 's/1', 0)
  const publisher = await connect('publisher')
  await publisher.publishAsync('s/1', 'x', { qos: 1 })

  await page.getByRole('link', { name: 'Slow subscriptions', exact: true }).click()
  await page.getByText(/deliveries that take longer than 100 ms/).waitFor()
  await waitForRow(page, 'slower')
  await waitForRow(page, 'slow')
  await expect.poll(() => page.getByRole('table').getByRole('link').allTextContents()).toEqual(['slower', 'slow'])
  const [, , topic, latency] = await page.getByRole('row').nth(1).getByRole('cell').allTextContents()
  expect(topic).toBe('s/1')
  expect(Number.parseInt(latency ?? '', 10)).toBeGreaterThanOrEqual(500)
  await page.getByRole('link', { name: 'slower' }).click()
  await page.getByRole('heading', { name: 'slower' }).waitFor()
})
