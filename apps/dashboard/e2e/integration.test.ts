import { connectMqttJs, type Mosquitto, startHttpServer, startMosquitto, type TestHttpServer } from '@mqdeck/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage()
let web: TestHttpServer
let remote: Mosquitto

beforeAll(async () => {
  ;[web, remote] = await Promise.all([startHttpServer(), startMosquitto()])
  web.answer((_, response) => void response.writeHead(204).end())
})
afterAll(() => Promise.all([web.down(), remote.stop()]))

const dialog = (page: Page) => page.getByRole('dialog')
const nameIn = (place: Pick<Page, 'getByRole'>) => place.getByRole('textbox', { name: /^Name\W*$/ })

async function connect(port: number) {
  const device = await connectMqttJs({ host: '127.0.0.1', port }, { clientId: `e2e-${port}` })
  onTestFinished(() => device.end())
  return device
}

test('an action and its connector are created together, and the messages of a rule reach the server', async () => {
  const page = await stage.open('/rule/actions')
  await page.getByText('No actions yet').waitFor()
  await page.getByRole('button', { name: 'New action' }).click()
  await page.getByRole('button', { name: /^HTTP server/ }).click()
  await nameIn(page).fill('alerts')
  await page.getByText(/^No connectors of type HTTP server yet/).waitFor()
  await page.getByRole('button', { name: 'New connector' }).click()

  const drawer = dialog(page)
  await nameIn(drawer).fill('web')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: /^Leave/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: /^Leave/ }).waitFor({ state: 'detached' })
  expect(await nameIn(drawer).inputValue()).toBe('web')
  const url = drawer.getByLabel(/^URL/)
  await url.fill('http://127.0.0.1:1')
  await drawer.getByRole('button', { name: 'Test' }).click()
  await drawer.getByText('Connection refused').first().waitFor()
  await url.fill(web.origin)
  await drawer.getByRole('button', { name: 'Test' }).click()
  await drawer.getByText('connection is successful').waitFor()
  await drawer.getByRole('button', { name: 'Use connector' }).click()
  await page.getByText(/^Connector web is created when you save this form/).waitFor()
  expect(await stage.api('GET', '/connectors')).toEqual([])

  // Selected with the keyboard alone.
  const path = page.getByLabel(/^Path/)
  await path.fill('/from/')
  await path.press('End')
  await path.pressSequentially('${cl')
  await path.press('Enter')
  expect(await path.inputValue()).toBe('/from/${clientid}')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText('alerts and connector web created').waitFor()

  await stage.api('POST', '/rules', { id: 'to_web', sql: 'SELECT * FROM "plant/#"', actions: ['http:alerts'] })
  const device = await connect(stage.server.ports.tcp ?? 0)
  await device.client.publishAsync('plant/1', 'hot', { qos: 1 })
  await expect.poll(() => web.requests().filter(({ method }) => method === 'POST').length).toBe(1)
  const received = web.requests().find(({ method }) => method === 'POST')
  expect(received?.target).toBe(`/from/e2e-${stage.server.ports.tcp}`)
  expect(JSON.parse(received?.body ?? '')).toMatchObject({ topic: 'plant/1', payload: 'hot' })
  await page.getByRole('button', { name: 'Refresh now' }).click()
  await page.getByText('100% of all').waitFor()
  await page.getByRole('tab', { name: 'Used by' }).click()
  await page.getByRole('link', { name: 'to_web' }).waitFor()
})

test('a bridge created in the browser receives messages of another broker and counts them', async () => {
  const page = await stage.open('/connector/create')
  await page.getByRole('button', { name: /^MQTT/ }).click()
  await nameIn(page).fill('plant')
  await page.getByLabel(/^Server/).fill(`127.0.0.1:${remote.ports.tcp}`)
  await page.getByRole('button', { name: 'Test' }).click()
  await page.getByText('connection is successful').waitFor()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'New data source' }).click()
  await page.getByRole('heading', { name: 'New data source' }).waitFor()
  await nameIn(page).fill('line')
  await page.getByLabel(/^Topic/).fill('line/#')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText('"$bridges/mqtt:line"').waitFor()
  await page.getByText('Connected').first().waitFor()

  await stage.api('POST', '/rules', {
    id: 'from_line',
    sql: 'SELECT * FROM "$bridges/mqtt:line"',
    actions: [{ function: 'republish', args: { topic: 'here/${topic}', payload: '${payload}' } }],
  })
  const here = await connect(stage.server.ports.tcp ?? 0)
  await here.client.subscribeAsync('here/#')
  const there = await connect(remote.ports.tcp)
  await there.client.publishAsync('line/7', 'cold', { qos: 1 })
  expect(await here.message('here/line/7')).toBe('cold')
  await page.getByRole('button', { name: 'Refresh now' }).click()
  await expect.poll(() => page.getByRole('table', { name: 'By node' }).getByRole('cell').nth(2).innerText()).toBe('1')
})
