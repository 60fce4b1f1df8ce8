import type { MqttJsClient } from '@mqdeck/testkit'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage()

/** Received PUBLISH packets with their MQTT 5 properties. */
async function subscribe(clientId: string, filter: string) {
  const device = await stage.connect(clientId)
  await device.client.subscribeAsync(filter, { qos: 2 })
  return device
}

const nextPacket = ({ client }: MqttJsClient) =>
  new Promise<Readonly<Record<string, unknown>>>((resolve) =>
    client.once('message', (topic, payload, { qos, retain, properties }) =>
      resolve({ topic, payload: payload.toString('hex'), qos, retain, properties: { ...properties } }),
    ),
  )

/** Sets the text of the editor like typing, without completions. */
async function typePayload(page: Page, text: string): Promise<void> {
  const editor = page.locator('.cm-content')
  await editor.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(text)
}

const form = (page: Page) => page.locator('#main form')
const publish = (page: Page) => form(page).getByRole('button', { name: 'Publish', exact: true })

test('a subscriber receives the message of the form with all MQTT 5 properties', async () => {
  const device = await subscribe('receiver', 'hall/+')
  await subscribe('other', 'hall/1')
  const page = await stage.open('/publish')
  await form(page).getByRole('textbox', { name: 'Topic', exact: true }).fill('hall/1')
  await form(page).getByText('Hex', { exact: true }).click()
  await typePayload(page, '00 ff 0a')
  await form(page).getByRole('radiogroup', { name: 'QoS' }).getByText('2', { exact: true }).click()
  await form(page).getByRole('button', { name: 'Properties and client ID' }).click()
  await page.getByLabel('Client ID').fill('desk')
  await page.getByLabel('Message expiry interval').fill('60')
  await page.getByLabel('Content type').fill('application/octet-stream')
  await page.getByLabel('Response topic').fill('answers')
  await page.getByLabel('Correlation data').fill('c-1')
  await page.getByRole('button', { name: 'Add user property' }).click()
  await page.getByLabel('Name 1').fill('from')
  await page.getByLabel('Value 1').fill('desk')
  const packet = nextPacket(device)
  await publish(page).click()
  expect(await packet).toMatchObject({
    topic: 'hall/1',
    payload: '00ff0a',
    qos: 2,
    retain: false,
    properties: {
      messageExpiryInterval: 60,
      contentType: 'application/octet-stream',
      responseTopic: 'answers',
      correlationData: Buffer.from('c-1'),
      userProperties: { from: 'desk' },
    },
  })
  await page.getByText('2 subscriptions match.').waitFor()
})
