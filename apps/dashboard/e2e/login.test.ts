import { expect, test } from 'vitest'
import { credentials, signIn } from './browser.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()

test('a deep link redirects to the login and back with its search parameters', async () => {
  const page = await stage.open('/dashboard/metrics?node=all&q=bytes', { signedIn: false })
  await page.waitForURL('**/login?to=*')
  await signIn(page)
  const { pathname, search } = new URL(page.url())
  expect(pathname).toBe('/dashboard/metrics')
  expect(new URLSearchParams(search).get('q')).toBe('bytes')
})

test('`to` never redirects outside of the dashboard', async () => {
  const page = await stage.open('/login?to=//example.org/', { signedIn: false })
  await signIn(page)
  expect(new URL(page.url()).pathname).toBe('/dashboard/overview')
})

test('errors are shown at the fields and above the form', async () => {
  const page = await stage.open('/login', { signedIn: false })
  const login = page.getByRole('button', { name: 'Login', exact: true })
  await login.click()
  await page.getByText('Username is required').waitFor()
  await page.getByText('Password is required').waitFor()
  await page.getByLabel('Username').fill('admin')
  await page.locator('input[type=password]').fill('wrong')
  await login.click()
  await page.getByRole('alert').getByText('Incorrect username or password.').waitFor()
  expect(await page.evaluate('document.activeElement.name')).toBe('password')
})

test('after too many attempts the page shows a countdown and then accepts the right password', async () => {
  const page = await stage.open('/login', { signedIn: false })
  let refusals = 1
  await page.route('**/api/v5/login', (route) =>
    refusals-- > 0
      ? route.fulfill({
          status: 429,
          headers: { 'retry-after': '2' },
          json: { code: 'TOO_MANY_REQUESTS', message: 'Too many attempts. Try again in 2 s.', retry_after: 2 },
        })
      : route.continue(),
  )
  await page.getByLabel('Username').fill('admin')
  await page.locator('input[type=password]').fill(credentials.password)
  const login = page.getByRole('button', { name: 'Login', exact: true })
  await login.click()
  await page.getByText('Too many attempts. Try again in 2 s.').waitFor()
  expect(await login.isDisabled()).toBe(true)
  await page.getByText('Too many attempts. Try again in 1 s.').waitFor()
  await page.getByText('Too many attempts.').waitFor({ state: 'detached' })
  await login.click()
  await page.waitForURL((url) => !url.pathname.endsWith('/login'))
})

test('the login page redirects a signed-in user to the requested page', async () => {
  const page = await stage.open('/login?to=%2Fdashboard%2Fmetrics')
  await page.waitForURL('**/dashboard/metrics')
  await page.goto(`${new URL(page.url()).origin}/login`)
  await page.waitForURL('**/dashboard/overview')
})

test('signing out shows a message and removes the username from the browser', async () => {
  const page = await stage.open('/dashboard/overview')
  await page.evaluate(`localStorage.setItem('paletteRecent', '{"admin":["page:/clients"]}')`)
  await page.reload()
  await page.getByRole('button', { name: /admin/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
  await page.getByText('Logged out').waitFor()
  const kept: string = await page.evaluate('JSON.stringify(localStorage)')
  expect(kept).not.toContain('admin')
})

test('help for a forgotten password is shown on the page', async () => {
  const page = await stage.open('/login', { signedIn: false })
  await page.getByRole('button', { name: 'Forgot your password' }).click()
  await page.getByRole('dialog').getByText('Ask an administrator').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('an expired session redirects to the login with a message, and back', async () => {
  const page = await stage.open('/dashboard/nodes')
  await page.getByRole('link', { name: 'mqdeck@127.0.0.1' }).first().waitFor()
  await page.route('**/api/v5/nodes**', (route) =>
    route.fulfill({ status: 401, json: { code: 'TOKEN_TIME_OUT', message: 'token expired' } }),
  )
  // The regular refresh may come first, and then the button is gone.
  await page
    .getByRole('button', { name: 'Refresh now' })
    .click({ timeout: 5000 })
    .catch(() => undefined)
  await page.getByText('Login has expired, please login again').waitFor()
  await page.unroute('**/api/v5/nodes**')
  await signIn(page)
  expect(new URL(page.url()).pathname).toBe('/dashboard/nodes')
})

test('the stored user info is encrypted, and a reload keeps the session', async () => {
  const page = await stage.open('/dashboard/overview')
  const stored = await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')
  expect(stored).toContain('userInfo')
  expect(stored).not.toContain(credentials.username)
  await page.reload()
  await page.getByRole('heading', { name: 'Cluster overview', level: 1 }).waitFor()
})

test('signing out asks first, removes the user, and returns to the same page after the next login', async () => {
  const page = await stage.open('/dashboard/metrics')
  await page.getByRole('button', { name: 'Account of admin' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login?to=*')
  expect(await page.evaluate('localStorage.getItem("userInfo")')).toBeNull()
  await signIn(page)
  expect(new URL(page.url()).pathname).toBe('/dashboard/metrics')
})
