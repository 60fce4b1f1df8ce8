import { eventually } from '@mqdeck/testkit'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage()

afterEach(async () => {
  const { broker } = stage.server
  await Promise.all([...broker.clients()].map(({ info }) => broker.kick(info.clientId, 'kicked')))
})

/** A disconnected client whose session queues messages of `topic`. */
async function leaveSession(clientId: string, topic: string): Promise<void> {
  const { client } = await stage.connect(clientId, { clean: false, properties: { sessionExpiryInterval: 3600 } })
  await client.subscribeAsync(topic, { qos: 1 })
  client.stream.destroy()
  await disconnected(clientId)
}

/** Disconnects and keeps the session. */
function disconnected(clientId: string): Promise<unknown> {
  return eventually(
    () => stage.server.broker.client(clientId)?.connected === false,
    () => `${clientId} is still connected`,
  )
}

const table = (page: Page) => page.getByRole('table', { name: 'Clients' })
const link = (page: Page, id: string) => table(page).getByRole('link', { name: id, exact: true })
const path = (page: Page) => new URL(page.url()).pathname
const query = (page: Page) => new URL(page.url()).search

test('an empty list shows how to connect a client, and the client with its subscriptions once it connects', async () => {
  const page = await stage.open('/clients')
  // The settings of this listener have no port, so no command can be shown.
  await page.getByRole('link', { name: 'Show listeners' }).waitFor()
  const { client } = await stage.connect('first', { username: 'ann' })
  await client.subscribeAsync({ 't/#': { qos: 1, nl: true }, '$share/g/x': { qos: 0 } })
  await page.getByRole('button', { name: 'Refresh now' }).click()
  await link(page, 'first').click()
  await page.getByRole('tab', { name: 'Subscriptions 2' }).click()
  const row = page.getByRole('row', { name: /t\/#/ })
  await expect
    .poll(() => row.getByRole('cell').allTextContents())
    .toEqual(['', 't/#', '1', 'Yes', 'No', 'Send on subscribe', ''])
  await page.getByText('$share/g/x').waitFor()
})

test('filters by partial and exact client ID are kept on back, forward and reload', async () => {
  for (const id of ['hall-1', 'hall-2', 'yard-1']) await stage.connect(id)
  const page = await stage.open('/clients')
  await link(page, 'yard-1').waitFor()
  await page.getByLabel('Client ID', { exact: true }).fill('hall')
  await page.keyboard.press('Enter')
  await page.getByText('2 sessions', { exact: true }).waitFor()
  expect(query(page)).toBe('?like_clientid=hall')

  await page.getByRole('button', { name: 'Client ID: match type' }).click()
  await page.getByLabel('Client ID', { exact: true }).fill('hall-2, yard-1, nobody')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await link(page, 'yard-1').waitFor()
  expect(new URL(page.url()).searchParams.getAll('clientid')).toEqual(['hall-2', 'yard-1', 'nobody'])
  expect(await link(page, 'hall-1').count()).toBe(0)

  await link(page, 'hall-2').click()
  await page.getByRole('heading', { name: 'hall-2' }).waitFor()
  await page.goBack()
  await link(page, 'yard-1').waitFor()
  expect(await page.getByLabel('Client ID', { exact: true }).inputValue()).toBe('hall-2, yard-1, nobody')
  await page.goBack()
  await link(page, 'hall-1').waitFor()
  expect(await page.getByLabel('Client ID', { exact: true }).inputValue()).toBe('hall')
  await page.goForward()
  await link(page, 'yard-1').waitFor()
  await page.reload()
  await link(page, 'hall-2').waitFor()
  await page.getByRole('button', { name: /^Remove filter Client ID/ }).click()
  await link(page, 'hall-1').waitFor()
  expect(query(page)).toBe('')
})

test('pages with a cursor can be visited forward and back', async () => {
  await Promise.all(Array.from({ length: 45 }, (_, index) => stage.connect(`c-${String(index).padStart(2, '0')}`)))
  const page = await stage.open('/clients')
  await link(page, 'c-00').waitFor()
  await page.getByRole('button', { name: 'Next page' }).click()
  await link(page, 'c-20').waitFor()
  await page.getByRole('button', { name: 'Next page' }).click()
  await link(page, 'c-44').waitFor()
  await page.getByText('41–45 of 45').waitFor()
  expect(await page.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true)
  await page.reload()
  await link(page, 'c-44').waitFor()
  await page.getByRole('button', { name: 'Previous page' }).click()
  await link(page, 'c-20').waitFor()
  await page.goBack()
  await link(page, 'c-44').waitFor()
  await page.getByLabel('Rows per page').selectOption('50')
  await link(page, 'c-00').waitFor()
  expect(query(page)).toBe('?limit=50')
  await page.getByText('45 sessions', { exact: true }).waitFor()
})

test('the page of a client updates when it disconnects and when it is kicked out', async () => {
  const { client } = await stage.connect('stays', { clean: false, properties: { sessionExpiryInterval: 600 } })
  const page = await stage.open('/clients/detail/stays')
  await page.clock.install()
  await page.reload()
  await page.getByRole('status').getByText('Connected', { exact: true }).waitFor()
  await client.endAsync()
  await disconnected('stays')
  await page.clock.fastForward('00:11')
  await page.getByRole('status').getByText('Disconnected', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Clean session' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clean session' }).click()
  await page.getByText('stays: session cleared successfully').waitFor()
  await page.getByText(/^Disconnected, session terminated/).waitFor()
  expect(stage.server.broker.client('stays')).toBeUndefined()
})

test('a client subscribed in the browser receives messages until it is unsubscribed', async () => {
  const device = await stage.connect('device')
  const sender = await stage.connect('sender')
  const page = await stage.open('/clients/detail/device?tab=subscriptions')
  await page.getByText('This client has no subscriptions').waitFor()
  await page.getByRole('button', { name: 'Subscribe' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Topic filter').fill('news/+')
  await dialog.getByRole('button', { name: 'Add topic filter' }).click()
  await dialog.getByLabel('Topic filter 2', { exact: true }).fill('$share/g/work')
  await dialog.getByText('1', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByText('Subscribed to 2 topic filters').waitFor()
  await page.getByRole('row', { name: /news/ }).getByRole('cell', { name: '1', exact: true }).waitFor()
  await sender.client.publishAsync('news/1', 'hello')
  expect(await device.message('news/1')).toBe('hello')

  await page
    .getByRole('row', { name: /news/ })
    .getByRole('button', { name: /^Actions for / })
    .click()
  await page.getByRole('menuitem', { name: 'Unsubscribe' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByRole('row', { name: /news/ }).waitFor({ state: 'detached' })
  expect(stage.server.broker.subscriptionsOf('device')).toHaveLength(1)
})

describe('messages', () => {
  const payloadOf = (page: Page, topic: string) =>
    page.getByRole('row', { name: new RegExp(topic) }).getByRole('button')
  const view = (page: Page, name: string) => page.getByRole('dialog').getByText(name, { exact: true }).click()
  const shown = (page: Page) => page.getByRole('dialog').locator('pre').textContent()

  test('in the queue show their payload as JSON, text, bytes and base64', async () => {
    await leaveSession('sleeper', 'q/#')
    const { client } = await stage.connect('sender', { username: 'ops' })
    await client.publishAsync('q/json', '{"t":21.5,"id":12345678901234567890}', { qos: 1 })
    await client.publishAsync('q/bytes', Buffer.from([0x00, 0xff, 0x0a, 0x41]), { qos: 1 })
    const page = await stage.open('/clients/detail/sleeper?tab=mqueue')
    await page.getByText('2 messages', { exact: true }).waitFor()
    await page.getByText('End of the list').waitFor()
    const row = page.getByRole('row', { name: /q\/json/ })
    await row.getByRole('link', { name: 'sender' }).waitFor()
    await row.getByText('ops', { exact: true }).waitFor()

    await payloadOf(page, 'q/json').click()
    await page.getByRole('dialog', { name: 'Payload' }).waitFor()
    expect(await shown(page)).toBe('{\n  "t": 21.5,\n  "id": 12345678901234567890\n}')
    await view(page, 'Text')
    expect(await shown(page)).toBe('{"t":21.5,"id":12345678901234567890}')
    await view(page, 'Hex')
    expect(await shown(page)).toContain(
      '00000000  7b 22 74 22 3a 32 31 2e  35 2c 22 69 64 22 3a 31  |{"t":21.5,"id":1|',
    )
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await payloadOf(page, 'q/bytes').click()
    await page.getByRole('dialog').waitFor()
    expect(await shown(page)).toMatch(/^00000000 {2}00 ff 0a 41 +\|\.\.\.A\|$/)
    await view(page, 'Base64')
    expect(await shown(page)).toBe('AP8KQQ==')
    await view(page, 'Text')
    await page.getByText('The payload is not UTF-8 text.').waitFor()
    await page.reload()
    await page.getByRole('dialog', { name: 'Payload' }).waitFor()
  })

  test('larger than a response are loaded one by one', async () => {
    await leaveSession('large', 'big')
    const { client } = await stage.connect('sender')
    for (const letter of ['a', 'b', 'c']) await client.publishAsync('big', letter.repeat(900_000), { qos: 1 })
    const page = await stage.open('/clients/detail/large?tab=mqueue')
    const more = page.getByRole('button', { name: 'Load more' })
    await more.click()
    await page.getByText('3 messages', { exact: true }).waitFor()
    await page.getByText('End of the list').waitFor()
    expect(await more.count()).toBe(0)
  })

  test('that are not acknowledged are in the inflight window', async () => {
    // Acknowledges a QoS 1 message on request only.
    let acknowledge = () => {}
    const { client } = await stage.connect('lazy', {
      properties: { receiveMaximum: 1 },
      customHandleAcks: (_topic, _message, _packet, done) => {
        acknowledge = () => done(0)
      },
    })
    await client.subscribeAsync('work', { qos: 1 })
    const sender = await stage.connect('sender')
    for (const job of ['first', 'second']) await sender.client.publishAsync('work', job, { qos: 1 })
    const page = await stage.open('/clients/detail/lazy?tab=inflight')
    await page.getByText('1 message', { exact: true }).waitFor()
    await payloadOf(page, 'work').click()
    await page.getByRole('dialog').waitFor()
    expect(await shown(page)).toBe('first')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('tab', { name: /^Queue/ }).click()
    await payloadOf(page, 'work').getByText('second').waitFor()
    acknowledge()
  })
})

test('client IDs with special characters have a page, and can be kicked out there', async () => {
  const ids = ['a#b?c=d&e', '%2F', '设备/一号', '../x']
  const connected = await Promise.all(ids.map((id) => stage.connect(id)))
  const page = await stage.open('/clients')
  for (const [index, id] of ids.entries()) {
    const closed = new Promise<void>((resolve) => connected[index]?.client.once('close', () => resolve()))
    await link(page, id).click()
    await page.getByRole('heading', { name: id, exact: true }).waitFor()
    await page.getByRole('status').getByText('Connected', { exact: true }).waitFor()
    expect(decodeURIComponent(path(page))).toBe(`/clients/detail/${id}`)
    await page.reload()
    await page.getByRole('heading', { name: id, exact: true }).waitFor()
    await page.getByRole('button', { name: 'Kick out' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Kick out' }).click()
    await closed
    await page.getByText(/^Disconnected, session terminated/).waitFor()
    await page.goBack()
    await link(page, id).waitFor({ state: 'detached' })
  }
})

test('a pattern with wildcards matches whole client IDs, and the row menu cleans a session', async () => {
  for (const id of ['dev-a1', 'dev-b1-x', 'dev-c2', 'my-dev-a1']) await stage.connect(id)
  await leaveSession('dev-d1', 'q/1')
  const page = await stage.open('/clients')
  await page.getByRole('textbox', { name: 'Client ID' }).fill('dev-?1*')
  await page.keyboard.press('Enter')
  await page.getByText('3 sessions', { exact: true }).waitFor()
  await expect.poll(() => table(page).getByRole('link').allTextContents()).toEqual(['dev-a1', 'dev-b1-x', 'dev-d1'])
  await table(page).getByRole('button', { name: 'Client ID' }).click()
  await table(page).getByRole('button', { name: 'Client ID' }).click()
  await expect.poll(() => table(page).getByRole('link').allTextContents()).toEqual(['dev-d1', 'dev-b1-x', 'dev-a1'])

  await page
    .getByRole('row', { name: /dev-d1/ })
    .getByRole('button', { name: /^Actions for / })
    .click()
  await page.getByRole('menuitem', { name: 'Clean session' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clean session' }).click()
  await page.getByText('2 sessions', { exact: true }).waitFor()
  expect(stage.server.broker.client('dev-d1')).toBeUndefined()
})

test('the header tools stay visible with a long client ID at every width', async () => {
  const id = 'x'.repeat(101)
  await stage.connect(id)
  const page = await stage.open(`/clients/detail/${id}`)
  await page.getByRole('tab', { name: 'Activity' }).waitFor()
  const tools = page.getByRole('button', { name: 'Account of admin' })
  for (const width of [1280, 1000, 860, 720, 390]) {
    await page.setViewportSize({ width, height: 800 })
    const right = async () => {
      const box = await tools.boundingBox()
      return box && box.x + box.width
    }
    await expect.poll(right, { message: `${width}` }).toBeLessThanOrEqual(width)
  }
})
