import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { goTo } from './navigate.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()

const source = `syntax = "proto3";
package acme;
message Reading {
  uint64 id = 1;
  string room = 2;
}
message Other { bool ok = 1; }
`
/** `id` 2^64 - 1 and `room` "hall". */
const reading = '08ffffffffffffffffff01 1204 68616c6c'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function typeCode(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: label, exact: true }).click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(text)
}

test('a Protobuf schema is created and tested, decodes a retained message, and is deleted when nothing uses it', async () => {
  const { client } = await stage.connect('c1')
  await client.publishAsync('plant/1/reading', Buffer.from(reading.replaceAll(' ', ''), 'hex'), {
    qos: 1,
    retain: true,
  })
  const page = await stage.open('/schema')
  await button(page, 'New schema').click()
  await page.getByLabel('Name *').fill('reading')
  await page.getByRole('radio', { name: /Protobuf/ }).check()
  await page.locator('.cm-content').first().waitFor()
  await typeCode(page, 'Schema', `${source}message {`)
  await page.getByText(/^The schema is not valid\. Place: line 8\./).waitFor()
  await typeCode(page, 'Schema', source)
  await page.getByText('Message types: acme.Reading, acme.Other').waitFor()

  await typeCode(page, 'Payload', reading)
  await page.getByText('"id": 18446744073709551615').waitFor()
  await typeCode(page, 'Payload', '0801 12ff')
  await page.getByText(/^The payload ends too early\. Place: .*byte 4\.$/).waitFor()
  await button(page, 'Create').click()
  await page.waitForURL('**/schema/detail/reading')

  await goTo(page, '/retained')
  await button(page, 'Show payload of plant/1/reading').click()
  const drawer = page.getByRole('dialog', { name: 'Payload' })
  await drawer.getByText('Decoded', { exact: true }).click()
  await drawer.getByLabel('Decode as').selectOption({ label: 'reading (Protobuf)' })
  await drawer.getByText('"room": "hall"').waitFor()
  await button(page, 'Always decode these topics').click()
  const dialog = page.getByRole('dialog', { name: 'New decoder' })
  await dialog.getByLabel('Topic filter *').fill('plant/+/reading')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await drawer.getByText('Decoded by the decoder of plant/+/reading.').waitFor()
  // For all users.
  expect(await stage.api('GET', '/mqdeck/payload_decoders')).toEqual([
    { topic: 'plant/+/reading', format: 'schema', schema: 'reading', message_type: 'acme.Reading' },
  ])

  // The next visit decodes without a choice.
  await page.goto('/retained')
  await button(page, 'Show payload of plant/1/reading').click()
  await drawer.getByText('"id": 18446744073709551615').waitFor()

  await stage.api('POST', '/schema_validations', {
    name: 'plant',
    topics: ['plant/#'],
    strategy: 'all_pass',
    failure_action: 'drop',
    checks: [{ type: 'protobuf', schema: 'reading', message_type: 'acme.Reading' }],
  })
  await goTo(page, '/schema/detail/reading?tab=uses')
  await page.getByRole('link', { name: 'plant', exact: true }).waitFor()
  await page.getByRole('link', { name: 'plant/+/reading' }).waitFor()
  await button(page, 'Delete').click()
  await page.getByRole('dialog').getByText('Schema reading is in use').waitFor()
  await page.getByRole('dialog').getByText('Validation plant').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Show uses' }).click()
  expect(await stage.api('GET', '/schema_registry')).toMatchObject([{ name: 'reading' }])

  await stage.api('DELETE', '/schema_validations/validation/plant')
  await button(page, 'Delete').click()
  await page.getByRole('dialog').getByText('Payload decoder plant/+/reading').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Show uses' }).click()
  await stage.api('PUT', '/mqdeck/payload_decoders', [])
  await button(page, 'Delete').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete schema' }).click()
  await page.waitForURL('**/schema')
  await page.getByText('No schemas yet').waitFor()
})

test('an external registry is created, changed and deleted', async () => {
  const page = await stage.open('/schema/external')
  await button(page, 'New external registry').click()
  await page.getByLabel('Name *').fill('kafka')
  await page.getByLabel('URL *').fill('http://127.0.0.1:8081')
  await button(page, 'Create').click()
  await page.getByRole('link', { name: 'kafka' }).click()
  await page.getByLabel('URL *').fill('http://127.0.0.1:8082')
  await button(page, 'Save').click()
  await expect
    .poll(() => stage.api('GET', '/schema_registry_external'))
    .toMatchObject({ kafka: { url: 'http://127.0.0.1:8082' } })
  await button(page, 'Delete').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete external registry' }).click()
  await page.getByText('No external registries yet').waitFor()
})
