import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageOf } from '@mqdeck/contract'
import { connectMqttJs } from '@mqdeck/testkit'
import type { Page } from 'playwright-core'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage()

afterEach(async () => {
  const chain = await stage.api<readonly { readonly id: string }[]>('GET', '/authentication')
  for (const { id } of chain) await stage.api('DELETE', `/authentication/${encodeURIComponent(id)}`)
})

/** Resolves to whether a client is accepted, or to its error. */
async function tryToConnect(username?: string, password?: string): Promise<string> {
  const port = stage.server.ports.tcp ?? 0
  const login = { ...(username !== undefined && { username }), ...(password !== undefined && { password }) }
  try {
    const { end } = await connectMqttJs({ host: '127.0.0.1', port }, { clientId: 'device', ...login })
    await end()
    return 'in'
  } catch (error) {
    return messageOf(error)
  }
}

const builtIn = {
  mechanism: 'password_based',
  backend: 'built_in_database',
  user_id_type: 'username',
  password_hash_algorithm: { name: 'sha256', salt_position: 'suffix' },
}
const usersTab = '/authentication/detail/password_based:built_in_database?tab=users'

async function add(settings: object): Promise<void> {
  await stage.api('POST', '/authentication', settings)
}

const dialog = (page: Page) => page.getByRole('dialog')

test('an authenticator created in the browser accepts a user with the right password until it is disabled', async () => {
  expect(await tryToConnect()).toBe('in')
  const page = await stage.open('/authentication')
  await page.getByText('Anyone can connect').waitFor()
  await page.getByRole('button', { name: 'New authenticator' }).click()
  await page.getByRole('button', { name: /^Password/ }).click()
  await page.getByRole('button', { name: /^Built-in database/ }).click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText('No users yet').waitFor()
  await page.getByRole('button', { name: 'New user' }).click()
  await dialog(page).getByLabel('Username').fill('ann')
  await dialog(page).getByLabel('Password').first().fill('right-1-password')
  await dialog(page).getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('row', { name: /ann/ }).waitFor()

  expect(await tryToConnect('ann', 'right-1-password')).toBe('in')
  expect(await tryToConnect('ann', 'wrong')).not.toBe('in')
  expect(await tryToConnect()).not.toBe('in')

  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.getByRole('table', { name: 'By node' }).getByText('Ready').waitFor()
  await page.getByRole('button', { name: 'Disable' }).click()
  await dialog(page).getByText('No enabled authenticator is left. Anyone can connect.').waitFor()
  await dialog(page).getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('button', { name: 'Enable' }).waitFor()
  expect(await tryToConnect()).toBe('in')
})

test('users can be imported from a file, also with hashes; an invalid row is reported and nothing is imported', async () => {
  await add(builtIn)
  const page = await stage.open(usersTab)
  const folder = await mkdtemp(join(tmpdir(), 'mqdeck-import-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const importFile = async (name: string, text: string) => {
    const path = join(folder, name)
    await writeFile(path, text)
    await dialog(page).locator('input[type=file]').setInputFiles(path)
    await dialog(page).getByRole('button', { name: 'Import users', exact: true }).click()
  }
  await page.getByRole('button', { name: 'Import' }).click()
  await importFile('users.csv', 'user_id,password,is_superuser\nann,secret,true\nbob,,false\n')
  await dialog(page).getByText('Row 2: password is missing').waitFor()
  expect(await tryToConnect('ann', 'secret')).not.toBe('in')
  await importFile('users.csv', 'user_id,password,is_superuser\nann,secret,true\nbob,secret,false\n')
  await dialog(page).getByText('Users imported').waitFor()
  expect(await tryToConnect('bob', 'secret')).toBe('in')

  await dialog(page).getByText('Hashed', { exact: true }).click()
  const hash = createHash('sha256').update('secretsalt').digest('hex')
  await importFile('users.json', JSON.stringify([{ user_id: 'cleo', password_hash: hash, salt: 'salt' }]))
  await dialog(page).getByText('Users imported').waitFor()
  expect(await tryToConnect('cleo', 'secret')).toBe('in')
  await dialog(page).getByRole('button', { name: 'Close' }).first().click()
  await page.getByText('3 users', { exact: true }).waitFor()
})
