import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { silentLog } from '@mqdeck/kit'
import { createTempStore, freePort, type RedisServer, testAuthority } from '@mqdeck/testkit'
import type { AuthnStage, AuthzStage, StoredLogin, StoredRule } from '@mqdeck/testkit/suites'
import type { Authenticator } from '../authn/port.ts'
import { runtime as authn } from '../authn/redis/runtime.ts'
import type { AuthzSource } from '../authz/port.ts'
import { runtime as authz } from '../authz/redis/runtime.ts'
import { hashPassword } from '../passwords/verify.ts'
import { hastyClock, memberOf } from '../test-members.ts'

export interface RedisStage {
  readonly server: RedisServer
  readonly authenticator: (changes?: object) => Authenticator
  readonly source: (changes?: object) => AuthzSource
  readonly authn: AuthnStage
  readonly authz: AuthzStage
  readonly close: () => Promise<void>
}

export interface RedisUnderTest {
  readonly start: () => Promise<RedisServer>
  /** Settings that lead there. */
  readonly reach: (ports: readonly number[]) => object
  /** Other invalid settings of this type. */
  readonly wrong?: Readonly<Record<string, object>>
}

export async function openRedisStage({ start, reach, wrong = {} }: RedisUnderTest): Promise<RedisStage> {
  const [server, temp] = await Promise.all([start(), createTempStore()])
  const context = { clock: hastyClock, log: silentLog, store: temp.store, chain: 'mqtt:global', folder: '/' }
  const { username, password } = server
  const usual = { username, password, pool_size: 4 }
  const there = reach(server.ports)
  const authenticator = (changes: object = {}, place = there) => {
    const kind = { mechanism: 'password_based', backend: 'redis' }
    return memberOf(authn, { ...usual, ...place, ...kind, cmd: userCommand('user'), ...changes }, context)
  }
  const source = (changes: object = {}, place = there) =>
    memberOf(authz, { ...usual, ...place, type: 'redis', cmd: 'HGETALL acl:${username}', ...changes }, context)

  const other = await testAuthority()
  const nobody = await freePort()
  const trustingOther = { ssl: { enable: true, verify: 'verify_peer', cacertfile: other.cert } }
  const broken = <T>(of: (changes: object) => T) =>
    Object.fromEntries(
      Object.entries({
        ...wrong,
        'a server that is not there': reach([nobody]),
        'a wrong password': { password: 'wrong' },
        ...(server.tlsPorts.length > 0 && {
          'a certificate of another authority': { ...reach(server.tlsPorts), ...trustingOther },
        }),
      }).map(([what, changes]) => [what, async () => of(changes)]),
    )
  const silent = await startSilentServer()
  const silence = { redis_type: 'single', server: `127.0.0.1:${silent.port}` }
  let round = 0

  return {
    server,
    authenticator,
    source,
    authn: {
      async authenticator(users) {
        round += 1
        for (const user of users) await server.run('HSET', `user${round}:${user.username}`, ...(await fieldsOf(user)))
        return authenticator({ cmd: userCommand(`user${round}`) })
      },
      broken: broken(authenticator),
      slow: async () => authenticator({}, silence),
      outage: { begin: server.kill, end: server.start },
      close: async () => {},
    },
    authz: {
      async source(rules) {
        round += 1
        for (const rule of rules) await server.run('HSET', `acl${round}:${rule.username}`, rule.topic, ruleText(rule))
        return source({ cmd: `HGETALL "acl${round}:\${username}"` })
      },
      broken: broken(source),
      slow: async () => source({}, silence),
      close: async () => {},
    },
    async close() {
      silent.close()
      await server.close()
      await temp.remove()
    },
  }
}

const userCommand = (prefix: string) => `HMGET ${prefix}:\${username} password_hash salt is_superuser`

async function fieldsOf({ password, isSuperuser }: StoredLogin): Promise<readonly string[]> {
  const stored = await hashPassword({ name: 'sha256', salt_position: 'prefix' }, Buffer.from(password))
  const { password_hash: hash, salt } = stored
  return ['password_hash', hash, 'salt', salt, ...(isSuperuser ? ['is_superuser', '1'] : [])]
}

const ruleText = ({ action, qos }: StoredRule) => (qos === undefined ? action : JSON.stringify({ action, qos }))

/** Accepts connections and greets, then responds to no command. */
async function startSilentServer(): Promise<{ readonly port: number; close(): void }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (data) => {
      if (!/HMGET|HGETALL/.test(data.toString())) socket.write('+PONG\r\n')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
