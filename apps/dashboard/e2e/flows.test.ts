import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage()

const dialog = (page: Page) => page.getByRole('dialog')
const step = (page: Page, name: RegExp) => page.getByRole('region', { name: /^Flow / }).getByRole('button', { name })

/** A web service that passes on the bodies that it receives. */
async function webService() {
  const bodies: string[] = []
  const waiting: ((body: string) => void)[] = []
  const server = createServer(async (request: IncomingMessage, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    const body = Buffer.concat(parts).toString()
    bodies.push(body)
    waiting.shift()?.(body)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The web service has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    next: () => new Promise<string>((resolve) => waiting.push(resolve)),
  }
}

/** Adds an input to an empty flow. */
async function addTopic(page: Page, filter: string) {
  await step(page, /^Add an input/).click()
  await dialog(page).getByLabel('Topic filter *').fill(filter)
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click()
  await step(page, new RegExp(`^${filter.split('/')[0]}`)).waitFor()
}

/** Adds a new action with a new connector to the flow. */
async function addHttpOutput(page: Page, action: string, connector: string, url: string) {
  await page.getByRole('button', { name: 'Add output' }).click()
  await page.getByRole('menuitem', { name: 'New action' }).click()
  await dialog(page)
    .getByRole('button', { name: /^HTTP server/ })
    .click()
  await dialog(page).getByLabel('Name *').fill(action)
  await dialog(page).getByRole('button', { name: 'New connector' }).click()
  const inner = dialog(page).last()
  await inner.getByLabel('Name *').fill(connector)
  await inner.getByLabel('URL *').fill(url)
  await inner.getByRole('button', { name: 'Use connector' }).click()
  await page.getByText(new RegExp(`^Connector ${connector} is created`)).waitFor()
  await dialog(page).getByRole('button', { name: 'Add to rule' }).click()
  await step(page, new RegExp(`^http:${action}`)).waitFor()
}

test('a flow drawn in the browser is tested, saved with its action and connector, and sends messages', async () => {
  const service = await webService()
  const device = await stage.connect('flow-device')
  const page = await stage.open('/flow/create')
  await page.getByLabel('ID *').fill('hot_halls')

  await addTopic(page, 'halls/+/temperature')

  await page.getByRole('button', { name: 'Add step' }).click()
  await page.getByRole('menuitem', { name: 'Filter' }).click()
  await dialog(page).getByLabel('Field', { exact: true }).fill('payload.celsius')
  await dialog(page).getByLabel('Operator').selectOption('>')
  await dialog(page).getByLabel('Type').selectOption('number')
  await dialog(page).getByLabel('Value').fill('30')
  await dialog(page).getByRole('button', { name: 'Apply' }).click()
  await step(page, /^Filter/).waitFor()

  await page.getByRole('button', { name: 'Add step' }).click()
  await page.getByRole('menuitem', { name: 'Fields' }).click()
  await dialog(page).getByLabel('Field or value').fill('payload.celsius')
  await dialog(page).getByLabel('Name in the result').fill('celsius')
  await dialog(page).getByRole('button', { name: 'Apply' }).click()
  await step(page, /^Fields/).waitFor()

  await addHttpOutput(page, 'open_incident', 'incidents', service.url)

  const payload = page.getByRole('textbox', { name: 'payload', exact: true })
  await payload.press('ControlOrMeta+A')
  await page.keyboard.insertText('{"celsius": 12}')
  await page.getByRole('button', { name: 'Run SQL' }).click()
  await page.getByText('filtered out', { exact: true }).waitFor()
  await payload.press('ControlOrMeta+A')
  await page.keyboard.insertText('{"celsius": 41}')
  await page.getByRole('button', { name: 'Run SQL' }).click()
  await page.getByRole('button', { name: 'Result: {"celsius":41}' }).click()

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText('Flow hot_halls created').waitFor()
  await step(page, /Connected/).waitFor()
  const received = service.next()
  await device.client.publishAsync('halls/a/temperature', '{"celsius":20}', { qos: 1 })
  await device.client.publishAsync('halls/a/temperature', '{"celsius":55}', { qos: 1 })
  expect(JSON.parse(await received)).toEqual({ celsius: 55 })

  await page.getByRole('button', { name: 'Remove Filter' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await step(page, /^Filter/).press('Delete')
  await step(page, /^Filter/).waitFor({ state: 'detached' })
  // The focus was on the removed step.
  await page.keyboard.press('Control+z')
  await step(page, /^Filter/).waitFor()
  await page.getByText(/unsaved change/).waitFor({ state: 'detached' })
  await page.keyboard.press('Control+Shift+z')
  await step(page, /^Filter/).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('hot_halls saved').waitFor()
  const unfiltered = service.next()
  await device.client.publishAsync('halls/a/temperature', '{"celsius":5}', { qos: 1 })
  expect(JSON.parse(await unfiltered)).toEqual({ celsius: 5 })

  await page.getByRole('link', { name: 'Flows' }).first().click()
  const map = page.getByRole('region', { name: 'Map of all flows' })
  await map.getByRole('button', { name: /^hot_halls/ }).click()
  await dialog(page).getByRole('button', { name: 'Edit flow' }).click()
  await step(page, /^Fields/).waitFor()
})
