import { connectMqttJs, freePort, testCertificate } from '@mqdeck/testkit'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { confirmReview } from './navigate.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()

async function connect(endpoint: Parameters<typeof connectMqttJs>[0], clientId: string, options: object = {}) {
  const { client } = await connectMqttJs(endpoint, { clientId, ...options })
  // Forced, because some clients wait for an acknowledgement that never arrives.
  onTestFinished(() => client.endAsync(true))
  return client
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })

async function fillIn(page: Page, name: string, bind: string): Promise<void> {
  await field(page, 'Name').fill(name)
  await field(page, 'Bind address').fill(bind)
}

async function create(page: Page, name: string, bind: string): Promise<void> {
  await fillIn(page, name, bind)
  await button(page, 'Create').click()
  await page.waitForURL(`**/listener/detail/*${name}`)
}

async function saveAll(page: Page): Promise<void> {
  await button(page, 'Save').click()
  await confirmReview(page)
  await page.getByText(/unsaved change/).waitFor({ state: 'hidden' })
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

test('a listener is created, counts its clients, disconnects them when disabled, and is deleted after typing its name', async () => {
  const port = await freePort()
  const page = await stage.open('/listener')
  await button(page, 'New listener').click()
  await create(page, 'extra', `127.0.0.1:${port}`)
  await page.getByText('Running').first().waitFor()

  const client = await connect({ host: '127.0.0.1', port }, 'one')
  await page.goto('/listener')
  await row(page, 'tcp:extra').getByText('1 / no limit').waitFor()
  await page.getByText(`mqtt://127.0.0.1:${port}`).waitFor()

  const closed = new Promise((resolve) => client.once('close', () => resolve(true)))
  await row(page, 'tcp:extra')
    .locator('label', { has: page.getByRole('switch') })
    .first()
    .click()
  const question = page.getByRole('dialog', { name: 'Disable this listener?' })
  await question.getByText('1 connected client is disconnected.').waitFor()
  await question.getByRole('button', { name: 'Disable' }).click()
  expect(await closed).toBe(true)
  await row(page, 'tcp:extra').getByText('Disabled').waitFor()

  await row(page, 'tcp:extra').getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const last = page.getByRole('dialog', { name: 'Delete this listener?' })
  expect(await last.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true)
  await last.getByRole('textbox').fill('extra')
  await last.getByRole('button', { name: 'Delete' }).click()
  await row(page, 'tcp:extra').waitFor({ state: 'detached' })
})

test('a listener with a pasted certificate accepts TLS connections and shows the expiry date', async () => {
  const port = await freePort()
  const { cert, key } = await testCertificate()
  const page = await stage.open('/listener?type=ssl')
  await button(page, 'New listener').click()
  await fillIn(page, 'pasted', `127.0.0.1:${port}`)
  for (const [name, pem] of [
    ['Certificate', cert],
    ['Private key', key],
  ] as const) {
    await button(page, 'Enter PEM').first().click()
    await page.getByRole('textbox', { name, exact: true }).fill(pem)
  }
  await page.getByText('Subject', { exact: true }).waitFor()
  await button(page, 'Create').click()
  await page.waitForURL('**/listener/detail/*pasted')

  await connect({ host: '127.0.0.1', port, transport: 'tls' }, 'secret', { ca: cert, rejectUnauthorized: true })
  await page.getByRole('tab', { name: 'Status' }).click()
  await page.getByText('Matches the certificate').waitFor()
  await page.getByText(`mqtts://127.0.0.1:${port}`).waitFor()
})

test('a new limit disconnects no clients; a new port disconnects all of them after a warning', async () => {
  const [port, other] = [await freePort(), await freePort()]
  const page = await stage.open('/listener/create')
  await create(page, 'moving', `127.0.0.1:${port}`)
  const client = await connect({ host: '127.0.0.1', port }, 'staying')

  await page.getByRole('checkbox', { name: 'No limit' }).first().uncheck()
  await page.getByLabel('Max connections', { exact: true }).fill('1')
  await saveAll(page)
  expect(client.connected).toBe(true)
  await expect(connect({ host: '127.0.0.1', port }, 'too many')).rejects.toThrow()
  expect(client.connected).toBe(true)

  const closed = new Promise((resolve) => client.once('close', () => resolve(true)))
  await field(page, 'Bind address').fill(`127.0.0.1:${other}`)
  await button(page, 'Save').click()
  await page
    .getByRole('dialog')
    .getByText(/1 connected client is disconnected/)
    .waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  expect(await closed).toBe(true)
  await page.getByText(/unsaved change/).waitFor({ state: 'hidden' })
  await connect({ host: '127.0.0.1', port: other }, 'moved')
})

test('a new zone applies to the clients of its listener', async () => {
  const port = await freePort()
  const page = await stage.open('/zones')
  await button(page, 'New zone').click()
  await field(page, 'Name').fill('iot')
  await button(page, 'Override Max QoS').click()
  await page.getByRole('radiogroup', { name: 'Max QoS' }).getByText('0', { exact: true }).click()
  await button(page, 'Create').click()
  await page.waitForURL('**/zones/detail/iot')

  await page.goto('/listener/create')
  await page.getByRole('radiogroup', { name: 'Zone' }).getByText('iot', { exact: true }).click()
  await create(page, 'zoned', `127.0.0.1:${port}`)
  const client = await connect({ host: '127.0.0.1', port }, 'thing')
  const dropped = new Promise((resolve) => client.once('disconnect', ({ reasonCode }) => resolve(reasonCode)))
  client.publish('t', 'x', { qos: 1 })
  // QoS not supported [MQTT-3.2.2-11].
  expect(await dropped).toBe(0x9b)

  await page.goto('/zones')
  await row(page, 'iot').getByRole('link', { name: 'tcp:zoned' }).waitFor()
  await row(page, 'iot').getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByText(/Used by tcp:zoned/).waitFor()
})

test('a rate saved on the limiter page limits clients, and infinity removes it', async () => {
  const port = await freePort()
  await stage.api('POST', '/listeners', { type: 'tcp', name: 'limited', bind: `127.0.0.1:${port}` })
  const page = await stage.open('/limiter')
  const rate = field(page, 'Max connection rate, tcp:limited')
  await rate.fill('1 an hour')
  await page.getByText('Please enter a properly formatted rate configuration').waitFor()
  await rate.fill('1/1h')
  await button(page, 'Save').click()
  await page.getByText('Rate limits saved').waitFor()
  await connect({ host: '127.0.0.1', port }, 'first')
  await expect(connect({ host: '127.0.0.1', port }, 'second', { reconnectPeriod: 0 })).rejects.toThrow()

  await rate.fill('infinity')
  await button(page, 'Save').click()
  await page.getByText(/unsaved change/).waitFor({ state: 'hidden' })
  await connect({ host: '127.0.0.1', port }, 'third')
})
