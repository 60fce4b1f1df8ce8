import { expect, test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage({ defaultPassword: true })

test('the default password shows a prompt that can be skipped until the password is changed', async () => {
  const page = await stage.open('/login', { signedIn: false })
  const enter = async (password: string) => {
    await page.getByLabel('Username').fill('admin')
    await page.locator('input[type=password]').fill(password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
  }
  const leave = async () => {
    await page.getByRole('button', { name: 'Account of admin' }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/login**')
  }
  const prompt = page.getByText(
    'To ensure your account security, we kindly request you to change your default password.',
  )

  await enter('public')
  await prompt.waitFor()
  await page.getByRole('button', { name: 'Skip' }).click()
  await page.waitForURL('**/dashboard/overview')
  await leave()

  await enter('public')
  await prompt.waitFor()
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Use 8 to 64 ASCII characters').waitFor()
  await page.getByText("Two inputs don't match!").waitFor()
  await page.getByLabel('New password', { exact: true }).fill('better-1-better')
  await page.getByLabel('Repeat the new password').fill('better-1-better')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.waitForURL('**/dashboard/overview')
  await page.getByRole('heading', { name: 'Cluster overview' }).waitFor()
  await leave()

  await enter('better-1-better')
  await page.waitForURL('**/dashboard/overview')
  expect(await prompt.count()).toBe(0)
})
