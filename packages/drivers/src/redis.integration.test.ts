import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { clientTls, toPlain, type WireValue } from '@mqdeck/contract'
import { BatchError, createResource, systemClock } from '@mqdeck/kit'
import {
  eventually,
  freePort,
  type RedisServer,
  startRedis,
  startRedisCluster,
  startRedisSentinel,
  testAuthority,
} from '@mqdeck/testkit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { AnswerError } from './errors.ts'
import { type RedisPlace, type RedisSettings, redisType } from './redis.ts'

type Tls = Partial<WireValue<typeof clientTls>>
interface Changes {
  readonly username?: string | undefined
  readonly password?: string | undefined
  readonly ssl?: Tls
  readonly pool_size?: number
}

const at = (port: number) => ({ host: '127.0.0.1', port })
const ms = 10_000

/** Looks for what was lost after a moment. */
const healthInterval = 100

async function open(place: RedisPlace, { ssl = {}, ...changes }: Changes) {
  const settings: RedisSettings = {
    ...place,
    pool_size: 2,
    folder: '/',
    ssl: toPlain(clientTls, clientTls.schema.parse(ssl)),
    ...changes,
  }
  const resource = createResource(redisType(settings), { clock: systemClock, healthInterval })
  onTestFinished(resource.stop)
  await resource.start()
  const connection = () => {
    const current = resource.current()
    if (!current) throw new Error(`not connected: ${resource.state().reason}`)
    return current
  }
  return {
    ...resource,
    connection,
    command: async (name: string, ...args: string[]) => connection().command(name, args, ms),
  }
}

describe('one server', () => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server?.close())

  const place = (changes: { readonly port?: number; readonly database?: number } = {}): RedisPlace => ({
    redis_type: 'single',
    server: at(changes.port ?? server.ports[0] ?? 0),
    database: changes.database ?? 0,
  })
  const connect = (changes: Changes = {}, where = place()) =>
    open(where, { username: server.username, password: server.password, ...changes })

  test('arguments arrive unchanged, and responses are lists in the order of the server', async () => {
    const { command } = await connect()
    for (const value of ['', ' ', 'a b', `'"\\`, 'x\r\nFLUSHALL\r\n', '$1\r\n*', 'ü\u0000'])
      expect(await command('ECHO', value)).toBe(value)
    await command('HSET', 'h', '__proto__', '1', 'b', '2')
    expect(await command('hgetall', 'h')).toEqual(['__proto__', '1', 'b', '2'])
    expect(await command('HMGET', 'h', 'b', 'c')).toEqual(['2', null])
    expect(await command('HGETALL', 'nothing')).toEqual([])
  })

  test('each database has its own keys', async () => {
    const [first, third] = await Promise.all([connect(), connect({}, place({ database: 3 }))])
    await third.command('SET', 'only-there', '1')
    expect(await first.command('GET', 'only-there')).toBeNull()
    expect(await third.command('GET', 'only-there')).toBe('1')
  })

  test('a password without a username signs in the user default', async () => {
    expect(await (await connect({ username: undefined })).command('ACL', 'WHOAMI')).toBe('default')
    expect(await (await connect()).command('ACL', 'WHOAMI')).toBe(server.username)
  })

  test('a rejected command keeps the connection, and other commands continue', async () => {
    const { command, connection } = await connect({ pool_size: 1 })
    const id = await command('CLIENT', 'ID')
    await expect(command('NONSENSE', 'with-a-secret')).rejects.toThrow(AnswerError)
    await expect(connection().command('NONSENSE', ['with-a-secret'], ms)).rejects.not.toThrow('with-a-secret')
    expect(await command('CLIENT', 'ID')).toBe(id)
  })

  test('several commands are sent together, and each has its own response', async () => {
    const { connection, command } = await connect({ pool_size: 1 })
    const id = await command('CLIENT', 'ID')
    const bytes = new Uint8Array([0xff, 0, 0x0a])
    const answers = await connection().commands(
      [
        ['SET', 'b', bytes],
        ['strlen', 'b'],
        ['ECHO', 'x'],
      ],
      ms,
    )
    expect(answers).toEqual(['OK', 3, 'x'])
    const error = await connection()
      .commands(
        [
          ['ECHO', 'y'],
          ['NONSENSE', 'with-a-secret'],
          ['INCR', 'b'],
        ],
        ms,
      )
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(BatchError)
    const { results } = error as BatchError // seen above
    expect(results.map((one) => one instanceof AnswerError)).toEqual([false, true, true])
    expect(String(results)).not.toContain('with-a-secret')
    expect(await command('CLIENT', 'ID')).toBe(id)
  })

  test('a user with few permissions is connected, and commands without permission are rejected', async () => {
    await server.run('ACL', 'SETUSER', 'reader', 'on', '>p', '~a', '+get')
    const { command, state } = await connect({ username: 'reader', password: 'p' })
    expect(state()).toMatchObject({ status: 'connected' })
    expect(await command('GET', 'a')).toBeNull()
    await expect(command('GET', 'b')).rejects.toThrow(/NOPERM/)
  })

  test.each<readonly [string, Changes, RegExp]>([
    ['a wrong password', { password: 'this-is-wrong' }, /WRONGPASS/],
    ['no password', { username: undefined, password: undefined }, /NOAUTH/],
    ['a server that speaks no TLS', { ssl: { enable: true } }, /./],
  ])('with %s the state has the reason, without secrets', async (_, changes, reason) => {
    const { state } = await connect(changes)
    expect(state()).toMatchObject({ status: 'disconnected', reason: expect.stringMatching(reason) })
    expect(state().reason).not.toMatch(/this-is-wrong|redis-secret/)
  })

  test('a missing database is the reason of the state disconnected', async () => {
    const { state } = await connect({}, place({ database: 99 }))
    expect(state().reason).toMatch(/DB index is out of range/)
  })

  test('a certificate is verified with the CA and the server name of the settings', async () => {
    const where = place({ port: server.tlsPorts[0] ?? 0 })
    const trusting: Tls = { enable: true, verify: 'verify_peer', cacertfile: server.ca }
    expect((await connect({ ssl: trusting }, where)).state()).toMatchObject({ status: 'connected' })
    const otherName = { ...trusting, server_name_indication: 'redis.example' }
    expect((await connect({ ssl: otherName }, where)).state().reason).toMatch(/altnames/)
    const otherAuthority = { ...trusting, cacertfile: (await testAuthority()).cert }
    expect((await connect({ ssl: otherAuthority }, where)).state().reason).toMatch(/certificate/)
  })

  test('a late command is cancelled with its connection, and the commands behind it continue', async () => {
    const { connection, command } = await connect({ pool_size: 1 })
    const before = await command('CLIENT', 'ID')
    const late = connection().command('BLPOP', ['nothing-comes', '0'], 200)
    const next = command('CLIENT', 'ID')
    await expect(late).rejects.toThrow('no answer within 200 ms')
    expect(await next).not.toBe(before)
  })

  test('a server that accepts connections and does not respond does not block callers', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => void sockets.push(socket.on('error', () => {})))
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    onTestFinished(() => {
      silent.close()
      for (const socket of sockets) socket.destroy()
    })
    const address = silent.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { state } = await connect({}, place({ port }))
    expect(state()).toMatchObject({ status: 'disconnected', reason: expect.stringMatching(/no answer within/) })
  })

  test('the pool size limits the number of concurrent commands', async () => {
    const { command } = await connect({ pool_size: 3 })
    const ids = await Promise.all(Array.from({ length: 30 }, () => command('CLIENT', 'ID')))
    expect(new Set(ids).size).toBeLessThanOrEqual(3)
  })

  test('an unreachable server has a reason, and its data is found again when it is back', async () => {
    const { command, state, suspect } = await connect()
    await command('SET', 'kept', '1')
    await server.kill()
    await expect(command('GET', 'kept')).rejects.toThrow()
    suspect()
    await eventually(
      () => state().status === 'disconnected' && /ECONNREFUSED/.test(`${state().reason}`),
      () => `${state().reason}`,
    )
    await server.start()
    await eventually(
      () => state().status === 'connected',
      () => `${state().reason}`,
    )
    expect(await command('GET', 'kept')).toBe('1')
  })
})

test('the master is found through sentinels, also after a failover', async () => {
  const server = await startRedisSentinel()
  onTestFinished(server.close)
  const nobody = await freePort()
  const sentinels = { redis_type: 'sentinel', sentinel: server.name, database: 0 } as const
  const login = { username: server.username, password: server.password }
  // One of them is not there.
  const { command, state, suspect } = await open({ ...sentinels, servers: [nobody, ...server.ports].map(at) }, login)
  expect(state()).toMatchObject({ status: 'connected' })
  await command('SET', 'a', '1')
  expect(await command('WAIT', '1', '5000')).toBe(1)

  const ssl: Tls = { enable: true, verify: 'verify_peer', cacertfile: server.ca }
  const unknown = await open({ ...sentinels, sentinel: 'other', servers: server.ports.map(at) }, login)
  expect(unknown.state().reason).toMatch(/has no master named other/)
  const untrusted = await open(
    { ...sentinels, servers: server.tlsPorts.map(at) },
    { ...login, ssl: { ...ssl, cacertfile: (await testAuthority()).cert } },
  )
  expect(untrusted.state().reason).toMatch(/certificate/)

  await server.failOver()
  suspect()
  await eventually(
    () => command('SET', 'b', '2').catch(() => undefined),
    () => `${state().status}: ${state().reason}`,
  )
  expect(await command('GET', 'a')).toBe('1')
})

test('the connection to a master that became a replica is closed', async () => {
  const server = await startRedisSentinel()
  onTestFinished(server.close)
  const place = { redis_type: 'sentinel', sentinel: server.name, database: 0, servers: server.ports.map(at) } as const
  const { command, state, suspect } = await open(place, { username: server.username, password: server.password })
  // As after a failover that has not closed its connections.
  await server.run('REPLICAOF', '127.0.0.1', '1')
  suspect()
  await eventually(
    () => state().reason?.includes('no longer the master'),
    () => `${state().status}: ${state().reason}`,
  )
  await expect(command('GET', 'a')).rejects.toThrow()
})

test('every node of a cluster is found from the configured nodes', async () => {
  const server = await startRedisCluster()
  onTestFinished(server.close)
  const [first = 0] = server.ports
  const place = { redis_type: 'cluster', servers: [at(await freePort()), at(first)] } as const
  const login = { username: server.username, password: server.password }
  const { command, state } = await open(place, login)
  expect(state()).toMatchObject({ status: 'connected' })
  const keys = Array.from({ length: 50 }, (_, index) => `key ${index}`)
  await Promise.all(keys.map((key) => command('HSET', key, 'f', key)))
  expect(await Promise.all(keys.map((key) => command('HGET', key, 'f')))).toEqual(keys)

  const wrong = await open(place, { ...login, password: 'this-is-wrong' })
  expect(wrong.state().reason).toMatch(/WRONGPASS/)
  const alone = await startRedis()
  onTestFinished(alone.close)
  const none = await open({ ...place, servers: alone.ports.map(at) }, login)
  expect(none.state().reason).toMatch(/cluster support disabled/)
})
