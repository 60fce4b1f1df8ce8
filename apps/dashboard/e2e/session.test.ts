import { expect, test } from 'vitest'
import { signIn } from './browser.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()

test('an invalid token ends the session once, also with several polling queries', async () => {
  const page = await stage.open('/dashboard/overview')
  await page.getByRole('img', { name: /^Messages/ }).waitFor()
  const refresh = page.getByRole('button', { name: 'Refresh now' })
  const asked = page.waitForRequest('**/api/v5/monitor_current')
  await refresh.click()
  const token = await (await asked).headerValue('authorization')
  const logout = await fetch(`${stage.server.urls.api}/logout`, {
    method: 'POST',
    headers: { authorization: token ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin' }),
  })
  expect(logout.status).toBe(204)
  // Unless a polling query ended the session first, and the button is gone.
  await page.evaluate(`document.querySelector('[aria-label="Refresh now"]')?.click()`)
  await page.getByText('Login has expired, please login again').waitFor()
  expect(await page.getByText('Login has expired, please login again').count()).toBe(1)
  await signIn(page)
  expect(new URL(page.url()).pathname).toBe('/dashboard/overview')
})
