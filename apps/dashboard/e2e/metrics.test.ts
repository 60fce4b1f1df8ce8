import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage()

test('client traffic is counted and its rate shown after the next refresh', async () => {
  const page = await stage.open('/dashboard/metrics?q=messages.qos1.received')
  const row = page.getByRole('row', { name: /messages\.qos1\.received/ })
  const value = row.getByRole('cell').nth(2)
  await value.getByText('0', { exact: true }).waitFor()
  const device = await stage.connect('device')
  for (let count = 0; count < 3; count++) await device.client.publishAsync('t', 'x', { qos: 1 })
  await page.getByRole('button', { name: 'Refresh now' }).click()
  await value.getByText('3', { exact: true }).waitFor()
  expect(await row.getByRole('cell').nth(3).textContent()).toMatch(/^[\d.,]+$/)
  await device.end()
})

test('the search narrows the groups and survives a reload', async () => {
  const page = await stage.open('/dashboard/metrics')
  await page.getByRole('table', { name: 'Packets' }).waitFor()
  await page.getByLabel('Search metrics').fill('pubrel')
  await page.getByRole('table', { name: 'Sessions' }).waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('row', { name: /packets\.pubrel\.received/ }).waitFor()
  expect(await page.getByLabel('Search metrics').inputValue()).toBe('pubrel')
})

test('a single node has no node picker', async () => {
  const page = await stage.open('/dashboard/metrics')
  await page.getByRole('table', { name: 'Packets' }).waitFor()
  expect(await page.getByLabel('Node', { exact: true }).count()).toBe(0)
})

test('all metrics can be downloaded as CSV', async () => {
  const page = await stage.open('/dashboard/metrics')
  await page.getByRole('table', { name: 'Packets' }).waitFor()
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download as CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('metrics-cluster.csv')
  const text = await readFile(await file.path(), 'utf8')
  expect(text.split('\r\n')[0]).toBe('group,name,total,per_second')
  expect(text).toMatch(/^packets,packets\.connect\.received,\d+,/m)
})

test('metrics are explained in Chinese', async () => {
  const page = await stage.open('/dashboard/metrics?q=client.connected', { language: 'zh' })
  await page.getByText('成功连接的次数。').waitFor()
})
