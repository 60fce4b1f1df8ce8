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

test('the history of a node has the range of the URL', async () => {
  const page = await stage.open('/dashboard/nodes')
  await page.getByRole('table', { name: 'Nodes' }).getByRole('link').click()
  await page.locator('#main canvas').first().waitFor()
  const asked = page.waitForRequest((request) => /\/monitor\/nodes\/.*latest=604800/.test(request.url()))
  await page.getByText('7 d', { exact: true }).click()
  await asked
  expect(new URL(page.url()).search).toBe('?range=7d')
})

test('an unknown node shows an error with a link to all nodes', async () => {
  const page = await stage.open('/dashboard/nodes/nope%40127.0.0.1')
  await page.getByText('Node not found').waitFor()
  await page.getByRole('link', { name: 'All nodes' }).click()
  await page.waitForURL('**/dashboard/nodes')
})

test('the pages are translated to Chinese', async () => {
  const page = await stage.open('/dashboard/nodes', { language: 'zh', theme: 'dark' })
  await page.getByRole('table', { name: '节点' }).getByText('运行中').waitFor()
  await page.getByRole('table', { name: '节点' }).getByRole('link').click()
  await page.getByRole('table', { name: '统计' }).getByText('在线连接数').waitFor()
})
