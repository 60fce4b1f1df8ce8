import { readFile } from 'node:fs/promises'
import type { MqttJsClient } from '@mqdeck/testkit'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage()
let keeper: MqttJsClient

beforeAll(async () => {
  keeper = await stage.connect('keeper', { username: 'ann' })
})
// Includes the $SYS messages, which the broker publishes again at the next interval.
beforeEach(() => stage.server.broker.retained.clear())

const retain = (topic: string, payload: string | Buffer = 'x', properties: object = {}) =>
  keeper.client.publishAsync(topic, payload, { qos: 1, retain: true, properties })

/** Topics of the retained messages that a new subscriber receives. */
async function found(filter: string): Promise<readonly string[]> {
  const { client, messages, end } = await stage.connect('late')
  await client.subscribeAsync([filter, 'end-of-retained'])
  await keeper.client.publishAsync('end-of-retained', 'x', { qos: 1 })
  const topics: string[] = []
  for (;;) {
    const { topic } = await messages.take(() => true, 'what is retained')
    if (topic === 'end-of-retained') break
    topics.push(topic)
  }
  await end()
  return topics.sort()
}

const table = (page: Page) => page.getByRole('table', { name: 'Retained messages' })
const opener = (page: Page, topic: string) =>
  page.getByRole('button', { name: `Show payload of ${topic}`, exact: true })
const rowOf = (page: Page, topic: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: opener(page, topic) })
const filterBy = async (page: Page, filter: string) => {
  await page.getByLabel('Topic filter').fill(filter)
  await page.keyboard.press('Enter')
}

test('a retained message is found by a wildcard, with size, expiry and payload in all formats', async () => {
  await retain('hall/1/temperature', '{"v":21.5}', { messageExpiryInterval: 7200 })
  await retain('hall/1/picture', Buffer.from([0xff, 0x00, 0x41]))
  await retain('yard/1/temperature')
  const page = await stage.open('/retained')
  await filterBy(page, 'hall/+/temperature')
  await page.getByText('1 message matches').waitFor()
  const row = page.getByRole('row', { name: /hall\/1\/temperature/ })
  expect((await row.getByRole('cell').allTextContents()).slice(1, 6)).toEqual([
    'hall/1/temperature',
    '1',
    'keeper',
    '10 B',
    'in 2 h',
  ])
  await opener(page, 'hall/1/temperature').click()
  const drawer = page.getByRole('dialog', { name: 'Payload' })
  await drawer.getByText('"v": 21.5').waitFor()

  await page.keyboard.press('Escape')
  await filterBy(page, 'hall/#')
  await opener(page, 'hall/1/picture').click()
  await drawer.getByText('ff 00 41').waitFor()
  const saved = page.waitForEvent('download')
  await drawer.getByRole('button', { name: 'Download' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('hall_1_picture.bin')
  expect([...(await readFile(await download.path()))]).toEqual([0xff, 0x00, 0x41])
  // The drawer is in the URL.
  await page.reload()
  await drawer.getByText('ff 00 41').waitFor()
  await drawer.getByRole('link', { name: 'keeper' }).click()
  await page.getByRole('heading', { name: 'keeper', level: 1 }).waitFor()
})

test('messages on topics with special characters are shown, and not delivered after they are deleted', async () => {
  const topics = ['a%2Fb', '测试/🦆', 'q?x=1&y']
  for (const topic of topics) await retain(topic, `payload of ${topic}`)
  await retain('kept')
  const page = await stage.open('/retained')
  for (const topic of topics) {
    await opener(page, topic).click()
    await page.getByRole('dialog').getByText(`payload of ${topic}`, { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await rowOf(page, topic)
      .getByRole('button', { name: /^Actions for / })
      .click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await opener(page, topic).waitFor({ state: 'detached' })
  }
  expect(await found('#')).toEqual(['kept'])
})
