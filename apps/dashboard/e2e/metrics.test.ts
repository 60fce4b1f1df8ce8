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
