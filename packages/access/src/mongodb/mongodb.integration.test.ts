import { clientInfoWith, describeAuthn, describeAuthz } from '@mqdeck/testkit/suites'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type MongodbStage, type MongodbUnderTest, openMongodbStage } from './test-stage.ts'

const addresses = (ports: readonly number[]) => ports.map((port) => `127.0.0.1:${port}`).join(', ')

const deployments: readonly MongodbUnderTest[] = [
  { deployment: 'single', reach: (ports) => ({ mongo_type: 'single', server: addresses(ports.slice(0, 1)) }) },
  {
    deployment: 'rs',
    reach: (ports) => ({ mongo_type: 'rs', servers: addresses(ports), replica_set_name: 'rs0', r_mode: 'slave_ok' }),
  },
  { deployment: 'sharded', reach: (ports) => ({ mongo_type: 'sharded', servers: addresses(ports) }) },
]

const login = (username: string, password: string, more: object = {}) => ({
  client: clientInfoWith({ username, ...more }),
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
const publish = (topic: string) => ({ type: 'publish', topic, qos: 0, retain: false }) as const

describe.each(deployments)('a peer that speaks as MongoDB, $deployment', (deployment) => {
  let opened: Promise<MongodbStage> | undefined
  const open = () => {
    opened ??= openMongodbStage(deployment)
    return opened
  }
  beforeAll(async () => {
    await open()
  })
  afterAll(async () => (await opened)?.close())

  describeAuthn(`mongodb, ${deployment.deployment}`, { open: async () => (await open()).authn })
  describeAuthz(`mongodb, ${deployment.deployment}`, { open: async () => (await open()).authz })

  test('a placeholder is replaced as a value: an operator in a username stays a text', async () => {
    const { peer, authenticator } = await open()
    const hostile = '{"$ne":null}'
    peer.run('mqtt', {
      insert: 'devices',
      documents: [
        { username: 'eve', clientid: 'c1', password_hash: 'p', tags: ['a'] },
        { username: hostile, clientid: 'c1', password_hash: 'q', tags: ['a'] },
      ],
    })
    const filter = { $and: [{ username: '${username}' }, { clientid: { $in: ['x', '${clientid}'] } }], tags: 'a' }
    const member = await started(authenticator({ ...plain, collection: 'devices', filter }))
    expect(await member.authenticate(login('eve', 'p'))).toMatchObject({ result: 'allow' })
    expect(await member.authenticate(login(hostile, 'p'))).toMatchObject({ result: 'deny' })
    expect(await member.authenticate(login(hostile, 'q'))).toMatchObject({ result: 'allow' })
    for (const name of ['{"$gt":""}', '$ne', '.*', '${clientid}'])
      expect([name, await member.authenticate(login(name, 'p'))]).toEqual([name, { result: 'ignore' }])
    expect(await member.authenticate(login('eve', 'p', { clientId: 'c2' }))).toEqual({ result: 'ignore' })
  })

  test('the fields of hash, salt and superuser are configurable; a user without a hash is passed to the next authenticator', async () => {
    const { peer, authenticator } = await open()
    peer.run('mqtt', {
      insert: 'people',
      documents: [
        { username: 'eve', secret: 'p', boss: 1 },
        { username: 'bob', password_hash: 'p' },
      ],
    })
    const fields = { password_hash_field: 'secret', salt_field: 'pepper', is_superuser_field: 'boss' }
    const member = await started(authenticator({ ...plain, ...fields, collection: 'people' }))
    expect(await member.authenticate(login('eve', 'p'))).toEqual({ result: 'allow', isSuperuser: true })
    expect(await member.authenticate(login('bob', 'p'))).toEqual({ result: 'ignore' })
  })

  test('several documents are rules in their order, with limit and skip; invalid rules are skipped', async () => {
    const { peer, source } = await open()
    peer.run('mqtt', {
      insert: 'rules',
      documents: [
        { username: 'ann', permission: 'perhaps', action: 'all', topic: '#' },
        { username: 'ann', permission: 'deny', action: 'all', topic: 'a/secret' },
        { username: 'ann', permission: 'allow', action: 'publish', topics: ['a/#', 'b'] },
      ],
    })
    const ask = async (changes: object, topic: string) =>
      (await started(source({ collection: 'rules', ...changes }))).authorize(clientInfoWith(), publish(topic))
    expect([await ask({}, 'a/secret'), await ask({}, 'a/b'), await ask({}, 'b')]).toEqual(['deny', 'allow', 'allow'])
    expect([await ask({ limit: 2 }, 'a/b'), await ask({ skip: 2 }, 'a/secret')]).toEqual(['nomatch', 'allow'])
  })

  test('a filter that the server rejects is reported as the reason and keeps the connection', async () => {
    const { authenticator } = await open()
    const member = await started(authenticator({ ...plain, filter: { username: { $like: '${username}' } } }))
    await expect(member.authenticate(login('eve', 'p'))).rejects.toThrow('unknown operator: $like')
    expect(member.state().status).toBe('connected')
  })
})
