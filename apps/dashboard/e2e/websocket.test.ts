import { readFile } from 'node:fs/promises'
import { eventually, type MqttJsClient } from '@mqdeck/testkit'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { credentials } from './browser.ts'
import { useStage } from './use-stage.ts'

const stage = useStage({ expectedErrors: /WebSocket connection to/ })

/** The other client: MQTT.js over TCP. */
async function device(clientId: string, ...filters: readonly string[]): Promise<MqttJsClient> {
  const made = await stage.connect(clientId, { username: 'ann' })
  if (filters.length > 0) await made.client.subscribeAsync([...filters], { qos: 2 })
  return made
}

const nextPacket = ({ messages }: MqttJsClient, topic: string) =>
  messages.take((packet) => packet.topic === topic, `a message of ${topic}`)

const panel = (page: Page) => page.getByRole('region', { name: 'Messages', exact: true }).first()

async function fillIn(page: Page, clientId: string, version: '5' | '3.1.1' = '5'): Promise<void> {
  await page.getByLabel('Host', { exact: true }).fill('127.0.0.1')
  await page.getByLabel('Port', { exact: true }).fill(String(stage.server.ports.ws))
  await page.getByLabel('Path', { exact: true }).fill('/mqtt')
  await page.getByRole('textbox', { name: 'Client ID', exact: true }).fill(clientId)
  if (version !== '5')
    await page.getByRole('radiogroup', { name: 'MQTT version' }).getByText(version, { exact: true }).click()
}

const connect = (page: Page) => page.getByRole('button', { name: 'Connect', exact: true }).click()
const disconnect = (page: Page) => page.getByRole('button', { name: 'Disconnect', exact: true })

async function connected(page: Page, clientId: string, version: '5' | '3.1.1' = '5'): Promise<void> {
  await fillIn(page, clientId, version)
  await connect(page)
  await disconnect(page).waitFor()
}

async function subscribe(page: Page, filter: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Topic filter', exact: true }).first().fill(filter)
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await page.getByRole('list', { name: 'Subscriptions' }).getByText(filter, { exact: true }).waitFor()
}

async function typePayload(page: Page, text: string): Promise<void> {
  const editor = page.locator('.cm-content')
  await editor.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(text)
  // The list of placeholders may cover the next control.
  await page.keyboard.press('Escape')
}

const publish = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true }).click()
const topicField = (page: Page) => page.getByRole('textbox', { name: 'Topic', exact: true })

test('with MQTT 5 it subscribes, receives and publishes with all properties, and stays connected on other pages', async () => {
  const other = await device('other', 'hall/+', 'gone')
  const page = await stage.open('/websocket')
  await fillIn(page, 'desk')
  await page.getByRole('button', { name: 'Will message' }).click()
  await page.getByLabel('Set a will message').check()
  await page.getByLabel('Will topic').fill('gone')
  await page.getByLabel('Will payload').fill('desk is gone')
  await connect(page)
  await disconnect(page).waitFor()
  await page.getByText('MQTT 5', { exact: true }).waitFor()

  await subscribe(page, 'answers/#')
  await page.getByText('Granted QoS 0').waitFor()
  await other.client.publishAsync('answers/1', '{"t":21.5}', {
    properties: { contentType: 'application/json', responseTopic: 'hall/9', userProperties: { unit: 'C' } },
  })
  await panel(page)
    .getByRole('button', { name: /answers\/1/ })
    .click()
  const drawer = page.getByRole('dialog', { name: 'Payload' })
  await drawer.getByText('"t": 21.5').waitFor()
  await drawer.getByText('application/json').waitFor()
  await drawer.getByText('unit: C').waitFor()
  await drawer.getByText('Decoded', { exact: true }).click()
  await drawer.getByLabel('Decode as').selectOption('cbor')
  await drawer.getByText('The payload is not valid CBOR.').waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })

  await topicField(page).fill('hall/1')
  await page.getByLabel('Payload format').selectOption('cbor')
  await typePayload(page, '{"n":${counter}}')
  await page.getByRole('button', { name: 'MQTT 5 properties' }).last().click()
  await page.getByLabel('Message expiry interval').fill('60')
  await page.getByLabel('Content type').fill('application/cbor')
  await page.getByLabel('Response topic').fill('answers/2')
  await page.getByLabel('Correlation data').fill('c-1')
  await page.getByLabel('Payload format indicator: UTF-8 text').check()
  await page.getByRole('button', { name: 'Add user property' }).click()
  await page.getByLabel('Name 1').fill('from')
  await page.getByLabel('Value 1').fill('desk')
  await page.getByRole('radiogroup', { name: 'QoS' }).last().getByText('2', { exact: true }).click()
  await publish(page)
  const { payload, qos, properties } = await nextPacket(other, 'hall/1')
  expect(Buffer.from(payload).toString('hex')).toBe('a1616e01')
  expect(qos).toBe(2)
  expect(properties).toMatchObject({
    messageExpiryInterval: 60,
    contentType: 'application/cbor',
    responseTopic: 'answers/2',
    payloadFormatIndicator: true,
    userProperties: { from: 'desk' },
  })
  expect(properties?.correlationData?.toString()).toBe('c-1')
  await panel(page)
    .getByText(/acknowledged after/)
    .waitFor()

  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await page.getByRole('heading', { name: 'Clients', level: 1 }).waitFor()
  await other.client.publishAsync('answers/3', 'while away')
  await page.getByRole('link', { name: 'WebSocket client' }).click()
  await panel(page).getByText('while away').waitFor()
  await panel(page).getByText('3 messages', { exact: true }).waitFor()
  expect(await topicField(page).inputValue()).toBe('hall/1')

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Export as JSON' }).click()
  const entries: unknown = JSON.parse(await readFile(await (await saved).path(), 'utf8'))
  expect(entries).toMatchObject([
    { direction: 'in', topic: 'answers/1', payload: '{"t":21.5}', properties: { contentType: 'application/json' } },
    { direction: 'out', topic: 'hall/1', qos: 2 },
    { direction: 'in', topic: 'answers/3', payload: 'while away' },
  ])
  // No DISCONNECT: the broker publishes the will.
  await page.close()
  expect(await other.message('gone')).toBe('desk is gone')
})

test('a message with placeholders is repeated, recorded, and replayed with a topic prefix', async () => {
  const other = await device('other', 'count/#', 'again/#')
  const page = await stage.open('/websocket')
  await connected(page, 'repeater')
  await subscribe(page, 'count/#')
  await page.getByText('Granted QoS 0').waitFor()
  await page.getByRole('button', { name: 'Record and replay' }).click()
  const drawer = page.getByRole('dialog', { name: 'Record and replay' })
  await drawer.getByRole('button', { name: 'Record', exact: true }).click()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await topicField(page).fill('count/${clientid}')
  await typePayload(page, '${counter}')
  await page.getByRole('button', { name: 'Repeat' }).click()
  await page.getByLabel('Interval', { exact: true }).fill('20')
  await page.getByLabel('Number of messages').fill('5')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  const counted: string[] = []
  for (let turn = 0; turn < 5; turn++) counted.push(await other.message('count/repeater'))
  expect(counted).toEqual(['1', '2', '3', '4', '5'])
  await panel(page).getByText('10 messages', { exact: true }).waitFor()
  // Messages of this page have their send time.
  await panel(page)
    .getByText(/average of the last/)
    .waitFor()
  await page.getByRole('button', { name: '5 recorded' }).click()
  await drawer.getByRole('button', { name: 'Stop recording' }).click()
  await drawer.getByLabel('Topic prefix').fill('again/')
  await drawer.getByLabel('Speed').selectOption('max')
  await drawer.getByRole('button', { name: 'Replay', exact: true }).click()
  const again: string[] = []
  for (let turn = 0; turn < 5; turn++) again.push(await other.message('again/count/repeater'))
  expect(again).toEqual(['1', '2', '3', '4', '5'])
})

test('signing out closes the connections', async () => {
  const page = await stage.open('/websocket', { signedIn: false })
  await page.locator('input[name=username]').fill(credentials.username)
  await page.locator('input[type=password]').fill(credentials.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await connected(page, 'leaver')
  await page.getByRole('button', { name: 'Account of admin' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
  await page.locator('input[name=username]').waitFor()
  await eventually(
    () => stage.server.broker.client('leaver') === undefined,
    () => 'the client is still connected',
  )
})

test('the listeners are offered and can be reached through the server of the page', async () => {
  const page = await stage.open('/websocket')
  const address = page.getByLabel('Address', { exact: true })
  await address
    .locator('option:checked', { hasText: 'ws:default, through this dashboard' })
    .waitFor({ state: 'attached' })
  await page.getByRole('textbox', { name: 'Client ID', exact: true }).fill('proposed')
  await connect(page)
  await disconnect(page).waitFor()
  expect(stage.server.broker.client('proposed')?.connected).toBe(true)
})
