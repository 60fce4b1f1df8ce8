import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createFakeClock, settle } from '@mqdeck/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestResponse, type TestServer } from '../test-server.ts'

const clock = createFakeClock()
let it: TestServer
let holder: ChildProcess | undefined
beforeEach(async () => {
  it = await startTestServer({ clock })
})
afterEach(async () => {
  await answer()
  await it.stop()
})

/**
 * Another process starts a transaction of the database and does not end it. No write of the server is committed
 * meanwhile.
 */
async function hold(): Promise<void> {
  const source = `
    import { readSync } from 'node:fs'
    import { open } from 'lmdb'
    const database = open({ path: ${JSON.stringify(join(it.folder, 'db'))}, maxDbs: 64 })
    database.transactionSync(() => {
      console.log('held')
      readSync(0, Buffer.alloc(1))
    })`
  const args = ['--input-type=module', '--eval', source]
  const child = spawn(process.execPath, args, { cwd: import.meta.dirname, stdio: ['pipe', 'pipe', 'inherit'] })
  holder = child
  if (child.stdout) await once(child.stdout, 'data')
}

async function answer(): Promise<void> {
  const child = holder
  holder = undefined
  if (!child) return
  child.stdin?.end()
  await once(child, 'exit')
}

/** The answer, while the clock advances. */
async function duringStall(call: Promise<TestResponse>): Promise<TestResponse> {
  let isAnswered = false
  const response = call.finally(() => {
    isAnswered = true
  })
  while (!isAnswered) {
    clock.advance(1000)
    await settle()
  }
  return response
}

const changes = [
  ['POST', '/banned', { as: 'clientid', who: 'x' }],
  ['POST', '/api_key', { name: 'k', desc: '', enable: true }],
  ['DELETE', '/mqtt/retainer/message/kept', undefined],
] as const

test('while the disk does not respond, users can sign in, and changes get 503 and take effect later', async () => {
  const log = (await it.get('/configs/log')).body as unknown as Record<string, object>
  await it.call('PUT', '/configs/log', { ...log, audit: { ...log.audit, enable: true } })
  await it.call('POST', '/publish', { topic: 'kept', payload: 'x', retain: true })
  await hold()
  const first = await duringStall(it.call('POST', '/banned', { as: 'clientid', who: 'first' }))
  expect(first.status).toBe(503)
  const login = await it.call('POST', '/login', { username: 'admin', password: 'public' })
  expect(login.status).toBe(200)
  const { token } = login.body
  const alarms = await it.call('GET', '/alarms', undefined, token)
  expect(alarms.body.data).toEqual([expect.objectContaining({ name: 'disk_not_responding' })])
  for (const [method, path, body] of changes) {
    expect(await duringStall(it.call(method, path, body, token)), path).toMatchObject({
      status: 503,
      body: { code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('may still take effect later') },
    })
  }
  await answer()
  const bans = async () => (await it.call('GET', '/banned', undefined, token)).body.data
  await expect.poll(bans).toHaveLength(2)
  expect((await it.get('/mqtt/retainer/message/kept')).status).toBe(404)
  expect((await it.call('GET', '/users', undefined, token)).status).toBe(200)
})
