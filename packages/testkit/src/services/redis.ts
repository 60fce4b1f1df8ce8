import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { testAuthority } from '../certificate.ts'
import { eventually } from '../deadline.ts'
import { freePorts } from '../free-port.ts'
import { type RunningProcess, startProcess, waitForPort } from '../process.ts'
import { createTempFolder } from '../temp-folder.ts'

/** A real Redis on 127.0.0.1 with its own data: a single server, or several in a group. */
export interface RedisServer {
  /** Addresses for clients: the server, the sentinel, or the cluster nodes. */
  readonly ports: readonly number[]
  /** The same with TLS. A cluster has none. */
  readonly tlsPorts: readonly number[]
  /** A user with all permissions. The password alone is that of the user `default`. */
  readonly username: string
  readonly password: string
  /** PEM: the CA of its certificate, which is for localhost and 127.0.0.1. */
  readonly ca: string
  /** Runs one command on the server with the data. Rejects with its error. */
  run(...command: readonly string[]): Promise<string>
  /** Stops everything immediately. `start` starts it again with its data. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Stops it and removes its data. */
  close(): Promise<void>
}

/** A master and a replica, monitored by one sentinel. */
export interface RedisSentinelServer extends RedisServer {
  /** Name of the master in the sentinel. */
  readonly name: string
  /** Stops the master. Resolves when the sentinel reports the replica as the new master. */
  failOver(): Promise<void>
}

/** Milliseconds for a start or a failover on a busy machine. */
const waitTimeoutMs = 30_000

/** Without spaces, because a sentinel does not write them back correctly. */
const login = { username: 'mqdeck', password: 'redis-secret' }

/**
 * Debian's Redis.
 * @debian redis-server /usr/bin/redis-server
 * @debian redis-tools /usr/bin/redis-cli
 */
export const startRedis = (): Promise<RedisServer> => inGroup(startOne)

/** @debian redis-sentinel /usr/bin/redis-sentinel */
export const startRedisSentinel = (): Promise<RedisSentinelServer> => inGroup(startWithSentinel)

/** Three masters that share the slots. */
export const startRedisCluster = (): Promise<RedisServer> => inGroup(startCluster)

async function startOne(group: Group): Promise<RedisServer> {
  const [port = 0, tlsPort = 0] = await freePorts(2)
  const node = await group.add({ port, tlsPort })
  await group.start()
  return { ...group.server, ports: [port], tlsPorts: [tlsPort], run: node.run }
}

async function startWithSentinel(group: Group): Promise<RedisSentinelServer> {
  const name = 'mymaster'
  const [port = 0, tlsPort = 0, replicaPort = 0, sentinelPort = 0, sentinelTlsPort = 0] = await freePorts(5)
  const master = await group.add({ port, tlsPort })
  const replica = await group.add({ port: replicaPort, lines: [`replicaof 127.0.0.1 ${port}`] })
  await group.start()
  await eventually(
    async () => (await replica.run('INFO', 'replication')).includes('master_link_status:up'),
    () => 'the replica is not connected',
    waitTimeoutMs,
  )
  const sentinel = await group.add({
    port: sentinelPort,
    tlsPort: sentinelTlsPort,
    program: 'redis-sentinel',
    lines: [
      `sentinel monitor ${name} 127.0.0.1 ${port} 1`,
      `sentinel auth-pass ${name} ${login.password}`,
      // A busy machine must not trigger a failover.
      `sentinel down-after-milliseconds ${name} 600000`,
      `sentinel failover-timeout ${name} 5000`,
    ],
  })
  await sentinel.start()
  await eventually(
    async () => (await sentinel.run('SENTINEL', 'replicas', name)).includes(`${replicaPort}`),
    () => 'the sentinel reports no replica',
    waitTimeoutMs,
  )
  return {
    ...group.server,
    name,
    ports: [sentinelPort],
    tlsPorts: [sentinelTlsPort],
    run: master.run,
    async failOver() {
      await master.kill()
      await sentinel.run('SENTINEL', 'SET', name, 'down-after-milliseconds', '500')
      await eventually(
        async () => (await sentinel.run('SENTINEL', 'get-master-addr-by-name', name)).includes(`${replicaPort}`),
        () => 'the replica has not become the master',
        waitTimeoutMs,
      )
      await eventually(
        async () => (await replica.run('ROLE')).startsWith('master'),
        () => 'the replica does not report that it is the master',
        waitTimeoutMs,
      )
    },
  }
}

async function startCluster(group: Group): Promise<RedisServer> {
  const ports = await freePorts(6)
  const places = [0, 1, 2].map((index) => ({ port: ports[index] ?? 0, bus: ports[index + 3] ?? 0 }))
  const nodes: Node[] = []
  for (const { port, bus } of places) {
    const lines = ['cluster-enabled yes', 'cluster-config-file nodes.conf', `cluster-port ${bus}`]
    nodes.push(await group.add({ port, lines, flags: ['-c'] }))
  }
  const [first] = nodes
  if (!first) throw new Error('no node')
  const isWhole = async () => {
    const all = await Promise.all(nodes.map(({ run }) => run('CLUSTER', 'INFO')))
    return all.every((info) => info.includes('cluster_state:ok') && info.includes('cluster_known_nodes:3'))
  }
  const settled = () => eventually(isWhole, () => 'the cluster is not complete', waitTimeoutMs)
  await group.start()
  const slots = ['0 5460', '5461 10922', '10923 16383']
  await Promise.all(nodes.map(({ run }, index) => run('CLUSTER', 'ADDSLOTSRANGE', ...(slots[index] ?? '').split(' '))))
  for (const { port, bus } of places.slice(1)) await first.run('CLUSTER', 'MEET', '127.0.0.1', `${port}`, `${bus}`)
  await settled()
  return {
    ...group.server,
    ports: places.map(({ port }) => port),
    tlsPorts: [],
    run: first.run,
    async start() {
      await group.start()
      await settled()
    },
  }
}

interface NodePlace {
  readonly port: number
  readonly tlsPort?: number
  readonly program?: 'redis-server' | 'redis-sentinel'
  /** Ports of its configuration. */
  readonly lines?: readonly string[]
  /** Port for clients. */
  readonly flags?: readonly string[]
}

interface Node {
  run(...command: readonly string[]): Promise<string>
  start(): Promise<void>
  kill(): Promise<void>
}

/** Servers with a common folder, CA and lifetime. */
interface Group {
  add(place: NodePlace): Promise<Node>
  start(): Promise<void>
  readonly server: Omit<RedisServer, 'ports' | 'tlsPorts' | 'run'>
}

/** Cleans up if the start fails. */
async function inGroup<S>(build: (group: Group) => Promise<S>): Promise<S> {
  const group = await createGroup()
  try {
    return await build(group)
  } catch (error) {
    await group.server.close()
    throw error
  }
}

async function createGroup(): Promise<Group> {
  const folder = await createTempFolder()
  const authority = await testAuthority()
  const { cert, key } = await authority.issue()
  await writeFile(join(folder.path, 'cert.pem'), cert)
  await writeFile(join(folder.path, 'key.pem'), key, { mode: 0o600 })
  const nodes: Node[] = []
  const all = async (act: (node: Node) => Promise<void>) => void (await Promise.all(nodes.map(act)))
  const kill = () => all((node) => node.kill())
  const start = () => all((node) => node.start())
  return {
    start,
    async add(place: NodePlace): Promise<Node> {
      const node = await createNode(folder.path, place)
      nodes.push(node)
      return node
    },
    server: {
      ...login,
      ca: authority.cert,
      kill,
      start,
      async close() {
        await kill()
        await folder.remove()
      },
    },
  }
}

async function createNode(folder: string, place: NodePlace): Promise<Node> {
  const { port, tlsPort, program = 'redis-server', lines = [], flags = [] } = place
  const data = join(folder, `${port}`)
  const file = join(data, 'redis.conf')
  await mkdir(data)
  await writeFile(file, [...configuration(folder, data, place), ...lines, ''].join('\n'))
  let running: RunningProcess | undefined
  const run: Node['run'] = async (...command) => {
    const reach = ['-h', '127.0.0.1', '-p', `${port}`, '-e', ...flags]
    const env = { ...process.env, ...(program === 'redis-server' && { REDISCLI_AUTH: login.password }) }
    const { stdout } = await promisify(execFile)('redis-cli', [...reach, ...command], { env, timeout: waitTimeoutMs })
    return stdout.trim()
  }
  return {
    run,
    async start() {
      const child = startProcess({ command: program, args: [file], cwd: '/' })
      running = child
      const ready = async () => {
        for (const one of [port, ...(tlsPort ? [tlsPort] : [])]) await waitForPort(one, '127.0.0.1', waitTimeoutMs)
        // It listens before it has loaded its data.
        let why = ''
        const answers = () =>
          run('PING').then(
            (answer) => answer === 'PONG',
            (error: unknown) => {
              why = String(error)
              return false
            },
          )
        await eventually(answers, () => `${program}: ${why}`, waitTimeoutMs)
      }
      await Promise.race([
        ready(),
        child.exited.then(() => Promise.reject(new Error(`${program} ended: ${child.output()}`))),
      ])
    },
    async kill() {
      await running?.kill()
      running = undefined
    },
  }
}

function configuration(folder: string, data: string, { port, tlsPort, program }: NodePlace): readonly string[] {
  const { username, password } = login
  return [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${data}`,
    ...(tlsPort
      ? [
          `tls-port ${tlsPort}`,
          `tls-cert-file ${folder}/cert.pem`,
          `tls-key-file ${folder}/key.pem`,
          `tls-ca-cert-file ${folder}/cert.pem`,
          'tls-auth-clients no',
        ]
      : []),
    ...(program === 'redis-sentinel'
      ? []
      : [
          'save ""',
          'appendonly yes',
          'appendfsync no',
          'repl-diskless-sync-delay 0',
          `requirepass ${password}`,
          `masterauth ${password}`,
          `user ${username} on >${password} ~* &* +@all`,
        ]),
  ]
}
