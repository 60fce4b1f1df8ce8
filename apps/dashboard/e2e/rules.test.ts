import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage()

const dialog = (page: Page) => page.getByRole('dialog')
const editor = (page: Page) => page.getByRole('textbox', { name: 'SQL', exact: true })

/** Types with the keyboard, because `fill` runs before the editor has updated its selection. */
async function write(page: Page, text: string): Promise<void> {
  // The text area that is shown until the editor is loaded has no lines.
  await page.locator('.cm-content').first().waitFor()
  await editor(page).press('ControlOrMeta+A')
  await editor(page).press('Delete')
  await page.keyboard.insertText(text)
}

async function connect(clientId: string, ...topics: readonly string[]) {
  const device = await stage.connect(clientId)
  if (topics.length > 0) await device.client.subscribeAsync([...topics])
  return device
}

const addOutput = async (page: Page, what: string) => {
  await page.getByRole('button', { name: 'Add output' }).click()
  await page.getByRole('menuitem', { name: what }).click()
}

test('a rule created in the browser republishes a message and counts it', async () => {
  const device = await connect('rule-device', 'alarm/+')
  const page = await stage.open('/rule/rules')
  await page.getByText('No rules yet').waitFor()
  await page.getByRole('button', { name: 'New rule' }).click()
  await page.getByLabel('ID *').fill('too_warm')
  await write(page, 'SELECT payload.temp as temp, clientid FROM "sensors/#" WHERE payload.temp > 30')
  await page.getByRole('list', { name: 'Data inputs' }).getByText('sensors/#').waitFor()
  await addOutput(page, 'Republish')
  await dialog(page).getByLabel('Topic *').fill('alarm/${')
  await page.getByRole('option', { name: '${clientid}' }).click()
  await dialog(page).getByLabel('Payload').fill('${temp}')
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('alarm/${clientid}').waitFor()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { name: 'Statistics' }).waitFor()

  const received = new Promise<readonly [string, string]>((resolve) => {
    device.client.once('message', (topic, payload) => resolve([topic, String(payload)]))
  })
  await device.client.publishAsync('sensors/hall', '{"temp":20}', { qos: 1 })
  await device.client.publishAsync('sensors/hall', '{"temp":31}', { qos: 1 })
  const [topic, payload] = await received
  expect(topic).toBe('alarm/rule-device')
  expect(payload).toBe('31')

  await page.getByRole('button', { name: 'Refresh now' }).click()
  await page.getByText(/^Filtered out1$/).waitFor()

  // A dry run and a message received meanwhile are shown step by step.
  await page.getByRole('tab', { name: 'Rule and test' }).click()
  await page.getByText('More columns').waitFor()
  await page.getByLabel('topic', { exact: true }).fill('sensors/dry')
  await page.getByRole('textbox', { name: 'payload' }).press('ControlOrMeta+A')
  await page.keyboard.insertText('{"temp": 99}')
  await page.getByRole('button', { name: 'Dry run' }).click()
  const dry = page.locator('details', { hasText: 'sensors/dry' }).last()
  await dry.locator('summary').click()
  await dry.getByText('Stopped here, because a dry run sends nothing').waitFor()
  await dry
    .getByText(/^republish:alarm/)
    .first()
    .waitFor()
  await device.client.publishAsync('sensors/real', '{"temp":32}', { qos: 1 })
  // The shown run stays until the next one is opened.
  await page.getByRole('button', { name: 'Show 1 newer run' }).click()
  await page.locator('details', { hasText: 'sensors/real' }).last().getByText('Done').first().waitFor()

  // Disabled: no more messages arrive.
  await page.getByRole('button', { name: 'Disable' }).click()
  await page.getByText('too_warm disabled').waitFor()
  let others = 0
  device.client.on('message', () => {
    others += 1
  })
  await device.client.publishAsync('sensors/hall', '{"temp":40}', { qos: 1 })
  await device.client.publishAsync('alarm/end', 'x', { qos: 1 })
  await expect.poll(() => others).toBe(1)

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No rules yet').waitFor()
})

test('the editor completes and explains columns and functions, and marks errors', async () => {
  const page = await stage.open('/rule/rules/create')
  await write(page, 'SELECT  FROM "$events/client_connected"')
  for (let back = 0; back < ' FROM "$events/client_connected"'.length; back++) await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('peern')
  await page.locator('.cm-tooltip-autocomplete').getByText('peername').click()
  await expect.poll(() => editor(page).textContent()).toContain('SELECT peername FROM')
  await page.keyboard.type(', substr(')
  await page.locator('.cm-signature').getByText('substr(').waitFor()
  await write(page, 'SELECT upper(a FROM "t"')
  await page
    .getByText(/^Line 1, column 16: /)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.locator('[data-editor-host]:focus-within').first().waitFor()
})

interface ExampleModules {
  readonly examples: readonly {
    readonly sql: string
    readonly source?: string
    readonly values?: object
    readonly result: string
  }[]
  readonly testDataFor: (source: string, events: unknown) => { readonly values: object }
  readonly contextOf: (data: object, events: unknown) => object
}

/** Imported by URL, because the dashboard has the types of a browser and this folder those of Node. */
const load = (path: string): Promise<ExampleModules> =>
  import(new URL(`../src/features/rules/${path}`, import.meta.url).href)

test('the broker returns the described result for each example', async () => {
  const { examples } = await load('editor/examples.ts')
  const { testDataFor, contextOf } = await load('test/test-data.ts')
  const events = await stage.api('GET', '/rule_events')
  for (const { sql, source = '', values, result } of examples) {
    const data = testDataFor(source, events)
    const context = contextOf({ ...data, values: { ...data.values, ...values } }, events)
    expect(await stage.api('POST', '/rule_test', { sql, context }), sql).toEqual(JSON.parse(result))
  }
})
