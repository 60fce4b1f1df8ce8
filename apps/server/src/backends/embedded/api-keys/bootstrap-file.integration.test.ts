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
async function put(text: string) {
  const response = await fetch(`${all.server.urls.api}/configs`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${all.token()}`, 'content-type': 'text/plain' },
    body: text,
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
