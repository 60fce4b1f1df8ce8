import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { goTo, refreshUntil } from './navigate.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })

test('a schema generated from a sample rejects messages that do not fit it, and cannot be deleted while in use', async () => {
  const page = await stage.open('/schema')
  await page.getByText('No schemas yet').waitFor()
  await button(page, 'New schema').click()
  await page.getByLabel('Name *').fill('reading')
  await button(page, 'Generate from a sample').click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('textbox', { name: 'Sample payload' }).click()
  await page.keyboard.insertText('{"celsius": 21.5}')
  await drawer.getByRole('button', { name: 'Generate schema' }).click()
  await drawer.waitFor({ state: 'detached' })
  await button(page, 'Create').click()
  await page.waitForURL('**/schema/detail/reading')

  const payload = page.getByRole('textbox', { name: 'Payload' })
  await payload.click()
  await page.keyboard.insertText('{"celsius": "warm"}')
  await page.getByText(/^The payload does not match the schema\. Place: .*celsius/).waitFor()

  await goTo(page, '/schema-validation/create')
  await page.getByLabel('Name *').fill('readings')
  await page.getByLabel('Topic filters').fill('halls/#')
  await page.keyboard.press('Enter')
  await button(page, 'Add row').first().click()
  await page.getByRole('combobox').filter({ hasText: 'Protobuf' }).first().selectOption({ label: 'JSON' })
  await page.getByLabel('Schema *').selectOption('reading')
  await button(page, 'Test').click()
  const test = page.getByRole('dialog')
  await test.getByRole('textbox', { name: 'Payload' }).press('ControlOrMeta+A')
  await page.keyboard.insertText('{"celsius": 3}')
  await test.getByRole('button', { name: 'Run' }).click()
  await test.getByText('The message passes the validation.').waitFor()
  await page.keyboard.press('Escape')
  await test.waitFor({ state: 'detached' })
  await button(page, 'Create').click()
  await page.waitForURL('**/schema-validation/detail/readings')

  const { client } = await stage.connect('hall')
  const received: string[] = []
  client.on('message', (_, bytes) => received.push(String(bytes)))
  await client.subscribeAsync('halls/#')
  await client.publishAsync('halls/1', '{"celsius":"warm"}', { qos: 1 })
  await client.publishAsync('halls/1', '{"celsius":21}', { qos: 1 })
  await expect.poll(() => received).toEqual(['{"celsius":21}'])
  await refreshUntil(page, page.getByText('Failed1'))

  await goTo(page, '/schema/detail/reading?tab=uses')
  await page.getByRole('link', { name: 'readings' }).waitFor()
  await button(page, 'Delete').click()
  await page.getByRole('dialog').getByText('Validation readings').waitFor()
})

test('a transformation is tested side by side, moved to the front, and changes messages', async () => {
  const policy = {
    topics: ['halls/+'],
    failure_action: 'drop',
    payload_decoder: { type: 'json' },
    payload_encoder: { type: 'json' },
  }
  await stage.api('POST', '/message_transformations', { ...policy, name: 'first', operations: [] })
  const page = await stage.open('/message-transformation/create')
  await page.getByLabel('Name *').fill('unit')
  await page.getByLabel('Topic filters').fill('units/+')
  await page.keyboard.press('Enter')
  await button(page, 'Add row').click()
  await page.getByLabel('Target').fill('payload.unit')
  await page.getByLabel('Value').fill(`'F'`)
  await button(page, 'Test').click()
  const test = page.getByRole('dialog')
  await test.getByRole('button', { name: 'Run' }).click()
  await test.getByText('"unit": "F"').first().waitFor()
  await page.keyboard.press('Escape')
  await test.waitFor({ state: 'detached' })
  await button(page, 'Create').click()
  await page.waitForURL('**/message-transformation/detail/unit')

  const { client } = await stage.connect('unit')
  await client.subscribeAsync('units/#')
  const received = new Promise<string>((resolve) => client.once('message', (_, bytes) => resolve(String(bytes))))
  await client.publishAsync('units/1', '{"value":1}', { qos: 1 })
  expect(JSON.parse(await received)).toEqual({ value: 1, unit: 'F' })

  await goTo(page, '/message-transformation')
  await row(page, 'unit').waitFor()
  await page.getByRole('button', { name: /^Move unit/ }).press('ArrowUp')
  await expect
    .poll(() => stage.api('GET', '/message_transformations'))
    .toMatchObject([{ name: 'unit' }, { name: 'first' }])
  await page.getByRole('button', { name: /^Move unit/ }).dragTo(page.getByRole('button', { name: /^Move first/ }))
  await expect
    .poll(() => stage.api('GET', '/message_transformations'))
    .toMatchObject([{ name: 'first' }, { name: 'unit' }])
})

test('a transformation and a validation are tested with messages from clients, also with bytes that are not text', async () => {
  const source = 'syntax = "proto3"; message Reading { int32 id = 1; string room = 2; }'
  await stage.api('POST', '/schema_registry', { name: 'packed', type: 'protobuf', source })
  const format = { type: 'protobuf', schema: 'packed', message_type: 'Reading' }
  await stage.api('POST', '/message_transformations', {
    name: 'room',
    topics: ['other/#', 'live/+'],
    // It is tested, and does not change the messages.
    enable: false,
    failure_action: 'drop',
    payload_decoder: format,
    payload_encoder: { type: 'json' },
    operations: [{ key: 'user_property.room', value: `concat([payload.room, '-', user_property.hall])` }],
  })
  await stage.api('POST', '/schema_validations', {
    name: 'known',
    topics: ['live/+'],
    enable: false,
    strategy: 'all_pass',
    failure_action: 'drop',
    checks: [format, { type: 'sql', sql: `SELECT schema_decode('packed', payload, 'Reading') AS r WHERE r.id > 5` }],
  })
  const { client } = await stage.connect('sensor')
  // `id` 200 and `room` hall: not UTF-8.
  /** Listens, publishes while it does, and takes over the message of the sensor. */
  const takeLive = async (page: Page) => {
    await button(page, 'Listen to live messages').click()
    await page.getByText(/^Listening on .*live/).waitFor()
    const row = page.getByRole('row', { name: /live\/7/ })
    await client.publishAsync('live/7', Buffer.from('08c801120468616c6c', 'hex'), {
      qos: 1,
      properties: { userProperties: { hall: 'north' } },
    })
    await row.getByRole('button', { name: 'Use message' }).click()
    await button(page, 'Stop listening').click()
  }
  const page = await stage.open('/message-transformation/detail/room?tab=test')
  await takeLive(page)
  expect(await page.getByRole('textbox', { name: 'Topic', exact: true }).inputValue()).toBe('live/7')
  expect(await page.getByLabel('Value 1', { exact: true }).inputValue()).toBe('north')
  await button(page, 'Run').click()
  await page.getByText('"room": "hall-north"').first().waitFor()

  await goTo(page, '/schema-validation/detail/known?tab=test')
  await takeLive(page)
  await button(page, 'Run').click()
  await page.getByText('The message passes the validation.').waitFor()
  await page.getByRole('textbox', { name: 'Payload', exact: true }).press('ControlOrMeta+A')
  // The last field is cut off.
  await page.keyboard.insertText('CAf/')
  await button(page, 'Run').click()
  await page.getByText('The message fails the validation.').waitFor()

  // The result of a rule test is decoded as in other payload views.
  await goTo(page, '/rule/rules/create')
  await page.locator('.cm-content').first().waitFor()
  await page.getByRole('textbox', { name: 'SQL', exact: true }).press('ControlOrMeta+A')
  await page.keyboard.insertText(
    `SELECT base64_encode(schema_encode('packed', json_decode(payload), 'Reading')) as bytes FROM "live/#"`,
  )
  await page.getByRole('textbox', { name: 'payload', exact: true }).press('ControlOrMeta+A')
  await page.keyboard.insertText('{"id": 200, "room": "gate"}')
  await button(page, 'Run SQL').click()
  await page.getByLabel('Decode field').selectOption('bytes')
  await page.getByText('Decoded', { exact: true }).click()
  await page.getByLabel('Decode as').selectOption({ label: 'packed (Protobuf)' })
  await page.getByText('"room": "gate"').last().waitFor()
})
