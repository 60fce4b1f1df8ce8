import { readFile } from 'node:fs/promises'
import { eventually, type MqttJsClient } from '@mqdeck/testkit'
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

test('a second scan shows changes and current drops', async () => {
  const page = await stage.open('/session-health')
  await page.getByText(/^Scanned 22 sessions/).waitFor()
  await publish(100)
  await page.getByRole('button', { name: 'Scan again' }).click()
  await page.getByText(/Compared with/).waitFor()
  await page.getByText('+50 since the last scan').first().waitFor()
  await page.getByLabel('Rank by').selectOption('dropRate')
  await firstRow(page).getByText('stuck').waitFor()
  await firstRow(page).getByText('Dropping messages').waitFor()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('session-health-dropRate.csv')
  const [head, line] = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(head).toMatch(/^clientid,username,findings,mqueue_len,mqueue_max,dropped,dropped_per_minute/)
  expect(line).toMatch(/^stuck,,.*dropping.*,1000,1000,50,/)
})

test('a paused scan sends no requests and can be resumed', async () => {
  const page = await stage.open('/session-health')
  let requests = 0
  await page.route('**/clients_v2?*', async (route) => {
    requests++
    // Small pages, so that there is time to pause.
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '5')
    await route.continue({ url: url.href })
  })
  await page.reload()
  await page.getByRole('progressbar', { name: 'Scan progress' }).waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('Not all sessions have been scanned.').waitFor()
  const before = requests
  await page.clock.install()
  await page.clock.runFor(5000)
  expect(requests).toBe(before)
  await page.getByRole('button', { name: 'Resume' }).click()
  const finished = page.getByText(/^Scanned 22 sessions/)
  await eventually(
    async () => {
      await page.clock.runFor(300)
      return (await finished.count()) === 1
    },
    () => 'the scan did not finish',
  )
  expect(requests).toBeGreaterThanOrEqual(5)
})
