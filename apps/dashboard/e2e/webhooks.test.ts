import { startHttpServer, type TestHttpServer } from '@mqdeck/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { goTo } from './navigate.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
let web: TestHttpServer

beforeAll(async () => {
  web = await startHttpServer()
})
afterAll(() => web.down())
beforeEach(() => {
  web.answer((_, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end('thanks'))
})

const dialog = (page: Page) => page.getByRole('dialog')
const preview = (page: Page) => page.getByRole('region', { name: 'Request preview' }).first()

const all = async () => ({
  connectors: await stage.api('GET', '/connectors'),
  actions: await stage.api('GET', '/actions_summary'),
  rules: await stage.api<{ readonly data: readonly unknown[] }>('GET', '/rules'),
})

const posts = () => web.requests().filter(({ method }) => method === 'POST')

test('a webhook is tested, created, called by a message, disabled and deleted completely', async () => {
  const page = await stage.open('/webhook')
  await page.getByText('No webhooks yet').waitFor()
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByRole('textbox', { name: /^Name\W*$/ }).fill('plant')
  const filters = page.getByRole('textbox', { name: /^Topic filters/ })
  await filters.fill('plant/+/temperature')
  await filters.press('Enter')
  await page.getByLabel(/^URL/).fill(`${web.origin}/hooks`)
  await page.getByLabel(/^Path/).fill('${clientid}?at=${topic}')
  const body = page.getByLabel(/^Body/)
  await body.fill('{"device": "')
  // Selected with the keyboard alone.
  await body.press('End')
  await body.pressSequentially('${clien')
  await body.press('Enter')
  await body.pressSequentially('", "payload": $')
  await body.pressSequentially('{payload}}')
  await preview(page).getByText(`/hooks/c_emqx?at=plant%2F1%2Ftemperature`).waitFor()
  await preview(page).getByText('"device": "c_emqx"').waitFor()

  // The test request shows the response and leaves nothing behind.
  web.answer((_, response) => void response.writeHead(422, { 'x-why': 'unit' }).end('which unit?'))
  await page.getByRole('button', { name: 'Test request' }).click()
  await dialog(page).getByRole('button', { name: 'Send', exact: true }).click()
  await dialog(page).getByText('Status 422').waitFor()
  await dialog(page).getByText('which unit?').waitFor()
  await dialog(page).getByText('x-why').waitFor()
  expect(posts().at(-1)?.target).toBe('/hooks/c_emqx?at=plant%2F1%2Ftemperature')
  expect(await stage.api('GET', '/connectors')).toEqual([])
  await page.keyboard.press('Escape')

  web.answer((_, response) => void response.writeHead(204).end())
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText('plant created').waitFor()
  await page.getByRole('heading', { name: 'plant' }).waitFor()
  expect(await stage.api('GET', '/rules/plant_WH_D')).toMatchObject({
    sql: 'SELECT\n  *\nFROM\n  "plant/+/temperature"',
    actions: ['http:plant_WH_D'],
  })

  const device = await stage.connect('sensor-1')
  await device.client.publishAsync('plant/7/temperature', '{"t": 35}', { qos: 1 })
  await device.client.publishAsync('elsewhere', 'x', { qos: 1 })
  await expect.poll(() => posts().at(-1)?.target).toBe('/hooks/sensor-1?at=plant%2F7%2Ftemperature')
  expect(JSON.parse(posts().at(-1)?.body ?? '')).toEqual({ device: 'sensor-1', payload: { t: 35 } })

  await goTo(page, '/webhook')
  const row = page.getByRole('row', { name: /^plant/ })
  await row.getByText('Connected', { exact: true }).waitFor()
  await row.getByText('plant/+/temperature').waitFor()
  await expect.poll(() => row.getByRole('cell').nth(6).innerText()).toBe('1')

  await row.getByRole('switch').press('Space')
  await page.getByText('plant disabled').waitFor()
  expect(await all()).toMatchObject({
    connectors: [{ enable: false }],
    actions: [{ enable: false }],
    rules: { data: [{ enable: false }] },
  })

  await row.getByRole('button', { name: /^Actions for / }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await page.getByText('plant and its connector, action and rule deleted').waitFor()
  await page.getByText('No webhooks yet').waitFor()
  expect(await all()).toMatchObject({ connectors: [], actions: [], rules: { data: [] } })
})
