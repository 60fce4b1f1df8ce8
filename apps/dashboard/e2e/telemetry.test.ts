import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStage, type Stage } from './browser.ts'

let stage: Stage

beforeAll(async () => {
  stage = await createStage()
})
afterAll(() => stage.stop())

test('is off, shows what it would send, and sends exactly that to the address that is set', async () => {
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
  await page.getByText('Nothing is sent: telemetry is off.').waitFor()
  const shown = JSON.parse((await page.locator('pre').textContent()) ?? '')
  expect(shown).toMatchObject({ license: { edition: 'opensource' }, num_clients: 0 })

  await page.getByRole('switch', { name: 'Telemetry' }).click()
  await page.getByText('Nothing is sent: there is no address.').waitFor()
  await page.getByLabel('Report to').fill('nowhere')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('An address begins with http').waitFor()
  await page.getByLabel('Report to').fill(url)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(`Sent once a day to ${url}.`).waitFor()
  await page.getByRole('button', { name: 'Send now' }).click()
  await page.getByText(`The report was sent to ${url}.`).waitFor()
  await page.getByText('Sent', { exact: true }).waitFor()
  expect(reports).toHaveLength(1)
  const sent = JSON.parse(reports[0] ?? '')
  expect(Object.keys(sent)).toEqual(Object.keys(shown))
  expect(sent.uuid).toBe(shown.uuid)

  await page.getByRole('switch', { name: 'Telemetry' }).click()
  await page.getByText('Nothing is sent: telemetry is off.').waitFor()
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
})
