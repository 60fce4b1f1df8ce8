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

test('the first client is counted, and its messages are shown in the rate and in the chart', async () => {
  const page = await stage.open('/dashboard/overview')
  await page.getByText('No clients have connected yet').waitFor()
  const device = await stage.connect('publisher')
  await device.client.subscribeAsync(['t/2', '$share/g/t/3'])
  await page.getByRole('button', { name: 'Refresh now' }).click()
  await figure(page, 'Live connections').getByText('1', { exact: true }).waitFor()
  await figure(page, 'Subscriptions').getByText('2', { exact: true }).waitFor()
  await page.getByText('No clients have connected yet').waitFor({ state: 'detached' })

  // By default the history is polled once a minute.
  await page.getByRole('button', { name: /^Refresh: / }).click()
  await page.getByRole('menuitemradio', { name: 'Every 10 s' }).click()
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
