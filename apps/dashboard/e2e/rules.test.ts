import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
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

test('the SQL can be tested before saving, with exact integers', async () => {
  const page = await stage.open('/rule/rules/create')
  await write(page, 'SELECT payload.n as n FROM "t/#" WHERE payload.n > 5')
  const payload = page.getByRole('textbox', { name: 'payload' })
  await payload.press('ControlOrMeta+A')
  await payload.press('Delete')
  await page.keyboard.insertText('{"n": 12345678901234567890}')
  await page.getByRole('button', { name: 'Run SQL' }).click()
  await page.getByText('"n": 12345678901234567890').nth(1).waitFor()
  await payload.press('ControlOrMeta+A')
  await page.keyboard.insertText('{"n": 1}')
  await page.getByRole('button', { name: 'Run SQL' }).click()
  await page.getByText(/^No match/).waitFor()
})

test('a rule with a new action and connector is created together and reaches the web service', async () => {
  const bodies: string[] = []
  const service = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += String(part)
    })
    request.on('end', () => {
      if (request.method === 'POST') bodies.push(body)
      response.end('ok')
    })
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  onTestFinished(async () => {
    service.closeAllConnections()
    await new Promise((resolve) => service.close(resolve))
  })
  const address = service.address()
  const port = typeof address === 'object' && address ? address.port : 0

  const device = await connect('web-device')
  const page = await stage.open('/rule/rules/create')
  await page.getByLabel('ID *').fill('to_web')
  await write(page, 'SELECT payload.v as v FROM "web/#"')
  await addOutput(page, 'New action')
  await dialog(page)
    .getByRole('button', { name: /^HTTP server/ })
    .click()
  await dialog(page).getByLabel('Name *').fill('post_it')
  await dialog(page).getByRole('button', { name: 'New connector' }).click()
  const connector = dialog(page).last()
  await connector.getByLabel('Name *').fill('service')
  await connector.getByLabel('URL *').fill(`http://127.0.0.1:${port}`)
  await connector.getByRole('button', { name: 'Use connector' }).click()
  await page.getByText(/^Connector service is created when you save this form/).waitFor()
  await dialog(page).getByRole('button', { name: 'Add to rule' }).click()
  await page.getByText('New action with new connector service, created when you save the rule').waitFor()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { name: 'Statistics' }).waitFor()
  await page.getByRole('tab', { name: 'Inputs and outputs' }).click()
  await page.getByRole('link', { name: 'http:post_it' }).waitFor()
  await page.getByText('Connected', { exact: true }).last().waitFor()

  await device.client.publishAsync('web/1', '{"v":7}', { qos: 1 })
  await expect.poll(() => bodies).toEqual(['{"v":7}'])

  // Resources that only this rule uses are deleted on request.
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog(page).getByText('http:post_it').waitFor()
  await dialog(page).getByRole('checkbox', { name: 'Also delete these' }).check()
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('to_web and the actions and sources that only it used were deleted').waitFor()
  await page.goto('/rule/actions')
  await page.getByText('No actions yet').waitFor()
})

test('each example has the described result', async () => {
  const page = await stage.open('/rule/rules/create')
  await page.locator('.cm-content').first().waitFor()
  await page.getByRole('button', { name: 'Examples' }).click()
  const sections = dialog(page).locator('section', { hasText: 'Result' })
  await sections.nth(6).waitFor()
  const count = await sections.count()
  await page.keyboard.press('Escape')
  for (let index = 0; index < count; index++) {
    await page.getByRole('button', { name: 'Examples' }).click()
    const section = sections.nth(index)
    const promised = await section.locator('pre').last().textContent()
    await section.getByRole('button', { name: /^Use example/ }).click()
    await dialog(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Run SQL' }).click()
    const result = page.getByRole('status', { name: 'Test result' })
    await expect.poll(async () => withoutBlanks(await result.textContent())).toBe(withoutBlanks(promised))
  }
})

const withoutBlanks = (text: string | null) => text?.replaceAll(/\s/g, '')

test('a rule with an endless jq program is marked as paused in the list, on its page and as an alarm until its SQL is changed', async () => {
  const sql = `SELECT jq('def f: f; f', payload, 100) as n FROM "t"`
  await stage.api('POST', '/rules', { id: 'endless', sql })
  await stage.api('POST', '/rules', { id: 'working', sql: `SELECT jq('.', payload) as n FROM "t"` })
  const list = await stage.open('/rule/rules')
  await list.getByText('endless', { exact: true }).waitFor()
  const page = await stage.open('/rule/rules/endless')
  await page.getByRole('tab', { name: 'Inputs and outputs' }).waitFor()
  for (let message = 0; message < 3; message += 1)
    await stage.api('POST', '/publish', { topic: 't', payload: '1', qos: 1 })
  const notice = page.getByText(
    /^The jq program of this rule is paused until \d\d:\d\d:\d\d\. It exceeded its time limit of 100 ms/,
  )
  await notice.waitFor()
  // The pause lasts one minute, so polling may be too late on a busy machine.
  await list.reload()
  await list.getByText('jq paused').waitFor()
  expect(await list.getByText('jq paused').count()).toBe(1)
  await page.goto(new URL('/alarm/current', page.url()).href)
  const alarm = page.getByText('jq program of rule endless is paused')
  await alarm.first().waitFor()
  await stage.api('PUT', '/rules/endless', { sql: `SELECT * FROM "t"` })
  await page.getByRole('button', { name: 'Refresh now' }).click()
  await expect.poll(() => alarm.count()).toBe(0)
})
