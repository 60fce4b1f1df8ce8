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

test('a search shows matching branches, and the tree can be navigated by keyboard', async () => {
  const subscriber = await stage.connect('subscriber')
  await subscriber.client.subscribeAsync(['hall/1/temp', 'hall/1/hum', 'hall/2/temp', 'desk'])
  const page = await stage.open('/topic-explorer')
  await row(page, 'desk').waitFor()
  await page.getByLabel('Find').fill('hall/+/temp')
  await page.getByText('2 matches').waitFor()
  await expect.poll(() => row(page, 'temp').count()).toBe(2)
  expect(await row(page, 'desk').count()).toBe(0)
  await page.getByLabel('Find').fill('')
  await row(page, 'desk').waitFor()
  await tree(page).focus()
  await page.keyboard.press('Home')
  await page.getByRole('heading', { name: '$SYS', level: 2 }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('heading', { name: 'desk', level: 2 }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('heading', { name: 'hall', level: 2 }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('button', { name: 'Expand 2' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('heading', { name: 'hall/1', level: 2 }).waitFor()
  await expect.poll(() => page.url()).toContain('topic=hall')
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('heading', { name: 'hall', level: 2 }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('button', { name: 'Expand 2' }).waitFor({ state: 'detached' })
})

test('retained messages under a branch are deleted after typing its name', async () => {
  const publisher = await stage.connect('keeper')
  for (let index = 0; index < 12; index++)
    await publisher.client.publishAsync(`store/${index}`, `${index}`, { qos: 1, retain: true })
  await publisher.client.publishAsync('other', 'stays', { qos: 1, retain: true })
  const page = await stage.open('/topic-explorer?topic=store')
  await page.getByRole('button', { name: 'Delete retained messages' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete 12 retained messages?' })
  const remove = dialog.getByRole('button', { name: 'Delete retained messages', exact: true })
  expect(await remove.isDisabled()).toBe(true)
  await dialog.getByRole('textbox').fill('store')
  await remove.click()
  await page.locator('[aria-live]').getByText('Delete 12 retained messages under store: done (12).').waitFor()
  await row(page, 'store').waitFor({ state: 'detached' })
  const reader = await stage.connect('reader')
  await reader.client.subscribeAsync(['store/#', 'other', 'end'])
  expect(
    (await reader.messages.take((packet) => packet.topic === 'other', 'the message that is still retained')).retain,
  ).toBe(true)
  await reader.client.publishAsync('end', '', { qos: 1 })
  await reader.messages.take((packet) => packet.topic === 'end', 'the end')
  expect(reader.messages.all.filter(({ topic }) => topic.startsWith('store/'))).toEqual([])
})
