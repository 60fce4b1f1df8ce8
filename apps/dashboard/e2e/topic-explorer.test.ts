import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage()

const tree = (page: Page) => page.getByRole('treegrid', { name: 'Topics' })
const row = (page: Page, name: string) =>
  tree(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell', { name: new RegExp(`(^|\\s)${name}($|\\s)`) }) })
/** Cells of a row: topics below, messages, rate, retained. */
const cells = async (page: Page, name: string) => (await row(page, name).getByRole('gridcell').allInnerTexts()).slice(1)

async function connect(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Filters, address and credentials' }).click()
  await page.getByLabel('Host', { exact: true }).fill('127.0.0.1')
  await page.getByLabel('Port', { exact: true }).fill(String(stage.server.ports.ws))
  await page.getByLabel('Path', { exact: true }).fill('/mqtt')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('button', { name: 'Disconnect', exact: true }).waitFor()
}

test('published topics appear with counters and payloads, and are kept while another page is shown', async () => {
  const publisher = await stage.connect('publisher')
  await publisher.client.subscribeAsync('plant/+/temp')
  const page = await stage.open('/topic-explorer')
  await row(page, 'plant').waitFor()
  await connect(page)
  for (const [topic, payload] of [
    ['plant/1/temp', '{"t":20,"unit":"C"}'],
    ['plant/1/temp', '{"t":21.5,"unit":"C"}'],
    ['plant/2/temp', 'cold'],
  ] as const)
    await publisher.client.publishAsync(topic, payload, { qos: 1 })
  await expect.poll(() => cells(page, 'plant')).toMatchObject({ 0: '3', 1: '3' })
  await row(page, 'plant').getByRole('button', { name: 'Expand plant' }).click()
  await row(page, '1').getByRole('button', { name: 'Expand 1' }).click()
  await row(page, 'temp').first().click()
  const pane = page.getByRole('heading', { name: 'plant/1/temp' })
  await pane.waitFor()
  await page.getByText('"t": 21.5').waitFor()
  await page.getByRole('button', { name: /t: 20 → 21.5/ }).waitFor()
  await page.getByRole('button', { name: /"t":20/ }).click()
  await page.getByText('"t": 20,').waitFor()
  await page.getByRole('button', { name: 'Back to last payload' }).click()

  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await page.getByRole('heading', { name: 'Clients', level: 1 }).waitFor()
  await publisher.client.publishAsync('plant/3/temp', '9', { qos: 1 })
  await page.getByRole('link', { name: 'Topics', exact: true }).click()
  await page.getByRole('link', { name: 'Topic explorer' }).click()
  await pane.waitFor()
  await expect.poll(() => cells(page, 'plant')).toMatchObject({ 0: '4', 1: '4' })
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await page.getByRole('button', { name: 'Connect', exact: true }).waitFor()
})
