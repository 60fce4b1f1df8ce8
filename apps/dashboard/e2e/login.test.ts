import { expect, test } from 'vitest'
import { credentials, signIn } from './browser.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()

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

test('a deep link leads through the login to its page, a reload keeps the session encrypted, and signing out removes it', async () => {
  const page = await stage.open('/dashboard/metrics?node=all&q=bytes', { signedIn: false })
  await page.waitForURL('**/login?to=*')
  await signIn(page)
  const { pathname, search } = new URL(page.url())
  expect(pathname).toBe('/dashboard/metrics')
  expect(new URLSearchParams(search).get('q')).toBe('bytes')

  const stored = await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')
  expect(stored).toContain('userInfo')
  expect(stored).not.toContain(credentials.username)
  // Read by the page when it is loaded.
  await page.evaluate(`sessionStorage.setItem('notifications', '[{"id":1,"kind":"error","text":"private","at":1}]')`)
  await page.reload()
  await page.getByRole('heading', { name: 'Metrics', level: 1 }).waitFor()

  await page.getByRole('button', { name: 'Account of admin' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
  await page.getByText('Logged out').waitFor()
  const kept = await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')
  expect(kept).not.toMatch(/userInfo|admin|private/)
  // The next login returns to the same page.
  await signIn(page)
  expect(new URL(page.url()).pathname).toBe('/dashboard/metrics')
})
