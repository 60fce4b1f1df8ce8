import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage()

const box = (page: Page) => page.getByRole('combobox', { name: 'Quick search' })
const group = (page: Page, name: string) => page.getByRole('listbox').getByRole('group', { name, exact: true })
const path = (page: Page) => new URL(page.url()).pathname

async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await box(page).and(page.locator(':focus')).waitFor()
  await page.keyboard.type(text)
}

/** Moves down to the option with this name and returns the active one. */
async function goTo(page: Page, name: string): Promise<void> {
  const option = page.getByRole('option', { name })
  await option.first().waitFor()
  for (let step = 0; step < 40; step += 1) {
    const active = () => box(page).getAttribute('aria-activedescendant')
    const selected = page.getByRole('listbox').getByRole('option', { selected: true })
    await expect.poll(async () => (await selected.getAttribute('id')) === (await active())).toBe(true)
    if ((await selected.textContent())?.includes(name)) return
    const before = await active()
    await page.keyboard.press('ArrowDown')
    await expect.poll(active).not.toBe(before)
  }
  throw new Error(`${name} could not be reached`)
}

test('a client is found by part of its client ID and opened by keyboard', async () => {
  await stage.connect('boiler-17')
  const page = await stage.open('/dashboard/overview')
  await type(page, 'iler-1')
  await group(page, 'Clients').waitFor()
  await goTo(page, 'boiler-17')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'boiler-17' }).waitFor()
  expect(path(page)).toBe('/clients/detail/boiler-17')
})

test('a setting opens its page with the field visible and focused, also advanced settings', async () => {
  const page = await stage.open('/dashboard/overview')
  for (const [typed, label, pathname, field] of [
    ['max_inflight', 'Max inflight', '/mqtt/session', 'max_inflight'],
    ['sys_heartbeat', 'Heartbeat', '/mqtt/system-topic', 'sys_heartbeat_interval'],
    // A field on the current page.
    ['sys_msg', 'interval', '/mqtt/system-topic', 'sys_msg_interval'],
    // An advanced field at the end of the page, in a disabled group.
    ['dashboard.listeners.https.inet6', 'IPv6', '/dashboard-settings', 'listeners.https.inet6'],
  ] as const) {
    await type(page, typed)
    await group(page, 'Settings').waitFor()
    await goTo(page, label)
    await page.keyboard.press('Enter')
    const focused = page.locator(`[data-path="${field}"]:focus-within`).last()
    await focused.waitFor()
    expect(path(page)).toBe(pathname)
    const top = async () => (await focused.boundingBox())?.y
    await expect.poll(top).toBeGreaterThan(52)
    await expect.poll(top).toBeLessThan(800)
  }
  await page.waitForURL((url) => url.search === '')
})

test('kick and ban show the client ID and ask for confirmation', async () => {
  const { client } = await stage.connect('to-be-kicked')
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
  const page = await stage.open('/dashboard/overview')
  await type(page, 'kick')
  await goTo(page, 'Kick out client')
  await page.keyboard.press('Enter')
  await page.keyboard.type('be-ki')
  await goTo(page, 'Kick out to-be-kicked')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog')
  await question.getByText('to-be-kicked').waitFor()
  await question.getByRole('button', { name: 'Kick out' }).focus()
  await page.keyboard.press('Enter')
  await closed
  await page.getByText('to-be-kicked was kicked out').first().waitFor()

  await type(page, 'ban stranger-1')
  await goTo(page, 'Ban stranger-1')
  await page.keyboard.press('Enter')
  expect(await page.getByRole('dialog').locator('input[value="stranger-1"]').count()).toBe(1)
})
