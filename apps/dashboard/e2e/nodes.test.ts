import { test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage()

test('the list shows the running node with its statistics and links to its page', async () => {
  const page = await stage.open('/dashboard/nodes')
  const row = page.getByRole('table', { name: 'Nodes' }).getByRole('row').nth(1)
  await row.getByText('Running').waitFor()
  await row.getByText(/B \/ \d+.*B/).waitFor()
  await row.getByRole('link').click()
  await page.waitForURL('**/dashboard/nodes/*')
  await page.locator('header').getByText('Running').waitFor()
  const listeners = page.getByRole('table', { name: 'Listeners on this node' })
  await listeners.getByRole('link', { name: 'tcp:default' }).waitFor()
  await page.getByText('No license required').waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Nodes' }).waitFor()
})
