import { connectMqttJs, eventually } from '@mqdeck/testkit'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { credentials, signIn } from './browser.ts'
import { useServer, useStage } from './use-stage.ts'

/** A server that acts as the cluster, and a server under a path prefix with its own broker in front of it. */
const production = '/mq/@live'
const password = 'test-live-2'
const cluster = useServer({ 'dashboard.default_password': password, 'listeners.ws.enable': false })
const stage = useStage(() => {
  const broker = [cluster().urls.dashboard]
  return {
    settings: {
      base_path: '/mq',
      clusters: [{ name: 'live', broker, color: 'red', production: true, caFile: undefined }],
    },
  }
})

const live = { username: 'admin', password } as const
const path = (page: Page) => new URL(page.url()).pathname
const heading = (page: Page, name: string) => page.locator('#main').getByRole('heading', { name, level: 1 })
const switcher = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Cluster / })

test('the dashboard works under a path prefix, with deep links, login, links and reload', async () => {
  const page = await stage.open('/mq/clients?limit=20', { signedIn: false })
  await page.getByLabel('Username').waitFor()
  expect(path(page)).toBe('/mq/login')
  await page.getByText(/^Cluster mqdeck@/).waitFor()
  await signIn(page)
  expect(path(page)).toBe('/mq/clients')
  await page.getByRole('link', { name: 'Topics', exact: true }).click()
  await page.getByRole('link', { name: 'Subscriptions', exact: true }).click()
  await heading(page, 'Subscriptions').waitFor()
  expect(path(page)).toBe('/mq/subscriptions/subscription')
  await page.reload()
  await heading(page, 'Subscriptions').waitFor()
  await page.goto('/mq')
  await page.locator('#main h1').waitFor()
  expect(path(page)).toMatch(/^\/mq\/./)
})

test('each cluster has its own session, and the switcher opens another cluster', async () => {
  const page = await stage.open('/mq/', { signedIn: false })
  await signIn(page)
  await switcher(page).click()
  await page.getByRole('menuitem', { name: /^live/ }).click()
  await page.getByText('Cluster live').waitFor()
  expect(path(page)).toBe(`${production}/login`)
  // This user does not exist there.
  await page.getByLabel('Username').fill(credentials.username)
  await page.locator('input[type=password]').fill(credentials.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByRole('alert').first().waitFor()
  await page.locator('input[type=password]').fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.locator('#main h1').waitFor()
  await page.getByRole('banner').getByText('Production').waitFor()
  await page.evaluate(axe.source)
  const violations = await page.evaluate<readonly { id: string; impact: string }[]>(
    `axe.run('header').then(({ violations }) => violations.map(({ id, impact }) => ({ id, impact })))`,
  )
  expect(violations).toEqual([])
  const stored = await page.evaluate<string[]>(
    `Object.keys(localStorage).filter((name) => name.startsWith('userInfo'))`,
  )
  expect(stored.sort()).toEqual(['userInfo/mq', `userInfo${production}`])
  await page.getByRole('button', { name: 'Account of admin' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
  await page.getByLabel('Username').waitFor()
  await page.goto('/mq/clients')
  await heading(page, 'Clients').waitFor()
})

test('destructive actions on a production cluster require typing its name', async () => {
  const { tcp = 0 } = cluster().ports
  const client = await connectMqttJs({ host: '127.0.0.1', port: tcp }, { clientId: 'victim' })
  const page = await stage.open(`${production}/clients`, { signedIn: false })
  await signIn(page, 'en', live)
  expect(path(page)).toBe(`${production}/clients`)
  const row = page.getByRole('row', { name: /victim/ })
  await row.getByRole('button').last().click()
  await page.getByRole('menuitem', { name: /Kick out/ }).click()
  const dialog = page.getByRole('dialog')
  const kick = dialog.getByRole('button', { name: /Kick out/ })
  expect(await kick.isDisabled()).toBe(true)
  await dialog.getByText('production cluster “live”').waitFor()
  await dialog.getByLabel('Type “live” to confirm').fill('live')
  await kick.click()
  await eventually(
    () => !cluster().broker.client('victim'),
    () => 'the client is still there',
  )
  await client.end().catch(() => {}) // the broker has closed it
})

test('all links stay in front of the cluster, and pages open there', async () => {
  const page = await stage.open(`${production}/`, { signedIn: false })
  await signIn(page, 'en', live)
  const links = page.getByRole('navigation').first().getByRole('link')
  const addresses = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
  expect(addresses.length).toBeGreaterThan(15)
  expect(addresses.filter((address) => !address.startsWith(`${production}/`))).toEqual([])
  for (const address of addresses.slice(0, 3)) {
    await page.goto(address)
    await page.locator('#main h1').first().waitFor()
    expect(path(page).startsWith(`${production}/`)).toBe(true)
  }
})
