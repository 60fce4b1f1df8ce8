import { createHash, createHmac } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageOf } from '@mqdeck/contract'
import { connectMqttJs } from '@mqdeck/testkit'
import type { Page } from 'playwright-core'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { dragDown } from './navigate.ts'
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
const builtInPath = '/authentication/password_based%3Abuilt_in_database'
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

test('a JWT authenticator created in the browser with a secret accepts tokens signed with it', async () => {
  const page = await stage.open('/authentication/create')
  await page.getByRole('button', { name: /^JWT/ }).click()
  await page
    .getByLabel(/^Secret/)
    .first()
    .fill('shared-secret')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { name: 'JWT', level: 1 }).waitFor()
  expect(await tryToConnect('ann', signedToken({ username: 'ann' }, 'shared-secret'))).toBe('in')
  expect(await tryToConnect('ann', signedToken({ username: 'ann' }, 'another-secret'))).not.toBe('in')
})

/** HS256 (RFC 7519, 3.1). */
function signedToken(claims: object, secret: string): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
}

test('a new password applies immediately, and a deleted user is rejected', async () => {
  await add(builtIn)
  for (const user_id of ['ann', 'bob', 'cleo'])
    await stage.api('POST', `${builtInPath}/users`, { user_id, password: 'old' })
  const page = await stage.open(usersTab)
  await page
    .getByRole('row', { name: /ann/ })
    .getByRole('button', { name: /^Actions for / })
    .click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog(page).getByLabel('Password').first().fill('new-1-password')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await dialog(page).waitFor({ state: 'detached' })
  expect(await tryToConnect('ann', 'old')).not.toBe('in')
  expect(await tryToConnect('ann', 'new-1-password')).toBe('in')

  await page.getByRole('checkbox', { name: 'Select bob' }).check()
  await page.getByRole('checkbox', { name: 'Select cleo' }).check()
  await page.getByRole('button', { name: 'Delete 2 users' }).click()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await page.getByText('1 user', { exact: true }).waitFor()
  expect(await tryToConnect('bob', 'old')).not.toBe('in')
})

test('the order of authenticators can be changed by keyboard and by dragging, and is saved', async () => {
  await add(builtIn)
  await add({
    mechanism: 'jwt',
    from: 'password',
    use_jwks: false,
    algorithm: 'hmac-based',
    secret: 's',
    verify_claims: {},
  })
  const page = await stage.open('/authentication')
  const names = () => page.getByRole('row').getByRole('link').allTextContents()
  // The page shows the new order before it is saved.
  const saved = () => page.waitForResponse((response) => response.url().endsWith('/authentication/order'))
  const savedByKeyboard = saved()
  await page.getByRole('button', { name: /^Move JWT/ }).press('ArrowUp')
  await expect.poll(names).toEqual(['JWT', 'Password · Built-in database'])
  await savedByKeyboard
  await page.reload()
  await expect.poll(names).toEqual(['JWT', 'Password · Built-in database'])
  const savedByDragging = saved()
  await dragDown(page, page.getByRole('button', { name: /^Move JWT/ }), 60)
  await expect.poll(names).toEqual(['Password · Built-in database', 'JWT'])
  await savedByDragging
  await page.reload()
  await expect.poll(names).toEqual(['Password · Built-in database', 'JWT'])
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

test('templates for imports can be downloaded', async () => {
  await add(builtIn)
  const page = await stage.open(usersTab)
  await page.getByRole('button', { name: 'Import' }).click()
  const saved = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Download CSV template' }).click()
  expect((await saved).suggestedFilename()).toBe('users-plain.csv')
})
