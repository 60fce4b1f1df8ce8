import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AuditEntry, PageMeta } from '@mqdeck/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'

let all: TestServer
beforeEach(async () => {
  all = await startTestServer()
})
afterEach(() => all.stop())

interface List {
  readonly data: readonly AuditEntry[]
  readonly meta: PageMeta
}

/** The other settings of the root. */
async function setAudit(audit: object) {
  const { body } = await all.get('/configs/log')
  const changed = await all.call('PUT', '/configs/log', { ...body, audit })
  expect(changed.status).toBe(200)
}
const list = async (query = '') => (await all.get(`/audit${query}`)).body as unknown as List
const operations = async (query = '') => (await list(query)).data.map(({ operation_id }) => operation_id)
const file = () => {
  const folder = join(all.folder, 'log')
  const parts = readdirSync(folder).filter((name) => /^audit\.log\.\d+$/.test(name))
  return parts.map((name) => readFileSync(join(folder, name), 'utf8')).join('')
}
const linesOf = () =>
  file()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

test('the audit log is disabled by default, and records who enables and disables it', async () => {
  expect(await all.get('/audit')).toEqual({
    status: 400,
    body: { code: 'BAD_REQUEST', message: 'Audit is disabled' },
  })
  await all.call('DELETE', '/banned')
  await setAudit({ enable: true })
  expect(await operations()).toEqual(['/configs/log'])
  await setAudit({ enable: false })
  await all.call('DELETE', '/banned')
  await setAudit({ enable: true })
  expect(await operations()).toEqual(['/configs/log', '/configs/log', '/configs/log'])
})

test('a change is recorded with user, address, request and result, without secrets', async () => {
  await setAudit({ enable: true })
  const user = { username: 'bob', password: 'Abcd1234!', description: 'd', role: 'viewer' }
  await all.call('POST', '/users', user)
  expect((await list()).data[0]).toEqual({
    args: '',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/),
    duration_ms: expect.any(Number),
    failure: '',
    from: 'dashboard',
    http_method: 'post',
    http_request: {
      bindings: {},
      body: '{"username":"bob","password":"******","description":"d","role":"viewer"}',
      headers: expect.objectContaining({ authorization: '******', 'content-type': 'application/json' }),
      method: 'post',
    },
    http_status_code: 200,
    node: expect.any(String),
    operation_id: '/users',
    operation_result: 'success',
    operation_type: 'users',
    source: 'admin',
    source_ip: '127.0.0.1',
  })
  const change = { old_pwd: 'Wrong999!', new_pwd: 'Other999!' }
  await all.call('POST', '/users/bob/change_pwd', change)
  expect((await list()).data[0]).toMatchObject({
    operation_id: '/users/:username/change_pwd',
    operation_result: 'failure',
    http_status_code: 400,
    failure: { code: 'ERROR_PWD_NOT_MATCH', message: 'Old password not match' },
    http_request: { bindings: { username: 'bob' }, body: '{"old_pwd":"******","new_pwd":"******"}' },
  })
  const everything = JSON.stringify(await list())
  for (const secret of ['Abcd1234!', 'Wrong999!', 'Other999!', all.token()]) expect(everything).not.toContain(secret)
})

test('a program is recorded with its key, a sign-in with the given username', async () => {
  await setAudit({ enable: true })
  const { body: key } = await all.call('POST', '/api_key', { name: 'k', desc: '', enable: true })
  await fetch(`${all.server.urls.api}/banned`, {
    method: 'DELETE',
    headers: { authorization: `Basic ${btoa(`${key.api_key}:${key.api_secret}`)}` },
  })
  await all.call('POST', '/login', { username: 'eve', password: 'guess-1' })
  await all.call('POST', '/login', { username: 'admin', password: 'public' })
  await all.call('DELETE', '/banned', undefined, 'forged')
  expect(
    (await list()).data.map(({ from, source, operation_id, http_status_code }) => [
      from,
      source,
      operation_id,
      http_status_code,
    ]),
  ).toEqual([
    ['rest_api', '', '/banned', 401],
    ['dashboard', 'admin', '/login', 200],
    ['dashboard', 'eve', '/login', 401],
    ['rest_api', key.api_key, '/banned', 204],
    ['dashboard', 'admin', '/api_key', 200],
    ['dashboard', 'admin', '/configs/log', 200],
  ])
  expect(JSON.stringify(await list())).not.toMatch(new RegExp(`${key.api_secret}|guess-1|public"`))
})

test('entries are found by each of the filters, and page by page', async () => {
  await setAudit({ enable: true })
  await all.call('POST', '/users', { username: 'bob', password: 'Abcd1234!', description: '', role: 'administrator' })
  const bob = await all.login('bob', 'Abcd1234!')
  await all.call('DELETE', '/banned/clientid/nobody', undefined, bob)
  await all.call('DELETE', '/banned', undefined, bob)
  const [, { created_at: middle = '' } = {}] = (await list()).data
  const at = encodeURIComponent(middle)
  for (const [query, expected] of [
    ['source=bob&operation_result=success', ['/banned', '/login']],
    ['from=rest_api', []],
    ['operation_id=%2Fbanned%2F:as%2F:who', ['/banned/:as/:who']],
    ['operation_type=banned', ['/banned', '/banned/:as/:who']],
    ['operation_result=failure', ['/banned/:as/:who']],
    ['http_status_code=404', ['/banned/:as/:who']],
    ['http_method=put', ['/configs/log']],
    ['source_ip=10.0.0.1', []],
    ['node=other@host', []],
    ['gte_duration_ms=0&lte_duration_ms=600000&source=bob', ['/banned', '/banned/:as/:who', '/login']],
    ['gte_duration_ms=600000', []],
    [`gte_created_at=${at}`, ['/banned', '/banned/:as/:who']],
    [`lte_created_at=${at}`, ['/banned/:as/:who', '/login', '/users', '/configs/log']],
    [`gte_created_at=${at}&lte_created_at=${at}`, ['/banned/:as/:who']],
    ['lte_created_at=1000000', []],
  ] as const)
    expect([query, await operations(`?${query}`)]).toEqual([query, expected])
  const second = await list('?limit=2&page=2')
  expect(second.data.map(({ operation_id }) => operation_id)).toEqual(['/login', '/users'])
  expect(second.meta).toEqual({ count: 5, hasnext: true, limit: 2, page: 2 })
  for (const wrong of ['from=x', 'http_method=get', 'gte_created_at=x', 'http_status_code=x', 'limit=0'])
    expect((await all.get(`/audit?${wrong}`)).status).toBe(400)
})

test('the file has a JSON line for each entry, and none after it is disabled', async () => {
  await setAudit({ enable: true })
  await all.call('POST', '/users', { username: 'bob', password: 'Abcd1234!', description: 'a\nb', role: 'viewer' })
  await setAudit({ enable: false })
  await all.call('DELETE', '/banned')
  // Closing the file has flushed it.
  expect(linesOf()).toMatchObject([
    { level: 'info', msg: 'audit', operation_id: '/configs/log', source: 'admin' },
    { level: 'info', msg: 'audit', operation_id: '/users', http_status_code: 200, http_request: { method: 'post' } },
  ])
  expect(file()).not.toContain('Abcd1234!')
  expect((await all.get('/mqdeck/log_files')).body).not.toContainEqual(expect.objectContaining({ name: 'audit' }))
})

test('hostile data in a call is truncated and does no harm', async () => {
  await setAudit({ enable: true })
  const name = encodeURIComponent(`${'长'.repeat(3000)}\u0000"\n`)
  await fetch(`${all.server.urls.api}/banned/clientid/${name}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${all.token()}`, 'x-huge': 'h'.repeat(60_000), 'x-password': 'private' },
  })
  await all.call('POST', '/banned', { as: 'clientid', who: 'w'.repeat(2_000_000), __proto__: { polluted: true } })
  await all.call('POST', '/banned', JSON.parse(`${'{"a":'.repeat(90)}1${'}'.repeat(90)}`))
  const { data } = await list()
  expect(data).toHaveLength(4)
  expect(JSON.stringify(data).length).toBeLessThan(40_000)
  expect(JSON.stringify(data)).not.toContain('"private"')
  expect(data.at(-2)).toMatchObject({
    operation_id: '/banned/:as/:who',
    http_request: { bindings: { as: 'clientid' } },
  })
})

test('an audit file that cannot be opened is rejected with its field, and the log continues', async () => {
  const { body } = await all.get('/configs/log')
  const answer = await all.call('PUT', '/configs/log', {
    ...body,
    audit: { enable: true, path: '/proc/none/audit.log' },
  })
  expect(answer.status).toBe(400)
  expect(JSON.stringify(answer.body)).toContain('log.audit.path')
  expect((await all.get('/audit')).status).toBe(400)
})

test('parallel changes are all recorded', async () => {
  await setAudit({ enable: true })
  await Promise.all(
    Array.from({ length: 100 }, (_, index) => all.call('POST', '/banned', { as: 'clientid', who: `c${index}` })),
  )
  const { data, meta } = await list('?operation_id=/banned&limit=1000')
  expect(meta.count).toBe(100)
  expect(new Set(data.map(({ created_at }) => created_at)).size).toBe(100)
})

test('neither rejected secrets nor headers for other servers are recorded', async () => {
  await setAudit({ enable: true })
  const { body } = await all.get('/opentelemetry')
  const { exporter } = body as unknown as { exporter: object }
  const setHeaders = (headers: unknown) =>
    all.call('PUT', '/opentelemetry', { ...body, exporter: { ...exporter, headers } })
  expect((await setHeaders({ 'x-honeycomb-team': 'hidden-1' })).status).toBe(200)
  expect((await setHeaders({ 'x-team': 'hidden-2\r\n' })).status).toBe(400)
  expect((await setHeaders({ 'x-team': { inner: 'hidden-3' } })).status).toBe(400)
  await all.call('POST', '/users', { username: 'bob', password: ['hidden-4'], description: '', role: 'viewer' })
  await all.call('POST', '/login', { username: 'bob', password: { inner: 'hidden-5' } })
  await all.call('POST', '/mqdeck/mfa/disable', { password: 'x', mfa_token: ['hidden-6'] })
  expect(JSON.stringify((await list()).data)).not.toContain('hidden-')
  expect(file()).not.toContain('hidden-')
  const { failure } = (await list('?operation_id=/users')).data[0] ?? {}
  expect(failure).toMatchObject({ message: expect.stringContaining('"value":"******"') })
  await all.call('PUT', '/mqdeck/telemetry', { report_url: 'nowhere' })
  const [plain] = (await list('?operation_id=/mqdeck/telemetry')).data
  expect(plain?.failure).toMatchObject({ message: expect.stringContaining('"value":"nowhere"') })
})
