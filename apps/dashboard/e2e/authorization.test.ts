import { messageOf } from '@mqdeck/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { confirmReview, dragDown } from './navigate.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()

const dialog = (page: Page) => page.getByRole('dialog')
const rulesTab = '/authorization/detail/built_in_database?tab=rules'

/** Types with the keyboard, because `fill` runs before the editor has updated its selection. */
async function write(page: Page, text: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: 'Rules' }).and(page.locator('.cm-content'))
  await editor.press('ControlOrMeta+A')
  await editor.press('Delete')
  await page.keyboard.insertText(text)
}

async function connect(clientId: string) {
  const device = await stage.connect(clientId)
  /** Reason code of PUBACK for a publish with QoS 1. */
  return async (topic: string): Promise<string> => {
    try {
      await device.client.publishAsync(topic, 'x', { qos: 1 })
      return 'taken'
    } catch (error) {
      return messageOf(error)
    }
  }
}

test('a rule created in the browser denies the publish of a connected client until it is deleted', async () => {
  const publish = await connect('dev-a')
  expect(await publish('plant/1')).toBe('taken')
  const page = await stage.open('/authorization')
  await page.getByText('If no source matches: allow').waitFor()
  await page.getByRole('button', { name: 'New ACL source' }).click()
  await page.getByText('Already in the chain').waitFor()
  await page.getByRole('button', { name: /^Built-in database/ }).click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()

  await page.getByText('No client rules yet').waitFor()
  await page.getByRole('button', { name: 'Add client rules' }).click()
  await dialog(page).getByLabel('Client ID').fill('dev-a')
  await dialog(page).getByLabel('Permission of rule 1').selectOption('Deny')
  await dialog(page).getByLabel('Topic filter of rule 1').fill('plant/#')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: /dev-a/ }).waitFor()
  expect(await publish('plant/1')).toContain('Not authorized')
  expect(await publish('other/1')).toBe('taken')

  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.getByRole('table', { name: 'By node' }).getByText('Ready').waitFor()
  await page.getByRole('tab', { name: 'Rules' }).click()
  await page
    .getByRole('row', { name: /dev-a/ })
    .getByRole('button', { name: /^Actions for / })
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No client rules yet').waitFor()
  expect(await publish('plant/1')).toBe('taken')
})

test('rules for all clients apply in the order set by keyboard or mouse', async () => {
  const publish = await connect('dev-b')
  const page = await stage.open(`${rulesTab}&of=all`)
  const topics = () =>
    page
      .getByRole('textbox', { name: /^Topic filter of rule/ })
      .evaluateAll((all) => all.map((one) => ('value' in one ? one.value : undefined)))
  const save = async () => {
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
  }
  for (const [place, topic] of [
    [1, 'x/open'],
    [2, 'x/#'],
  ] as const) {
    await page.getByRole('button', { name: 'Add rule' }).click()
    await page.getByLabel(`Topic filter of rule ${place}`).fill(topic)
  }
  await page.getByLabel('Permission of rule 2').selectOption('Deny')
  await save()
  expect(await publish('x/open')).toBe('taken')
  expect(await publish('x/closed')).toContain('Not authorized')

  await page.getByRole('button', { name: 'Move rule 2' }).press('ArrowUp')
  await save()
  expect(await publish('x/open')).toContain('Not authorized')
  await page.reload()
  await expect.poll(topics).toEqual(['x/#', 'x/open'])

  await dragDown(page, page.getByRole('button', { name: 'Move rule 1' }), 60)
  await expect.poll(topics).toEqual(['x/open', 'x/#'])
  await save()
  expect(await publish('x/open')).toBe('taken')
})

test('a syntax error in the rules is shown with its position, and the fixed rules apply', async () => {
  const publish = await connect('dev-c')
  const page = await stage.open('/authorization/detail/file?tab=settings')
  await write(page, '{deny, all, publish, ["y/#"]}.\n{allow, all')
  await page.getByRole('button', { name: 'Save' }).click()
  // Save jumps to the error instead of opening the review.
  await page
    .getByText(/^Line 2, column \d+: /)
    .first()
    .waitFor()
  expect(await dialog(page).count()).toBe(0)
  expect(await publish('y/1')).toBe('taken')
  await write(page, '{deny, all, publish, ["y/#"]}.\n{allow, all}.')
  await page.getByRole('button', { name: 'Save' }).click()
  await confirmReview(page)
  await page.getByText('Settings saved').waitFor()
  expect(await publish('y/1')).toContain('Not authorized')
})

test('single edited rules apply, and the other text is unchanged', async () => {
  const publish = await connect('dev-e')
  const page = await stage.open('/authorization/detail/file?tab=settings&view=visual')
  const save = async () => {
    await page.getByRole('button', { name: 'Save' }).click()
    await confirmReview(page)
    await dialog(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
  }
  await page.getByRole('button', { name: 'Add rule' }).click()
  await dialog(page).getByRole('radiogroup', { name: 'Permission' }).getByText('Deny').click()
  await dialog(page).getByLabel('Type of condition 1').selectOption('Client ID')
  await dialog(page).getByLabel('Value of condition 1').fill('dev-e')
  await dialog(page).getByRole('textbox', { name: 'Topics' }).fill('w/#')
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('row', { name: /Client ID dev-e/ }).waitFor()
  expect(await publish('w/1')).toBe('taken')
  await save()
  expect(await publish('w/1')).toContain('Not authorized')
  expect(await publish('v/1')).toBe('taken')

  // After the rule that allows everything, this rule has no effect.
  await page.getByRole('button', { name: /^Move rule 2/ }).press('ArrowDown')
  await save()
  expect(await publish('w/1')).toBe('taken')
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Text').click()
  const text = page.getByRole('textbox', { name: 'Rules' })
  await expect
    .poll(() => text.innerText())
    .toContain('{deny, all, publish, ["y/#"]}.\n{allow, all}.\n{deny, {clientid, "dev-e"}, all, ["w/#"]}.')

  // The editor marks errors while typing and completes words.
  await write(page, '{allow, all}.\n{deny, {usr')
  await page.getByText(/^Line 2, column \d+: /).waitFor()
  await page.locator('.cm-lintRange-error').first().waitFor()
  await write(page, '{deny, {use')
  await text.press('Control+Space')
  await page.getByRole('option', { name: /^username/ }).waitFor()
})

test('without a matching source the configured denial applies', async () => {
  const publish = await connect('dev-d')
  const page = await stage.open('/authorization')
  for (const name of ['ACL file', 'Built-in database']) {
    await page.getByRole('switch', { name: `Enable ${name}` }).click({ force: true })
    await dialog(page).getByRole('button', { name: 'Disable' }).click()
    await page.getByText(`${name} disabled`).waitFor()
  }
  await page.getByText(/^All sources are disabled\. Clients can publish/).waitFor()
  expect(await publish('z')).toBe('taken')
  await page.getByRole('navigation', { name: 'Authorization' }).getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('radiogroup', { name: 'If no source matches' }).getByText('Deny').click()
  await page.getByRole('button', { name: 'Save' }).click()
  await confirmReview(page)
  await page.getByText('Updated successfully').waitFor()
  expect(await publish('z')).toContain('Not authorized')
})
