import { connectRaw, eventually, type RedisServer, startRedis } from '@mqdeck/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'

let stage: TestServer
let redis: RedisServer
beforeAll(async () => {
  redis = await startRedis()
  stage = await startTestServer()
})
afterAll(async () => {
  await stage?.stop()
  await redis?.close()
})

const authn = '/authentication/password_based%3Aredis'
const authz = '/authorization/sources/redis'
const reach = () => ({
  redis_type: 'single',
  server: `127.0.0.1:${redis.ports[0]}`,
  username: redis.username,
  password: redis.password,
})
const authenticator = () => ({
  ...reach(),
  mechanism: 'password_based',
  backend: 'redis',
  password_hash_algorithm: { name: 'plain', salt_position: 'disable' },
  cmd: 'HMGET mqtt_user:${username} password_hash is_superuser',
})
const statusOf = async (path: string) => (await stage.get(`${path}/status`)).body as unknown as { status: string }
const enter = (username: string, password: string) =>
  connectRaw({ host: '127.0.0.1', port: stage.server.ports.tcp ?? 0 }, { username, password: Buffer.from(password) })
const codeOf = (username: string, password: string) =>
  stage.connect('refused', { username, password }).then(
    () => 0,
    (error: { code?: number }) => error.code,
  )

test('clients are authenticated and authorized by Redis, with settings that are sent back with a masked password', async () => {
  await redis.run('HSET', 'mqtt_user:ann', 'password_hash', 'p')
  await redis.run('HSET', 'mqtt_acl:ann', 'a/#', 'publish')
  const created = await stage.call('POST', '/authentication', authenticator())
  expect(created).toMatchObject({ status: 200, body: { redis_type: 'single', database: 0, pool_size: 8 } })
  const source = { ...reach(), type: 'redis', cmd: 'HGETALL mqtt_acl:${username}' }
  expect((await stage.call('POST', '/authorization/sources', source)).status).toBe(204)
  await stage.call('POST', '/authorization/sources/redis/move', { position: 'front' })
  const settings = { no_match: 'deny', deny_action: 'ignore', cache: { enable: false } }
  await stage.call('PUT', '/authorization/settings', settings)
  await stage.call('PUT', '/authorization/sources/file', { type: 'file', enable: false, rules: '{allow, all}.' })

  const { body: shown } = await stage.get(authn)
  expect(shown).toMatchObject({ password: '******' })
  const { id: _, ...settingsShown } = shown as unknown as Record<string, unknown>
  expect((await stage.call('PUT', authn, settingsShown)).status).toBe(204)
  for (const path of [authn, authz]) expect(await statusOf(path)).toMatchObject({ status: 'connected' })

  const ann = await enter('ann', 'p')
  expect(await ann.publish('a/b', 'x', { qos: 1 })).toBe(0x10)
  expect(await ann.publish('b', 'x', { qos: 1 })).toBe(0x87)
  await ann.disconnect()
  expect(await codeOf('ann', 'wrong')).toBe(0x86)
  expect(await codeOf('nobody', 'p')).toBe(0x87)
})

test('any other command is rejected with its field', async () => {
  const { status, body } = await stage.call('PUT', authn, { ...authenticator(), cmd: 'FLUSHALL' })
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toMatch(/must start with HGET or HMGET.*authentication\.1\.cmd/)
})

test('while Redis is down the status shows it, and it reconnects', async () => {
  await stage.call('PUT', authn, authenticator())
  await redis.kill()
  expect(await codeOf('ann', 'p')).toBe(0x87)
  await eventually(
    async () => (await statusOf(authn)).status === 'disconnected',
    () => 'still connected',
  )
  await redis.start()
  await eventually(
    async () => (await statusOf(authn)).status === 'connected',
    () => 'still disconnected',
  )
  expect(await codeOf('ann', 'p')).toBe(0)
})
