import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TOTP } from 'otpauth'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'

let here: TestServer
beforeEach(async () => {
  here = await startTestServer()
})
afterEach(() => here.stop())

const password = 'Harbour-123'
/** A restore leaves them out otherwise. */
const include = ['dashboard_users', 'api_keys']

/** Stores the users as they are now in an archive. */
async function backup(tables: readonly string[] = ['dashboard_users', 'api_keys']): Promise<string> {
  const { body } = await here.call('POST', '/data/export', { table_sets: tables, root_keys: [] })
  return (body as unknown as { filename: string }).filename
}

async function request(path: string, body: object, authorization = `Bearer ${here.token()}`) {
  const response = await fetch(`${here.server.urls.api}${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

async function apiKey(): Promise<string> {
  const { body } = await here.call('POST', '/api_key', { name: 'k', desc: '', enable: true, role: 'administrator' })
  return `Basic ${Buffer.from(`${body.api_key}:${body.api_secret}`).toString('base64')}`
}

const createUser = (username: string) =>
  here.call('POST', '/users', { username, password, description: '', role: 'viewer' })
const changePassword = (username: string, from: string, to: string) =>
  here.call('POST', `/users/${username}/change_pwd`, { old_pwd: from, new_pwd: to })

it.each(['/data/import', '/mqdeck/data/import'])(
  'POST %s with an API key does not restore users and API keys, and restores other tables',
  async (path) => {
    const key = await apiKey()
    await createUser('ann')
    const filename = await backup()
    await changePassword('ann', password, 'Other-1234')
    const refused = await request(path, { filename, include, password: 'public' }, key)
    expect(refused).toMatchObject({
      status: 401,
      body: { code: 'API_KEY_NOT_ALLOW', message: expect.stringContaining('dashboard_users, api_keys') },
    })
    expect((await request('/login', { username: 'ann', password })).status).toBe(401)
    const others = await backup(['banned'])
    expect((await request(path, { filename: others }, key)).status).toBeLessThan(300)
  },
)

it('an archive without its account tables is restored with an API key', async () => {
  const key = await apiKey()
  const filename = await backup(['dashboard_users', 'banned'])
  const body = { filename, table_sets: ['banned'] }
  expect((await request('/mqdeck/data/import', body, key)).status).toBe(200)
})

it('an export with an API key has no users and API keys, and is rejected if it requests them', async () => {
  const key = await apiKey()
  const { status, body } = await request('/data/export', {}, key)
  expect(status).toBe(200)
  const names = execFileSync('tar', ['-tzf', join(here.folder, 'backup', body.filename)]).toString()
  expect(names).toContain('tables/banned.jsonl')
  expect(names).not.toMatch(/dashboard_users|api_keys/)
  const refused = await request('/data/export', { table_sets: ['banned', 'api_keys'] }, key)
  expect(refused).toMatchObject({
    status: 401,
    body: { code: 'API_KEY_NOT_ALLOW', message: expect.stringContaining('cannot export api_keys.') },
  })
})

it('a backup with users or API keys is downloaded by a signed-in administrator, and not with an API key', async () => {
  const key = await apiKey()
  const download = async (filename: string, authorization: string) => {
    const response = await fetch(`${here.server.urls.api}/data/files/${filename}`, { headers: { authorization } })
    return response.ok ? response.status : [response.status, ((await response.json()) as { code: string }).code]
  }
  const [users, bans] = [await backup(['dashboard_users', 'banned']), await backup(['banned'])]
  expect(await download(users, key)).toEqual([401, 'API_KEY_NOT_ALLOW'])
  expect(await download(bans, key)).toBe(200)
  expect(await download(users, `Bearer ${here.token()}`)).toBe(200)
})

it.each([
  [undefined, 'BAD_REQUEST'],
  ['', 'BAD_REQUEST'],
  ['wrong', 'ERROR_PWD_NOT_MATCH'],
])('a restore of users by an administrator with the password %j is rejected with %s', async (given, code) => {
  await createUser('ann')
  const filename = await backup()
  await here.call('DELETE', '/users/ann')
  const refused = await request('/mqdeck/data/import', {
    filename,
    include,
    ...(given !== undefined && { password: given }),
  })
  expect(refused).toMatchObject({ status: 400, body: { code } })
  expect((await here.get('/users')).body).toHaveLength(1)
})

it('the sessions of a restored user end, and those of unchanged users continue', async () => {
  await createUser('ann')
  await createUser('bob')
  const filename = await backup()
  await changePassword('ann', password, 'Other-1234')
  const ann = await here.login('ann', 'Other-1234')
  const bob = await here.login('bob', password)
  expect((await request('/mqdeck/data/import', { filename, include, password: 'public' })).status).toBe(200)
  const statusWith = async (token: string) => (await here.call('GET', '/stats', undefined, token)).status
  expect([await statusWith(ann), await statusWith(bob), await statusWith(here.token())]).toEqual([401, 200, 200])
  expect((await request('/login', { username: 'ann', password })).status).toBe(200)
})

it('two-factor authentication of a user is kept when the archive has none for this user', async () => {
  const filename = await backup()
  const { body: begun } = await request('/mqdeck/mfa/enrolment', { password: 'public' })
  const code = new TOTP({ secret: begun.secret }).generate()
  expect((await request('/mqdeck/mfa/enrolment/confirm', { mfa_token: code })).status).toBe(200)
  const preview = await request('/mqdeck/data/preview', { filename })
  expect(preview.body.tables).toMatchObject([
    { name: 'dashboard_users', unchanged: 1, requires_password: true },
    { name: 'api_keys', requires_password: true },
  ])
  expect((await request('/data/import', { filename, include, password: 'public' })).status).toBe(204)
  expect((await request('/login', { username: 'admin', password: 'public' })).body).toMatchObject({
    message: { error: 'missing_mfa_token' },
  })
})

it('a crafted archive cannot replace the secret of two-factor authentication', async () => {
  const { body: begun } = await request('/mqdeck/mfa/enrolment', { password: 'public' })
  await request('/mqdeck/mfa/enrolment/confirm', { mfa_token: new TOTP({ secret: begun.secret }).generate() })
  const exported = await backup(['dashboard_users'])
  const folder = join(here.folder, 'crafted')
  mkdirSync(folder)
  execFileSync('tar', ['-xzf', join(here.folder, 'backup', exported), '-C', folder])
  const top = exported.replace('.tar.gz', '')
  const file = join(folder, top, 'tables/dashboard_users.jsonl')
  const user = JSON.parse(execFileSync('cat', [file]).toString())
  const other = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  writeFileSync(
    file,
    JSON.stringify({ ...user, description: 'new', secondFactor: { ...user.secondFactor, secret: other } }),
  )
  execFileSync('tar', ['-czf', join(here.folder, 'backup/crafted.tar.gz'), '-C', folder, top])
  const crafted = { filename: 'crafted.tar.gz', include: ['dashboard_users'], password: 'public' }
  const result = await request('/mqdeck/data/import', crafted)
  expect(result.body.tables).toMatchObject([{ name: 'dashboard_users', replaced: 1 }])
  const attempt = { username: 'admin', password: 'public', mfa_token: new TOTP({ secret: other }).generate() }
  expect((await request('/login', attempt)).status).toBe(401)
})
