import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cheapPasswordCost, connectRaw, createTempFolder } from '@mqdeck/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { startServer } from '../../../server.ts'
import { freePorts } from '../../../test-server.ts'

const rules = '%% nobody writes "b"\n{deny, all, publish, ["b"]}.\n\n{allow, all}.\n'

async function start(folder: string) {
  const server = await startServer({ settings: { data_dir: folder, ...freePorts }, passwordCost: cheapPasswordCost })
  const call = async (method: string, path: string, body?: unknown) => {
    const init = { method, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } }
    return fetch(`${server.urls.api}${path}`, { ...init, ...(body !== undefined && { body: JSON.stringify(body) }) })
  }
  let token = ''
  const login = await call('POST', '/login', { username: 'admin', password: 'public' })
  token = ((await login.json()) as { token: string }).token
  const publish = async (topic: string) => {
    const client = await connectRaw({ host: '127.0.0.1', port: server.ports.tcp ?? 0 })
    const code = await client.publish(topic, 'x', { qos: 1 })
    await client.disconnect()
    return code
  }
  return { server, call, publish }
}

test('rules are active again after a restart, and can be read and fixed in cluster.hocon', {
  timeout: 60_000,
}, async () => {
  const { path: folder, remove } = await createTempFolder()
  onTestFinished(remove)
  const file = join(folder, 'configs', 'cluster.hocon')

  const first = await start(folder)
  await first.call('PUT', '/authorization/sources/file', { type: 'file', enable: true, rules })
  await first.server.stop()
  const text = await readFile(file, 'utf8')
  expect(text).toContain('nobody writes')

  const second = await start(folder)
  expect(await (await second.call('GET', '/authorization/sources/file')).json()).toMatchObject({ rules })
  expect(await second.publish('b')).toBe(0x87)
  await second.server.stop()

  await writeFile(file, text.replaceAll('{deny, all, publish', '{deny, all, write'))
  await expect(start(folder)).rejects.toThrow('line 2, column 13: the action must be publish, subscribe or all')

  // As in EMQX's files.
  await writeFile(join(folder, 'my-acl.conf'), '{deny, all}.')
  await writeFile(file, '')
  await appendFile(file, 'authorization.sources = [{type = file, path = "my-acl.conf"}]\n')
  const third = await start(folder)
  expect(await (await third.call('GET', '/authorization/sources/file')).json()).toEqual({
    type: 'file',
    enable: true,
    rules: '{deny, all}.',
  })
  expect(await third.publish('a')).toBe(0x87)
  await third.server.stop()

  // The rules that could deny are unknown.
  await rm(join(folder, 'my-acl.conf'))
  const fourth = await start(folder)
  onTestFinished(() => fourth.server.stop())
  expect(await fourth.publish('a')).toBe(0x87)
  expect(await (await fourth.call('GET', '/authorization/sources/file/status')).json()).toMatchObject({
    status: 'disconnected',
    node_error: [{ error: 'the file my-acl.conf cannot be read' }],
  })
  expect((await fourth.call('PUT', '/authorization/sources/file', { type: 'file', rules })).status).toBe(204)
  expect(await fourth.publish('a')).not.toBe(0x87)
})

test('with recheck_sessions, a change of a source or a rule ends subscriptions that it denies; without, it does not', async () => {
  const { path: folder, remove } = await createTempFolder()
  onTestFinished(remove)
  const { server, call } = await start(folder)
  const client = await connectRaw({ host: '127.0.0.1', port: server.ports.tcp ?? 0 }, { clientId: 'c' })
  await client.subscribe(['a', 'b', 'c'], { qos: 1 })
  const filters = () =>
    server.broker
      .subscriptionsOf('c')
      ?.map(({ topic }) => topic)
      .sort()
  const deny = (topic: string) =>
    call('PUT', '/authorization/sources/file', {
      type: 'file',
      enable: true,
      rules: `{deny, all, subscribe, ["${topic}"]}.\n{allow, all}.`,
    })
  await deny('a')
  await call('POST', '/authorization/sources', { type: 'built_in_database', enable: true })
  expect(filters()).toEqual(['a', 'b', 'c'])
  const settings = (await (await call('GET', '/authorization/settings')).json()) as object
  expect(settings).toMatchObject({ recheck_sessions: false })
  await call('PUT', '/authorization/settings', { ...settings, recheck_sessions: true })
  await expect.poll(filters).toEqual(['b', 'c'])
  await deny('b')
  await expect.poll(filters).toEqual(['c'])
  const rules = [{ topic: 'c', permission: 'deny', action: 'subscribe' }]
  expect((await call('POST', '/authorization/sources/built_in_database/rules/all', { rules })).status).toBe(204)
  await expect.poll(filters).toEqual([])
  await server.stop()
})
