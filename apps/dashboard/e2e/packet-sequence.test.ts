import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage()

/** Starts a trace from the page of the client and opens its packets. */
async function tracePackets(clientId: string): Promise<Page> {
  const page = await stage.open(`/clients/detail/${clientId}`)
  await page.getByRole('button', { name: 'Trace', exact: true }).first().click()
  await page.getByRole('dialog').getByText('Text', { exact: true }).click()
  await page.getByRole('button', { name: 'Start trace' }).click()
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('tab', { name: 'Packets' }).click()
  return page
}

const list = (page: Page) => page.getByRole('list', { name: 'Packets between client and broker' })
const row = (page: Page, text: RegExp) => list(page).getByRole('listitem').filter({ hasText: text })

test('the packets of a traced client and their responses are shown live', async () => {
  const page = await tracePackets('seq-1')
  await page.getByText('No packets yet').waitFor()
  const { client } = await stage.connect('seq-1')
  await client.subscribeAsync('hall/#', { qos: 1 })
  await client.publishAsync('hall/1', 'twenty-one', { qos: 2 })
  await row(page, /Connection 1 from 127\.0\.0\.1/).waitFor()
  await row(page, /Client to broker: CONNECT/).waitFor()
  await row(page, /Broker to client: CONNACK.*Success.*after/).waitFor()
  await row(page, /SUBSCRIBE.*hall\/# \(QoS 1\)/).waitFor()
  await row(page, /SUBACK.*Granted QoS 1.*after/).waitFor()
  await row(page, /Client to broker: PUBLISH.*hall\/1.*QoS 2.*twenty-one/).waitFor()
  await row(page, /PUBCOMP.*after/).waitFor()
  await row(page, /Broker to client: PUBLISH.*hall\/1.*QoS 1/).waitFor()
  await client.endAsync()
  await row(page, /Connection closed.*Disconnected by the client/).waitFor()

  const again = await stage.connect('seq-1')
  await row(page, /Connection 2 from 127\.0\.0\.1/).waitFor()
  await page.getByLabel('Connection', { exact: true }).selectOption({ index: 1 })
  await expect.poll(() => row(page, /Connection 2/).count()).toBe(0)
  await again.end()
})
