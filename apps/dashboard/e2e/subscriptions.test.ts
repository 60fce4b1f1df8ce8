import { eventually, type MqttJsClient } from '@mqdeck/testkit'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage()

const connect = async (clientId: string) => (await stage.connect(clientId)).client

/** What a client has received so far. */
function received(client: MqttJsClient['client']): readonly string[] {
  const messages: string[] = []
  client.on('message', (topic, payload) => messages.push(`${topic} ${payload.toString()}`))
  return messages
}

const row = (page: Page, name: RegExp) => page.getByRole('row', { name })
const rows = (page: Page) => page.locator('tbody tr')
const filterNames = (page: Page) => page.getByRole('list', { name: /filters? active/ }).getByRole('listitem')

async function answer(page: Page, action: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: action, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('a long list scrolls within the page, and the page itself does not scroll', async () => {
  const client = await connect('many')
  await client.subscribeAsync(Array.from({ length: 25 }, (_, index) => `many/${index}`))
  const page = await stage.open('/subscriptions/subscription')
  await expect.poll(() => rows(page).count()).toBe(20)
  for (const height of [800, 720, 1000]) {
    await page.setViewportSize({ width: 1280, height })
    const hidden = () => page.locator('main').evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
    await expect.poll(hidden).toBe(0)
  }
})

test('a client unsubscribed in the browser receives no more messages', async () => {
  const client = await connect('sensor')
  await client.subscribeAsync({ 'hall/+': { qos: 1, nl: true, rap: true, rh: 2 }, 'yard/1': { qos: 1 } })
  const messages = received(client)
  const publisher = await connect('publisher')
  const page = await stage.open('/subscriptions')
  await page.waitForURL('**/subscriptions/subscription')
  const subscription = row(page, /Select sensor hall/)
  await expect
    .poll(() => subscription.getByRole('cell').allTextContents())
    .toEqual(['', 'sensor', 'hall/+', '–', 'mqdeck@127.0.0.1', '1', 'Yes', 'Yes', 'Never', ''])
  await subscription.getByRole('button', { name: /^Actions for / }).click()
  await page.getByRole('menuitem', { name: 'Unsubscribe' }).click()
  await answer(page, 'Unsubscribe')
  await subscription.waitFor({ state: 'detached' })

  await publisher.publishAsync('hall/1', 'lost', { qos: 1 })
  await publisher.publishAsync('yard/1', 'kept', { qos: 1 })
  await eventually(
    () => messages.length > 0,
    () => 'nothing was received',
  )
  expect(messages).toEqual(['yard/1 kept'])
})

test('selected subscriptions are unsubscribed, including shared ones', async () => {
  const client = await connect('worker')
  await client.subscribeAsync(['$share/g/jobs/#', 'news', 'stays'])
  const page = await stage.open('/subscriptions/subscription?clientid=worker')
  await row(page, /Select worker \$share/)
    .getByText('g', { exact: true })
    .waitFor()
  await page.getByRole('checkbox', { name: 'Select worker $share/g/jobs/#' }).check()
  await page.getByRole('checkbox', { name: 'Select worker news' }).check()
  await page.getByRole('button', { name: 'Unsubscribe', exact: true }).click()
  await answer(page, 'Unsubscribe')
  await page.getByText('2 subscriptions removed').waitFor()
  await page.getByText('1 subscription', { exact: true }).waitFor()
  expect(stage.server.broker.subscriptionsOf('worker')?.map(({ topic }) => topic)).toEqual(['stays'])
})

test('filters find the matching subscriptions and are in the URL', async () => {
  const one = await connect('one')
  await one.subscribeAsync({ 't/#': { qos: 0 }, 't/1': { qos: 1 }, '$share/g/t/1': { qos: 2 } })
  const two = await connect('two')
  await two.subscribeAsync({ 't/1': { qos: 2 } })
  const page = await stage.open('/subscriptions/subscription')
  await page.goto('/subscriptions/subscription?node=mqdeck%40127.0.0.1&qos=2&clientid=two')
  await row(page, /^Select two t\/1/).waitFor()
  expect(await rows(page).count()).toBe(1)
  expect(await filterNames(page).count()).toBe(3)

  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await page.getByText('4 subscriptions', { exact: true }).waitFor()
  const topic = page.getByLabel('Topic filter', { exact: true })
  await topic.fill('t/#')
  await page.getByRole('button', { name: 'Topic filter: match type' }).click()
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByText('matched by t/#').waitFor()
  expect(new URL(page.url()).search).toBe('?match_topic=t%2F%23')
  await page.goBack()
  await filterNames(page).first().waitFor({ state: 'detached' })
  expect(await topic.inputValue()).toBe('')
})

test('list pages are requested one by one, and removing the last row of a page opens the previous one', async () => {
  const many = await connect('many')
  await many.subscribeAsync(Array.from({ length: 21 }, (_, index) => `p/${String(index).padStart(2, '0')}`))
  const page = await stage.open('/subscriptions/subscription?page=2')
  await page.getByText('21–21 of 21').waitFor()
  await rows(page)
    .getByRole('button', { name: /^Actions for / })
    .click()
  await page.getByRole('menuitem', { name: 'Unsubscribe' }).click()
  await answer(page, 'Unsubscribe')
  await page.getByText('1–20 of 20').waitFor()
  expect(new URL(page.url()).search).toBe('')
})
