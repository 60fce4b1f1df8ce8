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

test('the switcher opens another cluster, which has its own session and its own links', async () => {
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
  const links = page.getByRole('navigation').first().getByRole('link')
  const addresses = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
  expect(addresses.length).toBeGreaterThan(15)
  expect(addresses.filter((address) => !address.startsWith(`${production}/`))).toEqual([])
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
