import { messageOf } from '@mqdeck/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { confirmReview } from './navigate.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()

const dialog = (page: Page) => page.getByRole('dialog')

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
