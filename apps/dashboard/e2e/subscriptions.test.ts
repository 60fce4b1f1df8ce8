import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage()

const connect = async (clientId: string) => (await stage.connect(clientId)).client

const row = (page: Page, name: RegExp) => page.getByRole('row', { name })

async function answer(page: Page, action: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: action, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('selected subscriptions are unsubscribed, including shared ones', async () => {
  const client = await connect('worker')
  await client.subscribeAsync(['$share/g/jobs/#', 'news', 'stays'])
  const page = await stage.open('/subscriptions/subscription?clientid=worker')
  await row(page, /Select worker \$share/)
    .getByText('g', { exact: true })
    .waitFor()
  await page.getByRole('checkbox', { name: 'Select worker $share/g/jobs/#' }).check()
  await page.getByRole('checkbox', { name: 'Select worker news' }).check()
  await page.getByRole('button', { name: 'Unsubscribe', exact: true }).click()
  await answer(page, 'Unsubscribe')
  await page.getByText('2 subscriptions removed').waitFor()
  await page.getByText('1 subscription', { exact: true }).waitFor()
  expect(stage.server.broker.subscriptionsOf('worker')?.map(({ topic }) => topic)).toEqual(['stays'])
})
