import { connectMqttJs, freePort } from '@mqdeck/testkit'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { goTo } from './navigate.ts'
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

test('a listener is created, counts its clients, disconnects them when disabled, and is deleted after typing its name', async () => {
  const port = await freePort()
  const page = await stage.open('/listener')
  await button(page, 'New listener').click()
  await create(page, 'extra', `127.0.0.1:${port}`)
  await page.getByText('Running').first().waitFor()

  const client = await connect({ host: '127.0.0.1', port }, 'one')
  await goTo(page, '/listener')
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

test('a new zone applies to the clients of its listener', async () => {
  const port = await freePort()
  const page = await stage.open('/zones')
  await button(page, 'New zone').click()
  await field(page, 'Name').fill('iot')
  await button(page, 'Override Max QoS').click()
  await page.getByRole('radiogroup', { name: 'Max QoS' }).getByText('0', { exact: true }).click()
  await button(page, 'Create').click()
  await page.waitForURL('**/zones/detail/iot')

  await goTo(page, '/listener/create')
  await page.getByRole('radiogroup', { name: 'Zone' }).getByText('iot', { exact: true }).click()
  await create(page, 'zoned', `127.0.0.1:${port}`)
  const client = await connect({ host: '127.0.0.1', port }, 'thing')
  const dropped = new Promise((resolve) => client.once('disconnect', ({ reasonCode }) => resolve(reasonCode)))
  client.publish('t', 'x', { qos: 1 })
  // QoS not supported [MQTT-3.2.2-11].
  expect(await dropped).toBe(0x9b)

  await goTo(page, '/zones')
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
