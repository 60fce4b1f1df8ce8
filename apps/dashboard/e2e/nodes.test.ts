import { eventually } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
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

test('statistics keep the highest value after a client disconnects', async () => {
  const page = await stage.open('/dashboard/nodes')
  await page.getByRole('table', { name: 'Nodes' }).getByRole('link').click()
  const topics = page.getByRole('table', { name: 'Statistics' }).getByRole('row', { name: /^Topics/ })
  await topics.waitFor()
  const device = await stage.connect('device')
  await device.client.subscribeAsync(['t/1', 't/2'])
  const refresh = page.getByRole('button', { name: 'Refresh now' })
  await refresh.click()
  await topics.getByRole('cell').nth(1).getByText('2', { exact: true }).waitFor()
  await device.end()
  await eventually(
    () => stage.server.broker.client('device') === undefined,
    () => 'the device is still connected',
  )
  await refresh.click()
  await topics.getByRole('cell').nth(1).getByText('0', { exact: true }).waitFor()
  expect(await topics.getByRole('cell').nth(2).textContent()).toBe('2')
})
