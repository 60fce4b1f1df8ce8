import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn } from './browser.ts'
import { useStage } from './use-stage.ts'

const stage = useStage({ expectedErrors: /ChunkLoadError/ })

const rootAttribute = (page: Page, name: string) => page.locator('html').getAttribute(name)
const stored = (page: Page, name: string) => page.evaluate(`localStorage.getItem(${JSON.stringify(name)})`)

test('`/` leads to the overview; the navigation opens pages, marks the current one, and stays collapsed', async () => {
  const page = await stage.open('/')
  await page.waitForURL('**/dashboard/overview')
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  await navigation.getByRole('link', { name: 'Clients', exact: true }).click()
  await page.getByRole('heading', { name: 'Clients', level: 1 }).waitFor()
  await navigation.locator('[aria-current=page]', { hasText: 'Clients' }).waitFor()
  expect(await navigation.locator('[aria-current=page]').count()).toBe(1)
  const tabs = page.getByRole('navigation', { name: 'Clients' })
  await tabs.getByRole('link', { name: 'Session health' }).click()
  await page.getByRole('heading', { name: 'Session health', level: 1 }).waitFor()
  await tabs.locator('[aria-current=page]', { hasText: 'Session health' }).waitFor()
  await page.goBack()
  await page.goBack()
  await page.getByRole('heading', { name: 'Cluster overview', level: 1 }).waitFor()

  await navigation.getByRole('button', { name: 'Collapse navigation' }).click()
  expect(await stored(page, 'leftBarCollapse')).toBe('true')
  await page.reload()
  await navigation.getByRole('button', { name: 'Expand navigation' }).waitFor()
})

test('? opens the help unless typed into a field, and the menu has Help and Logout', async () => {
  const page = await stage.open('/clients')
  await page.getByRole('textbox', { name: 'Client ID' }).fill('a')
  await page.keyboard.press('?')
  expect(await page.getByRole('textbox', { name: 'Client ID' }).inputValue()).toBe('a?')
  await page.getByRole('heading', { name: 'Clients', level: 1 }).click()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Help' })
  await help.getByText('mqdeck reset-password USERNAME').waitFor()
  const document = await help.getByRole('link', { name: 'OpenAPI document' }).getAttribute('href')
  expect((await page.request.get(document ?? '')).status()).toBe(200)
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'hidden' })
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  await navigation.getByRole('link', { name: 'Help' }).click()
  await page.getByRole('heading', { name: 'Help', level: 1 }).waitFor()
  await navigation.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('dialog', { name: 'Sign out of the dashboard?' }).getByRole('button', { name: 'Cancel' }).click()
})

test('language and theme change without a reload and are saved', async () => {
  const page = await stage.open('/dashboard/overview')
  await page.evaluate('window.notReloaded = true')
  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByText('Dark', { exact: true }).click()
  await page.getByText('中文', { exact: true }).click()
  await page.getByRole('heading', { name: '集群概览', level: 1 }).waitFor()
  expect(await rootAttribute(page, 'data-theme')).toBe('dark')
  expect(await rootAttribute(page, 'lang')).toBe('zh-CN')
  expect(await page.title()).toBe('集群概览 · MQDeck')
  expect(await page.evaluate('window.notReloaded')).toBe(true)
  expect([await stored(page, 'language'), await stored(page, 'theme'), await stored(page, 'syncOsTheme')]).toEqual([
    'zh',
    'dark',
    'false',
  ])
  await page.reload({ waitUntil: 'commit' })
  await page.locator('html[data-theme=dark][lang=zh-CN]').waitFor()
})

test('a page whose code fails to load shows an error; while the next attempt runs, the page has its title', async () => {
  const page = await stage.open('/dashboard/overview')
  await page.getByRole('heading', { name: 'Cluster overview', level: 1 }).waitFor()
  const code = '**/assets/metrics-page-*.js'
  await page.route(code, (route) => route.abort())
  await page.getByRole('link', { name: 'Metrics', exact: true }).click()
  await page.getByRole('heading', { name: 'This page could not be loaded', level: 1 }).waitFor()
  await page.unroute(code)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(code, async (route) => {
    await released
    await route.continue()
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  const pending = page.locator('#main [aria-busy=true]', {
    has: page.getByRole('heading', { name: 'Metrics', level: 1 }),
  })
  await pending.waitFor()
  expect(await page.title()).toBe('Metrics · MQDeck')
  release()
  await pending.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Metrics', level: 1 }).waitFor()
})

test('the dashboard works with a policy that forbids inline scripts and styles', async () => {
  const page = await stage.open('/login', { signedIn: false })
  await page.route(page.url(), async (route) => {
    const response = await route.fetch()
    return route.fulfill({
      response,
      headers: { ...response.headers(), 'content-security-policy': "default-src 'self'" },
    })
  })
  await page.reload()
  await signIn(page)
  // A policy violation is a console error, which fails the end of this file.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Quick search' }).fill('nodes')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Nodes', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Preferences' }).hover()
  await page.getByRole('tooltip').waitFor()
  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByRole('dialog').waitFor()
})
