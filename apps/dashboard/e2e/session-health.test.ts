import type { MqttJsClient } from '@mqdeck/testkit'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage()
let publisher: MqttJsClient

beforeAll(async () => {
  publisher = await stage.connect('publisher')
  for (let number = 0; number < 20; number++) await stage.connect(`device-${number}`)
  // A disconnected client whose messages are queued.
  const stuck = await stage.connect('stuck', { clean: false, properties: { sessionExpiryInterval: 3600 } })
  await stuck.client.subscribeAsync('line/#', { qos: 1 })
  await stuck.client.endAsync()
  await publish(950)
})

async function publish(count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => publisher.client.publishAsync('line/1', 'x', { qos: 1 })))
}

const ranked = (page: Page) => page.getByRole('table', { name: 'Ranked sessions' })
const firstRow = (page: Page) => ranked(page).getByRole('row').nth(1)

test('a subscriber with queued messages is ranked first with its finding and a link', async () => {
  const page = await stage.open('/session-health')
  // A small cluster is scanned without a click.
  await page.getByText(/^Scanned 22 sessions/).waitFor()
  await firstRow(page).getByText('stuck').waitFor()
  await firstRow(page).getByText('Queue', { exact: true }).waitFor()
  await firstRow(page).getByText('950').waitFor()
  await firstRow(page).getByText('Disconnected').waitFor()
  expect(await ranked(page).getByRole('row').count()).toBe(2)

  await page.getByLabel('Rank by').selectOption('recent')
  await page.waitForURL('**by=recent*')
  await page.getByLabel('Find session').fill('device-1')
  await page.getByText('11 of the top 21').waitFor()
  await page.getByRole('table', { name: 'Listener' }).getByText('tcp:default').waitFor()

  await page.getByLabel('Rank by').selectOption('queue')
  await page.getByLabel('Find session').fill('')
  await firstRow(page).getByRole('link', { name: 'stuck' }).click()
  await page.waitForURL('**/clients/detail/stuck')
  await page.goBack()
  // The result is kept while another page is shown.
  await firstRow(page).getByText('stuck').waitFor()
})
