import { eventually, type MqttJsClient } from '@mqdeck/testkit'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { confirmReview } from './navigate.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()

const connect = async (clientId: string) => (await stage.connect(clientId)).client

/** Resolves to the next message, as `topic payload`. */
const nextMessage = (client: MqttJsClient['client']) =>
  new Promise<string>((resolve) => {
    client.once('message', (topic, payload) => resolve(`${topic} ${payload.toString()}`))
  })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function saveAll(page: Page): Promise<void> {
  await button(page, 'Save').click()
  await confirmReview(page)
  await page.getByText(/unsaved change/).waitFor({ state: 'hidden' })
}

async function addRule(page: Page, source: string, expression: string, target: string): Promise<void> {
  await button(page, 'Add rule').click()
  const dialog = page.getByRole('dialog', { name: 'Add rule' })
  await dialog.getByLabel('Source topic').fill(source)
  await dialog.getByLabel('Regular expression').fill(expression)
  await dialog.getByLabel('Target topic').fill(target)
  await button(page, 'Apply').click()
  await dialog.waitFor({ state: 'hidden' })
}

const sources = (page: Page) =>
  page.getByRole('table', { name: 'Rules' }).locator('tbody tr td:nth-child(3)').allTextContents()

test('a smaller maximum packet size disconnects a client that sends a larger packet [MQTT-3.1.2-24]', async () => {
  const page = await stage.open('/mqtt')
  await page.waitForURL('**/mqtt/general')
  await page.getByLabel('Max packet size', { exact: true }).fill('200')
  await page.getByLabel('Unit').first().selectOption({ label: 'B' })
  await page.getByText('1 unsaved change').waitFor()
  await saveAll(page)

  const client = await connect('wordy')
  const dropped = new Promise<number | undefined>((resolve) => {
    client.once('disconnect', ({ reasonCode }) => resolve(reasonCode))
  })
  client.publish('t', 'x'.repeat(300))
  expect(await dropped).toBe(0x95)
})

test('an auto-subscribe topic applies to clients that connect afterwards', async () => {
  const page = await stage.open('/auto-sub')
  await button(page, 'Add topic').click()
  const dialog = page.getByRole('dialog', { name: 'Add topic' })
  await dialog.getByLabel('Topic').pressSequentially('n/${client')
  await page.keyboard.press('Enter')
  expect(await dialog.getByLabel('Topic').inputValue()).toBe('n/${clientid}')
  await dialog.getByText('1', { exact: true }).click()
  await button(page, 'Apply').click()
  await saveAll(page)

  const client = await connect('dora')
  await eventually(
    () => stage.server.broker.subscriptionsOf('dora')?.some(({ topic }) => topic === 'n/dora') === true,
    () => 'dora is not subscribed',
  )
  const message = nextMessage(client)
  await (await connect('publisher')).publishAsync('n/dora', 'hi', { qos: 1 })
  expect(await message).toBe('n/dora hi')
})

test('topics are rewritten by the rule shown on the page, also after reordering by dragging', async () => {
  const page = await stage.open('/topic-rewrite')
  await addRule(page, 'x/#', '^x/(.+)$', 'first/$1')
  await addRule(page, 'x/+', '^x/(.+)$', 'second/$1')
  await page.getByLabel('Topic', { exact: true }).fill('x/1')
  await page.getByText('Rule 2 applies.').waitFor()
  await saveAll(page)

  const subscriber = await connect('subscriber')
  await subscriber.subscribeAsync(['first/#', 'second/#'])
  const publisher = await connect('publisher')
  const before = nextMessage(subscriber)
  await publisher.publishAsync('x/1', 'a', { qos: 1 })
  expect(await before).toBe('second/1 a')

  const handles = page.getByRole('button', { name: /^Move rule/ })
  await handles.nth(1).hover()
  await page.mouse.down()
  const target = await handles.nth(0).boundingBox()
  await page.mouse.move((target?.x ?? 0) + 5, (target?.y ?? 0) + 5, { steps: 4 })
  await page.mouse.up()
  expect(await sources(page)).toEqual(['x/+', 'x/#'])
  await page.getByText('Never used: rule 2 applies').waitFor()
  await page.getByText('first/1').waitFor()
  await saveAll(page)
  const after = nextMessage(subscriber)
  await publisher.publishAsync('x/1', 'b', { qos: 1 })
  expect(await after).toBe('first/1 b')
})
