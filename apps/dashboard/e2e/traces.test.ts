import { readFile } from 'node:fs/promises'
import { inflateRawSync } from 'node:zlib'
import type { MqttJsClient } from '@mqdeck/testkit'
import type { Download, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage()
let device: MqttJsClient

beforeAll(async () => {
  device = await stage.connect('dev-a')
  await device.client.subscribeAsync('plant/+')
})

/** The single file of a streamed archive, in which sizes follow the content. */
async function onlyFileOf(download: Download): Promise<{ readonly name: string; readonly text: string }> {
  const zip = await readFile(await download.path())
  const central = zip.indexOf(Buffer.from('PK\x01\x02', 'latin1'))
  const name = zip.subarray(30, 30 + zip.readUInt16LE(26)).toString()
  const start = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28)
  const text = inflateRawSync(zip.subarray(start, start + zip.readUInt32LE(central + 20))).toString()
  return { name, text }
}

/** A line of the open log. */
const line = (page: Page, text: string | RegExp) =>
  page.locator('#main [role=option]').filter({ hasText: text }).first()

test('a trace is created, shows client activity live, is stopped, downloaded and deleted', async () => {
  const page = await stage.open('/log-trace')
  await page.getByText('No traces').waitFor()
  await page.getByRole('button', { name: 'New trace' }).click()
  const form = page.getByRole('dialog', { name: 'New trace' })
  await form.getByLabel(/^Client ID/).fill('dev-a')
  await form.locator('datalist option[value=dev-a]').waitFor({ state: 'attached' })
  await form.getByText('10 min').click()
  await form.getByRole('button', { name: 'Create' }).click()
  const heading = page.locator('#main h1')
  await expect.poll(() => heading.innerText()).toMatch(/^client_dev_a_/)
  const name = await heading.innerText()
  await page.getByText('Running', { exact: true }).waitFor()

  await device.client.publishAsync('plant/1', '{"degrees":21}', { qos: 1 })
  await line(page, 'publish_to').waitFor()
  await line(page, 'mqtt_packet_received').waitFor()

  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
  await page.getByText('Stopped', { exact: true }).waitFor()

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('#main').getByRole('button', { name: 'Download', exact: true }).first().click(),
  ])
  expect(download.suggestedFilename()).toBe(`${name}.zip`)
  const file = await onlyFileOf(download)
  expect(file.name).toMatch(new RegExp(`^mqdeck@127.0.0.1-trace_${name}_.*\\.log$`))
  expect(file.text).toContain('\\"degrees\\":21')

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No traces').waitFor()
  expect(new URL(page.url()).pathname).toBe('/log-trace')
})
