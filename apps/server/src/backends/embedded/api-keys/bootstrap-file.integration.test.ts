import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'

let all: TestServer
beforeEach(async () => {
  all = await startTestServer()
})
afterEach(() => all.stop())

const statusOf = async (key: string, secret: string, method = 'GET') => {
  const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` }
  return (await fetch(`${all.server.urls.api}/banned`, { method, headers })).status
}
const put = (text: string, authorization?: string) => send('PUT', '/configs', text, authorization)
async function send(method: string, path: string, body: string | object, authorization = `Bearer ${all.token()}`) {
  const isText = typeof body === 'string'
  const response = await fetch(`${all.server.urls.api}${path}`, {
    method,
    headers: { authorization, 'content-type': isText ? 'text/plain' : 'application/json' },
    body: isText ? body : JSON.stringify(body),
  })
  return { status: response.status, text: await response.text() }
}

test('keys in the bootstrap file are created with their roles, and updated with the file', async () => {
  const path = join(all.folder, 'keys.txt')
  writeFileSync(path, 'first:secret-1\n\nsecond:secret-2:viewer\r\n')
  expect((await put(`api_key.bootstrap_file = ${JSON.stringify(path)}`)).status).toBe(200)
  expect(await statusOf('first', 'secret-1', 'DELETE')).toBe(204)
  expect(await statusOf('second', 'secret-2')).toBe(200)
  expect(await statusOf('second', 'secret-2', 'DELETE')).toBe(403)
  expect(await statusOf('first', 'secret-2')).toBe(401)
  const keys = (await all.get('/api_key')).body as unknown as readonly { name: string; role: string }[]
  expect(keys.map(({ name }) => name)).toEqual(
    Array(2).fill(expect.stringMatching(/^from_bootstrap_file_[\da-f]{16}$/)),
  )
  writeFileSync(path, 'second:secret-3:administrator')
  expect((await put('api_key.bootstrap_file = "keys.txt"')).status).toBe(200)
  expect(await statusOf('second', 'secret-2')).toBe(401)
  expect(await statusOf('second', 'secret-3', 'DELETE')).toBe(204)
  expect(await statusOf('first', 'secret-1')).toBe(200)
  expect((await all.get('/api_key')).body).toHaveLength(2)
})

test.each([
  ['is missing', 'none.txt', undefined],
  ['is a folder', 'log', undefined],
  ['has a line without a secret', 'keys.txt', 'private-key'],
  ['has an unknown role', 'keys.txt', 'private-key:private-secret:root'],
  ['has too many keys', 'keys.txt', 'private:private\n'.repeat(1001)],
  ['has too many parts', 'keys.txt', 'private-key:private-secret:viewer:x'],
])('a file that %s is rejected without revealing its contents', async (_, path, content) => {
  if (content !== undefined) writeFileSync(join(all.folder, path), content)
  const { status, text } = await put(`api_key.bootstrap_file = ${JSON.stringify(path)}`)
  expect(status).toBe(400)
  expect(text).toContain('api_key.bootstrap_file')
  expect(text).not.toContain('private')
  expect((await all.get('/api_key')).body).toEqual([])
})

test('no API key changes the root api_key, in any way that changes the configuration', async () => {
  writeFileSync(join(all.folder, 'keys.txt'), 'first:secret-1')
  writeFileSync(join(all.folder, 'more.txt'), 'more:secret-2')
  expect((await put('api_key.bootstrap_file = "keys.txt"')).status).toBe(200)
  const exported = await send('POST', '/data/export', { root_keys: ['api_key'], table_sets: [] })
  const { filename } = JSON.parse(exported.text)
  expect((await put('mqtt.max_inflight = 7\napi_key.bootstrap_file = ""')).status).toBe(200)
  const versions = (await all.get('/mqdeck/config_versions')).body.data as unknown as readonly { version: number }[]
  const earlier = versions.map(({ version }) => version).sort((one, other) => other - one)[1]
  const key = `Basic ${btoa('first:secret-1')}`
  for (const [method, path, body] of [
    ['PUT', '/configs', 'mqtt.max_inflight = 9\napi_key.bootstrap_file = "more.txt"'],
    ['PUT', '/configs?mode=replace', 'api_key { bootstrap_file = "more.txt" }'],
    ['POST', '/data/import', { filename }],
    ['POST', '/mqdeck/data/import', { filename }],
    ['POST', `/mqdeck/config_versions/${earlier}/restore`, {}],
  ] as const) {
    const { status, text } = await send(method, path, body, key)
    expect([path, status, text]).toEqual([
      path,
      401,
      expect.stringContaining('API keys cannot change the root api_key'),
    ])
  }
  expect((await all.get('/api_key')).body).toHaveLength(1)
  expect((await all.get('/configs/global_zone')).body).toMatchObject({ mqtt: { max_inflight: 7 } })
  // Without a change of this root.
  expect((await put('mqtt.max_inflight = 9\napi_key.bootstrap_file = ""', key)).status).toBe(200)
})
