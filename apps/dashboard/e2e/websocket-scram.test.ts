import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage()

beforeAll(async () => {
  const authenticator = { mechanism: 'scram', backend: 'built_in_database', algorithm: 'sha256' }
  await stage.api('POST', '/authentication', authenticator)
  const user = { user_id: 'ann', password: 'pencil, 密码' }
  await stage.api('POST', '/authentication/scram%3Abuilt_in_database/users', user)
})

async function connectAs(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Connect', exact: true }).first().click()
}

test('SCRAM-SHA-256 accepts only the right password [MQTT-4.12.0-2]', async () => {
  const page = await stage.open('/websocket')
  await page.getByText('MQTT 5 properties').first().click()
  await page.getByLabel('Authentication method').fill('SCRAM-SHA-256')
  await page.getByLabel('Client ID', { exact: true }).fill('scram-page')
  await connectAs(page, 'ann', 'wrong')
  await page.getByText(/The broker rejected the connection/).waitFor()
  await connectAs(page, 'ann', 'pencil, 密码')
  await page.getByText('Connected', { exact: true }).first().waitFor()
  const client = stage.server.broker.client('scram-page')
  expect(client?.info.username).toBe('ann')
})
