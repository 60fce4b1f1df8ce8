import { createTrace, type NewTrace } from '@mqdeck/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage()

/** Starts a trace named after the client and connects the client. */
async function traced(name: string, formatter: NewTrace['formatter'] = 'text') {
  await stage.api('POST', createTrace.path, { name, type: 'clientid', clientid: name, formatter })
  return stage.connect(name)
}

const log = (page: Page) => page.getByLabel('Trace log')
const row = (page: Page, name: RegExp) => log(page).getByRole('option', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const find = (page: Page) => page.getByRole('textbox', { name: 'Search' })

test.each(['text', 'json'] as const)('shows client activity live: %s', async (formatter) => {
  const name = `follow-${formatter}`
  const device = await traced(name, formatter)
  const page = await stage.open(`/log-trace/detail/${name}`)
  await row(page, /mqtt_packet_received.*CONNECT/).waitFor()
  await page.getByText('Following').waitFor()

  await device.client.publishAsync('room/1', '{"temperature": 21}', { qos: 1 })
  await row(page, /publish_to.*room\/1/).waitFor()
  await row(page, /sent PUBACK/)
    .first()
    .click()
  const drawer = page.getByRole('dialog')
  await drawer
    .getByText(/PUBACK\(Q0, R0, D0/)
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await page.getByText('Paused').waitFor()

  await row(page, /publish_to.*room\/1/).click()
  await drawer.getByText('"temperature": 21').first().waitFor()
  await button(page, 'Previous line').click()
  await drawer.getByText('"temperature": 21').nth(1).waitFor({ state: 'hidden' })
  await device.end()
})

test('visible lines stay in place while new ones are written, and a button jumps to the end', async () => {
  const device = await traced('reader')
  for (let index = 0; index < 60; index += 1) await device.client.publishAsync(`many/${index}`, 'x', { qos: 1 })
  const page = await stage.open('/log-trace/detail/reader')
  await row(page, /publish_to.*many\/59/).waitFor()
  await log(page).focus()
  await page.keyboard.press('Home')
  const first = row(page, /CONNECT/).first()
  // Waits until the line does not move.
  await first.scrollIntoViewIfNeeded()
  const before = await first.boundingBox()
  for (let index = 60; index < 90; index += 1) await device.client.publishAsync(`many/${index}`, 'x', { qos: 1 })
  await expect.poll(() => page.getByText(/\d+ lines/).innerText()).toMatch(/[4-9]\d\d lines/)
  expect(await first.boundingBox()).toEqual(before)
  await button(page, 'Jump to the end').click()
  await row(page, /publish_to.*many\/89/).waitFor()
  await page.getByText('Following').waitFor()
  await device.end()
})

test('lines can be filtered by packet and text and shown in the whole trace', async () => {
  const device = await traced('finder')
  await device.client.subscribeAsync('in/#', { qos: 1 })
  for (let index = 0; index < 40; index += 1)
    await device.client.publishAsync(`out/${index}`, `number ${index}`, { qos: 1 })
  const page = await stage.open('/log-trace/detail/finder?packet=SUBSCRIBE')
  await row(page, /received SUBSCRIBE/).waitFor()
  expect(await log(page).getByRole('option').count()).toBe(1)

  await button(page, 'Packets: SUBSCRIBE').click()
  await button(page, 'All lines').click()
  await page.keyboard.press('Escape')
  await find(page).fill('out/7')
  await page.getByText(/[1-9]\d* matches/).waitFor()
  await row(page, /publish_to.*out\/7/).click()
  await button(page, 'Show in the whole trace').click()
  await row(page, /publish_to.*out\/6/).waitFor()
  expect(new URL(page.url()).searchParams.get('show')).toBe('all')
  expect(Number(new URL(page.url()).searchParams.get('at'))).toBeGreaterThan(0)

  await find(page).fill('out/30')
  await button(page, 'Next match (N)').click()
  await expect.poll(() => selected(page)).toContain('out/30')
  await find(page).fill('in/#')
  await button(page, 'Previous match (Shift+N)').click()
  await expect.poll(() => selected(page)).toContain('in/#')
  await device.end()
})

const selected = (page: Page) => log(page).locator('[aria-selected=true]').innerText()

test('can go to a time', async () => {
  const device = await traced('clock')
  await device.client.publishAsync('a', 'b', { qos: 1 })
  const page = await stage.open('/log-trace/detail/clock')
  await row(page, /CONNECT/)
    .first()
    .waitFor()
  await button(page, 'Go to time').click()
  await page.getByLabel('Time of day, or date and time').fill('never')
  await button(page, 'Go').click()
  await page.getByText('Enter a time, such as', { exact: false }).waitFor()
  await page.getByLabel('Time of day, or date and time').fill('2020-01-01 00:00')
  await button(page, 'Go').click()
  await expect.poll(() => selected(page)).toContain('CONNECT')
  await device.end()
})
