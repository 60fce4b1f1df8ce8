import { readFile } from 'node:fs/promises'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { credentials } from './browser.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()

const password = 'Abcd1234!'

async function call(method: string, path: string, authorization: string, body?: object) {
  const response = await fetch(`${stage.server.urls.api}${path}`, {
    method,
    headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

async function tokenOf(username: string, secret: string): Promise<string> {
  const { body } = await call('POST', '/login', '', { username, password: secret })
  return `Bearer ${body.token}`
}

async function enter(page: Page, username: string, secret: string) {
  await page.getByLabel('Username').fill(username)
  await page.locator('input[type=password]').fill(secret)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

async function rowMenu(page: Page, name: string, item: string) {
  await page.getByRole('row', { name }).getByRole('button', { name: 'Actions' }).click()
  return page.getByRole('menuitem', { name: item })
}

async function createUser(page: Page, username: string, role: 'Administrator' | 'Viewer') {
  await page.getByRole('button', { name: 'New user' }).click()
  const dialog = page.getByRole('dialog', { name: 'New user' })
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Password', { exact: false }).first().fill(password)
  await dialog.getByLabel('Repeat password').fill(password)
  await dialog.getByLabel(role).check()
  await dialog.getByLabel('Description').fill('made by a test')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('row', { name: username }).waitFor()
}

test('a viewer created in the browser can sign in and read everything, and change nothing in the browser or by the API', async () => {
  const admin = await stage.open('/users')
  await createUser(admin, 'watcher', 'Viewer')
  const page = await stage.open('/users', { signedIn: false })
  await enter(page, 'watcher', password)
  await page.getByRole('row', { name: 'watcher' }).waitFor()
  expect(await page.getByRole('button', { name: 'New user' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Actions' }).count()).toBe(0)
  const token = await tokenOf('watcher', password)
  expect((await call('GET', '/users', token)).status).toBe(200)
  for (const [method, path] of [
    ['POST', '/users'],
    ['PUT', '/users/admin'],
    ['DELETE', '/users/admin'],
    ['POST', '/api_key'],
    ['DELETE', '/banned'],
  ] as const)
    expect(await call(method, path, token)).toMatchObject({ status: 403, body: { code: 'UNAUTHORIZED_ROLE' } })
})

test('changing the own password signs out with a message, and the new password works', async () => {
  const admin = await stage.open('/users')
  await createUser(admin, 'changer', 'Administrator')
  const page = await stage.open('/users', { signedIn: false })
  await enter(page, 'changer', password)
  await (await rowMenu(page, 'changer', 'Change password')).click()
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByLabel('New password', { exact: true }).fill('another-7-password')
  await dialog.getByLabel('Repeat the new password').fill('another-7-password')
  await dialog.getByText('Strong', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your password has been changed. Please sign in with the new one.').waitFor()
  await enter(page, 'changer', 'another-7-password')
  await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor()
})

test('an API key works until it is disabled, and its secret is shown once', async () => {
  const page = await stage.open('/api-key')
  await page.getByRole('button', { name: 'New API key' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New API key' })
  await dialog.getByLabel('Name').fill('1st')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await dialog.getByText('Start with a letter').waitFor()
  await dialog.getByLabel('Name').fill('robot')
  await dialog.getByLabel('Administrator').check()
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  const secret = page.getByRole('dialog', { name: 'robot created' })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    secret.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('robot.env')
  const file = await readFile((await download.path()) ?? '', 'utf8')
  const { MQDECK_API_URL: url, ...found } = Object.fromEntries(
    file.split('\n').map((line) => line.split(/=(.*)/s).slice(0, 2)),
  ) as Readonly<Record<string, string>>
  expect(url).toBe(stage.server.urls.api)
  const authorization = `Basic ${btoa(`${found.MQDECK_API_KEY}:${found.MQDECK_API_SECRET}`)}`
  expect((await call('GET', '/nodes', authorization)).status).toBe(200)
  expect((await call('GET', '/users', authorization)).body.code).toBe('API_KEY_NOT_ALLOW')
  await secret.getByRole('button', { name: 'I have saved the secret key' }).click()
  await secret.waitFor({ state: 'detached' })
  expect(await page.getByText(found.MQDECK_API_SECRET ?? '').count()).toBe(0)

  const isOff = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.getByRole('switch', { name: 'Enable robot' }).press('Space')
  expect(await (await isOff).json()).toMatchObject({ enable: false, expired_at: expect.stringMatching(/^\d{4}-/) })
  expect((await call('GET', '/nodes', authorization)).status).toBe(401)
  await (await rowMenu(page, 'robot', 'Delete')).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No API keys yet').waitFor()
})

test('the audit log can be enabled, records changes without secrets, and can be searched and exported', async () => {
  const page = await stage.open('/audit-log')
  await page.getByText('Audit log disabled', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Enable audit log' }).click()
  await page.getByRole('link', { name: 'Change log settings' }).waitFor()
  const token = await tokenOf(credentials.username, credentials.password)
  const user = { username: 'seen', password, description: '', role: 'viewer' }
  expect((await call('POST', '/users', token, user)).status).toBe(200)
  expect((await call('POST', '/users', token, user)).status).toBe(400)

  await page.getByLabel('Operation', { exact: true }).selectOption('Create user')
  await page.getByLabel('Result', { exact: true }).selectOption('Failed')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByText('1 entry').waitFor()
  expect(new URL(page.url()).searchParams.get('operation_id')).toBe('/users')
  await page.getByRole('link', { name: 'Create user' }).click()
  const drawer = page.getByRole('dialog', { name: 'Create user' })
  await drawer.getByText('BAD_REQUEST: username_already_exists').waitFor()
  expect(await drawer.textContent()).toContain('"password": "******"')
  expect(await drawer.textContent()).not.toContain(password)
  // The URL opens the entry.
  await page.reload()
  await drawer.getByRole('button', { name: 'Technical details' }).click()
  await drawer.getByText('POST /users').waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as CSV' }).click(),
  ])
  const lines = (await readFile((await download.path()) ?? '', 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('Create user,post,/users')

  await page.getByRole('switch', { name: 'Audit log' }).press('Space')
  await page.getByRole('dialog').getByRole('button', { name: 'Disable audit log' }).click()
  await page.getByText('Audit log disabled', { exact: true }).first().waitFor()
})

test('two-factor authentication is set up with an app, required at the login, and works with a recovery code', async () => {
  const admin = await stage.open('/users')
  await createUser(admin, 'careful', 'Viewer')
  const page = await stage.open('/users', { signedIn: false })
  await enter(page, 'careful', password)
  const openDialog = async () => {
    await page.getByRole('button', { name: 'Account of careful' }).click()
    await page.getByRole('menuitem', { name: 'Two-factor authentication' }).click()
  }
  await openDialog()
  const dialog = page.getByRole('dialog', { name: 'Two-factor authentication' })
  await dialog.getByLabel('Your password').fill('wrong-1-wrong')
  await dialog.getByRole('button', { name: 'Set up' }).click()
  await dialog.getByText('The password is wrong.').waitFor()
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Set up' }).click()
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  const shown = (await dialog.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent()) ?? ''
  const secret = shown.replaceAll(' ', '')
  const codeIn = (seconds: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + seconds * 1000 })
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeIn(0))
  await dialog.getByRole('button', { name: 'Enable' }).click()
  const kept = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await kept.getByRole('listitem').first().waitFor()
  const recovery = await kept.getByRole('listitem').allTextContents()
  expect(recovery).toHaveLength(10)
  await kept.getByRole('button', { name: 'Codes saved' }).click()
  await admin.reload()
  await admin.getByRole('row', { name: /careful .*Enabled/ }).waitFor()

  const leave = async () => {
    await page.getByRole('button', { name: 'Account of careful' }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/login**')
  }
  const prove = async (code: string, label = 'Code') => {
    await page.getByLabel(label, { exact: true }).fill(code)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  const isIn = () => page.getByRole('heading', { name: 'Users', level: 1 }).waitFor()
  await leave()
  await enter(page, 'careful', password)
  await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor()
  await prove('000000')
  await page.getByText('The code is wrong, has expired or was used before.').waitFor()
  // The code of this time step was used for the setup, so the next one is used.
  const code = codeIn(30)
  await prove(code)
  await isIn()

  await leave()
  await enter(page, 'careful', password)
  await prove(code)
  await page.getByText('The code is wrong, has expired or was used before.').waitFor()
  await page.getByRole('button', { name: 'Use recovery code' }).click()
  await prove(recovery[0] ?? '', 'Recovery code')
  await isIn()

  await openDialog()
  await dialog.getByText('9', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Disable two-factor authentication' }).click()
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByLabel('Code from the app, or a recovery code').fill(recovery[1] ?? '')
  await dialog.getByRole('button', { name: 'Disable two-factor authentication' }).click()
  await dialog.waitFor({ state: 'detached' })
  await leave()
  await enter(page, 'careful', password)
  await isIn()
})
