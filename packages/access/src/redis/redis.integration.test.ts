import { startRedis, startRedisCluster, startRedisSentinel } from '@mqdeck/testkit'
import { clientInfoWith, describeAuthn, describeAuthz } from '@mqdeck/testkit/suites'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openRedisStage, type RedisStage, type RedisUnderTest } from './test-stage.ts'

const addresses = (ports: readonly number[]) => ports.map((port) => `127.0.0.1:${port}`).join(', ')

const deployments: readonly (RedisUnderTest & { readonly name: string })[] = [
  {
    name: 'redis',
    start: startRedis,
    reach: (ports) => ({ redis_type: 'single', server: addresses(ports) }),
    wrong: { 'a database that there is not': { database: 99 } },
  },
  {
    name: 'redis with a sentinel',
    start: startRedisSentinel,
    reach: (ports) => ({ redis_type: 'sentinel', servers: addresses(ports), sentinel: 'mymaster' }),
    wrong: { 'a master that the sentinels do not know': { sentinel: 'nobody' } },
  },
  {
    name: 'a cluster of redis',
    start: startRedisCluster,
    reach: (ports) => ({ redis_type: 'cluster', servers: addresses(ports) }),
  },
]

const login = (username: string, password: string) => ({
  client: clientInfoWith({ username }),
  password: Buffer.from(password),
  method: undefined,
  data: undefined,
  exchange: {},
})
const started = async <T extends { start(): Promise<void>; stop(): Promise<void> }>(member: T) => {
  onTestFinished(() => member.stop())
  await member.start()
  return member
}
const plain = { password_hash_algorithm: { name: 'plain', salt_position: 'disable' } }
const publish = (topic: string, retain = false) => ({ type: 'publish', topic, qos: 0, retain }) as const

describe.each(deployments)('$name', (deployment) => {
  let opened: Promise<RedisStage> | undefined
  const open = () => {
    opened ??= openRedisStage(deployment)
    return opened
  }
  beforeAll(async () => {
    await open()
  })
  afterAll(async () => (await opened)?.close())

  // A sentinel or a cluster differs in how it is reached, which the tests below and those of the driver prove.
  if (deployment.name === 'redis' || process.env.SLOW_TESTS) {
    describeAuthn(deployment.name, { open: async () => (await open()).authn })
    describeAuthz(deployment.name, { open: async () => (await open()).authz, denies: false })
  }

  test('one field named password is enough', async () => {
    const { server, authenticator } = await open()
    await server.run('HSET', 'legacy:eve', 'password', 'p')
    const member = await started(authenticator({ ...plain, cmd: 'hget legacy:${username} password' }))
    expect(await member.authenticate(login('eve', 'p'))).toMatchObject({ result: 'allow', isSuperuser: false })
    expect(await member.authenticate(login('eve', 'q'))).toMatchObject({ result: 'deny' })
    expect(await member.authenticate(login('bob', 'p'))).toMatchObject({ result: 'ignore' })
  })

  test('a username with spaces, quotes and line breaks only becomes a part of the key', async () => {
    const { server, authenticator } = await open()
    const name = `a b "c" 'd'\r\nDEL e`
    await server.run('HSET', `names:${name}:x`, 'password', 'p')
    const member = await started(authenticator({ ...plain, cmd: 'HMGET names:${username}:x password' }))
    expect(await member.authenticate(login(name, 'p'))).toMatchObject({ result: 'allow' })
  })

  test('a key of another type is reported as the reason and keeps the connection', async () => {
    const { server, authenticator } = await open()
    await server.run('SET', 'texts:eve', 'p')
    const member = await started(authenticator({ ...plain, cmd: 'HGET texts:${username} password' }))
    await expect(member.authenticate(login('eve', 'p'))).rejects.toThrow('WRONGTYPE')
    expect(member.state().status).toBe('connected')
  })

  test('rules can have the retain flag in JSON, and invalid rules are skipped', async () => {
    const { server, source } = await open()
    await server.run('HSET', 'rules:ann', 'a', '{"action": "publish", "retain": false}', 'b', 'dance', 'c', '[')
    const rules = await started(source({ cmd: 'HGETALL rules:${username}' }))
    const ask = (topic: string, retain: boolean) => rules.authorize(clientInfoWith(), publish(topic, retain))
    expect([await ask('a', false), await ask('a', true)]).toEqual(['allow', 'nomatch'])
    expect([await ask('b', false), await ask('c', false)]).toEqual(['nomatch', 'nomatch'])
  })

  test('HMGET is read as topics and actions in turns', async () => {
    const { server, source } = await open()
    await server.run('HSET', 'pairs:ann', 'topic', 'a/#', 'action', 'publish')
    const rules = await started(source({ cmd: 'HMGET pairs:${username} topic action nothing none' }))
    expect(await rules.authorize(clientInfoWith(), publish('a/b'))).toBe('allow')
    expect(await rules.authorize(clientInfoWith(), publish('b'))).toBe('nomatch')
  })
})
