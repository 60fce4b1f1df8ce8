import { startReplayer } from '@mqdeck/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStage, credentials, type Stage } from './browser.ts'
import { reloadUntil } from './navigate.ts'
import { useStage } from './use-stage.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })

describe('on the embedded broker', () => {
  const stage = useStage()

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

    await page.goto('/schema-validation/create')
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
    await reloadUntil(page, page.getByText('Failed1'))

    await page.goto('/schema/detail/reading?tab=uses')
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

    await page.goto('/message-transformation')
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
})

describe('in front of an EMQX cluster', () => {
  let stage: Stage
  let stopCluster: () => Promise<void>
  beforeAll(async () => {
    const { urls, stop } = await startReplayer({ edition: 'enterprise', nodes: 2, password: credentials.password })
    stopCluster = stop
    stage = await createStage({ broker: urls })
  })
  afterAll(async () => {
    await stage.stop()
    await stopCluster()
  })

  test('the pages of the data hub are offered', async () => {
    const page = await stage.open('/schema')
    await page.getByRole('heading', { name: 'Schema registry', level: 1 }).waitFor()
    for (const tab of ['External registries', 'Validation', 'Transformation'])
      await page.getByRole('link', { name: tab, exact: true }).waitFor()
  })
})
