import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage()

/** The number below a label. */
const figure = (page: Page, label: string) =>
  page
    .locator('#main section', { has: page.getByRole('heading', { name: 'Current values' }) })
    .locator('div', { hasText: new RegExp(`^${label}$`) })
    .last()
    .locator('xpath=following-sibling::*[1]')

async function selectRefresh(page: Page, interval: string): Promise<void> {
  await page.getByRole('button', { name: /^Refresh: / }).click()
  await page.getByRole('menuitemradio', { name: interval }).click()
}

test('a new broker shows how to connect the first client, and the client once it connects', async () => {
  const page = await stage.open('/dashboard/overview')
  await page.getByText('No clients have connected yet').waitFor()
  const device = await stage.connect('first-device')
  await device.client.subscribeAsync(['t/1', 't/2', '$share/g/t/3'])
  await page.getByRole('button', { name: 'Refresh now' }).click()
  await figure(page, 'Live connections').getByText('1', { exact: true }).waitFor()
  await figure(page, 'Subscriptions').getByText('3', { exact: true }).waitFor()
  await page.getByText('No clients have connected yet').waitFor({ state: 'detached' })
})

test('published messages are shown in the rate and in the chart', async () => {
  const page = await stage.open('/dashboard/overview')
  // By default the history is polled once a minute.
  await selectRefresh(page, 'Every 10 s')
  const device = await stage.connect('publisher')
  const publishing = setInterval(() => device.client.publish('t/1', 'x'), 20)
  try {
    await page.getByRole('img', { name: /Messages, per second.*Received: last [1-9]/ }).waitFor()
    await expect
      .poll(async () => Number.parseInt((await figure(page, 'Received').textContent()) ?? '', 10))
      .toBeGreaterThan(0)
  } finally {
    clearInterval(publishing)
  }
})

test('the range and the enlarged chart are in the URL and kept on reload and back', async () => {
  const page = await stage.open('/dashboard/overview')
  await page.getByText('12 h', { exact: true }).click()
  await page.waitForURL('**/overview?range=12h')
  await page.getByRole('button', { name: 'Enlarge Connections' }).click()
  await page.waitForURL('**chart=connections*')
  await page.reload()
  await page.getByRole('dialog', { name: 'Connections' }).locator('canvas').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('?range=12h')
})

test('hovering a chart shows the values of that time', async () => {
  const page = await stage.open('/dashboard/overview')
  await page.locator('#main canvas').first().waitFor()
  expect(await page.locator('#main canvas').count()).toBe(6)
  const plot = page.getByRole('img', { name: /^Messages, per second/ })
  await plot.hover()
  const box = await plot.boundingBox()
  if (!box) throw new Error('the chart is not on the screen')
  await page.mouse.move(box.x + box.width - 12, box.y + box.height / 2)
  await page
    .locator('figure')
    .first()
    .getByText(/\d\d:\d\d:\d\d/)
    .waitFor()
  // Dragging enlarges a part of the time axis.
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 })
  await page.mouse.up()
  await page.getByRole('button', { name: 'Reset zoom' }).first().click()
  await page.getByRole('button', { name: 'Reset zoom' }).waitFor({ state: 'detached' })
})

test('a connector that is down needs attention, with a link to it', async () => {
  const body = { type: 'http', name: 'gone', url: 'http://127.0.0.1:9', resource_opts: { health_check_interval: '1s' } }
  await stage.api('POST', '/connectors', body)
  const page = await stage.open('/dashboard/overview')
  const found = page.getByRole('region', { name: 'Needs attention' })
  await found.getByText(/127\.0\.0\.1:9/).waitFor()
  await found.getByRole('link', { name: 'Connector gone is down' }).click()
  await page.waitForURL('**/connector/http%3Agone')
})

test('the page refreshes at the selected interval, and not with refresh off', async () => {
  const prepare = async (made: Page) => void (await made.clock.install())
  const page = await stage.open('/dashboard/overview', { prepare })
  await figure(page, 'Topics').waitFor()
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/monitor_current')) asked++
  })
  const pass = async (time: string) => {
    await page.waitForLoadState('networkidle')
    asked = 0
    await page.clock.fastForward(time)
    await page.evaluate('fetch("/favicon.svg").then((answer) => answer.text())')
    return asked
  }
  expect(await pass('00:12')).toBe(1)
  await selectRefresh(page, 'Every 30 s')
  expect(await pass('00:06')).toBe(0)
  expect(await pass('00:30')).toBe(1)
  await selectRefresh(page, 'Paused')
  expect(await pass('02:00')).toBe(0)
})
