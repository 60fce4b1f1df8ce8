import { readFile } from 'node:fs/promises'
import { connectMqttJs } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import { useServer, useStage } from './use-stage.ts'

const password = 'Target-password-1'
const stage = useStage({ expectedErrors: /status of 400/ })
const target = useServer({ 'dashboard.default_password': password })

test('a broker is compared with another one and migrated, and clients find the data there', async () => {
  const here = await connectMqttJs({ host: '127.0.0.1', port: stage.server.ports.tcp ?? 0 }, { clientId: 'filler' })
  await here.client.publishAsync('moved/up', 'as it was', { retain: true, qos: 1 })
  await here.end()

  const page = await stage.open('/migrate')
  await page.getByRole('textbox', { name: /Dashboard address/ }).fill(target().urls.dashboard)
  const field = page.getByLabel(/^Password/)
  await field.fill('not it')
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.getByText(/Could not use the target: .*BAD_USERNAME_OR_PWD/).waitFor()
  await field.fill(password)
  await page.getByRole('button', { name: 'Compare', exact: true }).click()

  const plan = page.getByRole('table', { name: 'Plan' })
  await plan.getByText('1 of 1 missing').waitFor()
  expect(await page.content()).not.toContain('as it was')
  await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'To create (1)' })
  await plan.getByRole('row', { name: /Retained messages/ }).waitFor()
  expect(await plan.locator('tbody tr').count()).toBe(1)
  await page.getByRole('button', { name: 'Migrate 1 item' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Migrate', exact: true }).click()
  await page.getByText('Done', { exact: true }).waitFor()

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save result' }).click(),
  ])
  const saved = await readFile(await download.path(), 'utf8')
  expect(JSON.parse(saved)).toMatchObject({ applied: true, state: 'done' })
  expect(saved).not.toContain(password)

  const there = await connectMqttJs({ host: '127.0.0.1', port: target().ports.tcp ?? 0 }, { clientId: 'reader' })
  await there.client.subscribeAsync('moved/#')
  expect(await there.message('moved/up')).toBe('as it was')
  await there.end()

  // The credentials are not stored, but the result is.
  await page.goto('/migrate')
  await page.getByRole('table', { name: 'Result' }).waitFor()
  expect(await page.getByLabel(/^Password/).inputValue()).toBe('')
})
