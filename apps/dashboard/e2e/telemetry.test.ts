import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage()

test('telemetry is disabled by default and sends exactly the shown report to the configured URL', async () => {
  const reports: string[] = []
  const receiver = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    reports.push(text)
    response.end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const address = receiver.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/reports`

  const page = await stage.open('/telemetry')
  await page.getByText('Telemetry is disabled. No reports are sent.').waitFor()
  const shown = JSON.parse((await page.locator('pre').textContent()) ?? '')
  expect(shown).toMatchObject({ license: { edition: 'opensource' }, num_clients: 0 })

  await page.getByRole('switch', { name: 'Telemetry' }).click()
  await page.getByText('No report URL is set. No reports are sent.').waitFor()
  await page.getByLabel('Report URL').fill('nowhere')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter a URL that starts with http').waitFor()
  await page.getByLabel('Report URL').fill(url)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(`A report is sent to ${url} once a day`).waitFor()
  await page.getByRole('button', { name: 'Send now' }).click()
  await page.getByText(`Report sent to ${url}`).waitFor()
  await page.getByText('Sent', { exact: true }).waitFor()
  expect(reports).toHaveLength(1)
  const sent = JSON.parse(reports[0] ?? '')
  expect(Object.keys(sent)).toEqual(Object.keys(shown))
  expect(sent.uuid).toBe(shown.uuid)

  await page.getByRole('switch', { name: 'Telemetry' }).click()
  await page.getByText('Telemetry is disabled. No reports are sent.').waitFor()
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
})
