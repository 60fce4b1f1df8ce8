import { createTrace } from '@mqdeck/contract'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage()

const log = (page: Page) => page.getByLabel('Trace log')
const row = (page: Page, name: RegExp) => log(page).getByRole('option', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('the log shows client activity live, and pauses while a line is open', async () => {
  await stage.api('POST', createTrace.path, { name: 'follow', type: 'clientid', clientid: 'follow' })
  const device = await stage.connect('follow')
  const page = await stage.open('/log-trace/detail/follow')
  await row(page, /mqtt_packet_received.*CONNECT/).waitFor()
  await page.getByText('Following').waitFor()

  await device.client.publishAsync('room/1', '{"temperature": 21}', { qos: 1 })
  await row(page, /publish_to.*room\/1/).waitFor()
  await row(page, /sent PUBACK/)
    .first()
    .click()
  const drawer = page.getByRole('dialog')
  await drawer
    .getByText(/PUBACK\(Q0, R0, D0/)
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await page.getByText('Paused').waitFor()

  await row(page, /publish_to.*room\/1/).click()
  await drawer.getByText('"temperature": 21').first().waitFor()
  await button(page, 'Previous line').click()
  await drawer.getByText('"temperature": 21').nth(1).waitFor({ state: 'hidden' })
  await device.end()
})
