import type { MqttJsClient } from '@mqdeck/testkit'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage()
let sender: MqttJsClient

beforeAll(async () => {
  sender = await stage.connect('sender')
})

const delay = (seconds: number, topic: string, payload = 'later') =>
  sender.client.publishAsync(`$delayed/${seconds}/${topic}`, payload, { qos: 1 })
const table = (page: Page) => page.getByRole('table', { name: 'Delayed messages' })
const opener = (page: Page, topic: string) =>
  page.getByRole('button', { name: `Show payload of ${topic}`, exact: true })
const rowOf = (page: Page, topic: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: opener(page, topic) })

test('a delayed message is listed with its payload until it is delivered or deleted', async () => {
  await sender.client.subscribeAsync('soon')
  await delay(600, 'later/1', '{"open":true}')
  const page = await stage.open('/delayed')
  const row = rowOf(page, 'later/1')
  await row.getByText(/^9 min \d+ s$/).waitFor()
  await row.getByText('10 min', { exact: true }).waitFor()
  await opener(page, 'later/1').click()
  await page.getByRole('dialog', { name: 'Payload' }).getByText('"open": true').waitFor()
  await page.keyboard.press('Escape')

  await delay(3, 'soon')
  await page.getByRole('button', { name: 'Refresh now' }).click()
  await opener(page, 'soon').waitFor()
  expect((await sender.messages.take(() => true, 'the message that is due')).topic).toBe('soon')
  await opener(page, 'soon').waitFor({ state: 'detached' })
  await row.getByRole('button', { name: /^Actions for / }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await opener(page, 'later/1').waitFor({ state: 'detached' })
})
