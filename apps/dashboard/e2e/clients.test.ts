import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage()

afterEach(async () => {
  const { broker } = stage.server
  await Promise.all([...broker.clients()].map(({ info }) => broker.kick(info.clientId, 'kicked')))
})

const connectMany = (name: string, count: number) =>
  Promise.all(Array.from({ length: count }, async (_, index) => (await stage.connect(`${name}-${index}`)).client))

const table = (page: Page) => page.getByRole('table', { name: 'Clients' })
const link = (page: Page, id: string) => table(page).getByRole('link', { name: id, exact: true })
const path = (page: Page) => new URL(page.url()).pathname

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

test('an unacknowledged message is in the inflight window, and the next one in the queue', async () => {
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
  const payload = page.getByRole('row', { name: /work/ }).getByRole('button')
  await payload.click()
  await page.getByRole('dialog').locator('pre').getByText('first', { exact: true }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('tab', { name: /^Queue/ }).click()
  await payload.getByText('second').waitFor()
  acknowledge()
})

test('client IDs with special characters have a page, and can be kicked out there', async () => {
  const ids = ['%2F', '../x']
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

test('kicking out all matching clients disconnects exactly these clients, on all pages', async () => {
  const hall = await connectMany('hall', 30)
  const yard = await connectMany('yard', 5)
  const page = await stage.open('/clients?like_clientid=hall')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Bulk actions on all matching clients…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Kick out', { exact: true }).first().click()
  await dialog.getByText('30 connected clients', { exact: true }).waitFor()
  await dialog.getByText('and 10 more').waitFor()
  await dialog.getByLabel('Rate').fill('100')
  await dialog.getByRole('button', { name: 'Kick out 30 clients' }).click()
  await page.getByText('Kick out 30 clients: done (30).').waitFor()
  await expect.poll(() => hall.filter(({ connected }) => connected).length).toBe(0)
  expect([...stage.server.broker.clients()].map(({ info }) => info.clientId).sort()).toEqual(
    yard.map(({ options }) => options.clientId).sort(),
  )
  await page.getByText('No client matches these filters').waitFor()
})
