import { messageOf, type ServerAddress, toError } from '@mqdeck/contract'
import { BatchError, type ResourceType } from '@mqdeck/kit'
import type { Cluster, Redis, RedisOptions } from 'ioredis'
import { type CheckedConnection, checkedType } from './checked.ts'
import { AnswerError, withoutValues } from './errors.ts'
import { createPool, type PoolType } from './pool.ts'
import { readTlsOptions, readTlsOptionsForMany, type TlsSettings } from './tls.ts'

/** A Redis server, sentinel group or cluster with a connection pool. */
export interface RedisConnection extends CheckedConnection {
  /**
   * Runs one command. Its arguments are sent as values: they cannot add another argument or command.
   * @param ms in total, including the wait for a connection and opening it
   * @returns texts, whole numbers, null, or lists of these; `HGETALL` answers names and values in turns
   * @throws {AnswerError} (rejects) the server rejects the command; any other error means that the connection failed
   */
  readonly command: (name: string, args: readonly string[], ms: number) => Promise<unknown>
  /**
   * Sends the commands together, in their order, and waits for all responses; `given` aborts it. The nodes of a cluster
   * run their commands in parallel.
   * @throws {BatchError} (rejects) some commands failed, with the error of each
   */
  readonly commands: (
    commands: readonly RedisCommandLine[],
    ms: number,
    given?: AbortSignal,
  ) => Promise<readonly unknown[]>
}

/** Name and arguments of a command. */
export type RedisCommandLine = readonly [name: string, ...args: readonly (string | Uint8Array)[]]

/** Addresses of the deployment. */
export type RedisPlace =
  | { readonly redis_type: 'single'; readonly server: ServerAddress; readonly database: number }
  | {
      readonly redis_type: 'sentinel'
      /** Addresses of the sentinels. */
      readonly servers: readonly ServerAddress[]
      /** Name of the master. */
      readonly sentinel: string
      readonly database: number
    }
  /** Addresses of some nodes; the others are discovered. */
  | { readonly redis_type: 'cluster'; readonly servers: readonly ServerAddress[] }

export type RedisSettings = RedisPlace & {
  readonly username?: string | undefined
  /** No authentication if it is undefined. Not used for sentinels. */
  readonly password?: string | undefined
  readonly pool_size: number
  readonly ssl: TlsSettings
  /** Folder that relative file names are resolved against. */
  readonly folder: string
}

type Client = Redis | Cluster
type Ioredis = typeof import('ioredis')

/** Milliseconds for opening a connection. */
const connectTimeoutMs = 4_500

/** Redis, Valkey and compatible servers. */
export const redisType = (settings: RedisSettings): ResourceType<RedisConnection> =>
  checkedType(async () => {
    const ioredis = await import('ioredis')
    const pool = createPool(poolType(ioredis, settings), settings.pool_size)
    return {
      close: pool.close,
      command: (name, args, ms) => pool.use(ms, (client) => run(client, name, args)),
      async commands(lines, ms, given): Promise<readonly unknown[]> {
        const results = await pool.use(ms, (client) => runAll(client, lines), given)
        const errors = results.map(({ error }) => error)
        if (errors.some((error) => error !== undefined)) throw new BatchError(errors)
        return results.map(({ answer }) => answer)
      },
      check: () => pool.use(connectTimeoutMs, (client) => probe(client, settings)),
    }
  })

const poolType = (ioredis: Ioredis, settings: RedisSettings): PoolType<Client> => ({
  async open(onLost) {
    const client = await openClient(ioredis, settings)
    client.once('end', onLost)
    if (client.status === 'end') onLost()
    return client
  },
  destroy: (client) => client.disconnect(),
})

async function openClient(ioredis: Ioredis, settings: RedisSettings): Promise<Client> {
  switch (settings.redis_type) {
    case 'single':
      return openServer(ioredis, settings.server, settings, (client) => enter(client, settings, settings.database))
    case 'sentinel':
      return openServer(ioredis, await findMaster(ioredis, settings), settings, (client) =>
        enter(client, settings, settings.database),
      )
    case 'cluster':
      return openCluster(ioredis, settings)
  }
}

const options = {
  lazyConnect: true,
  // The pool replaces lost connections. Commands that were sent are not repeated.
  retryStrategy: null,
  autoResendUnfulfilledCommands: false,
  connectTimeout: connectTimeoutMs,
  disconnectTimeout: 100,
  enableReadyCheck: false,
  disableClientInfo: true,
  protocol: 2,
} as const satisfies RedisOptions

async function openServer(
  { Redis }: Ioredis,
  { host, port }: ServerAddress,
  { ssl, folder, password }: RedisSettings,
  greet: (client: Redis) => Promise<void>,
): Promise<Redis> {
  const tls = await readTlsOptions(ssl, { host, folder })
  const client = new Redis({ ...options, host, port, tls })
  return opened(client, [password], async () => {
    await client.connect()
    await greet(client)
  })
}

async function enter(client: Redis, settings: RedisSettings, database: number): Promise<void> {
  const { username, password } = settings
  // Sent by ourselves, because the driver ignores errors if the server requires no password or does not know usernames.
  if (password) await run(client, 'AUTH', username ? [username, password] : [password])
  if (database !== 0) await run(client, 'SELECT', [`${database}`])
  await probe(client, settings)
}

/** Uses the first sentinel that responds. */
const findMaster = (ioredis: Ioredis, settings: RedisSettings & { readonly redis_type: 'sentinel' }) =>
  firstOf(settings.servers, async (server): Promise<ServerAddress> => {
    let answer: unknown
    const sentinel = await openServer(ioredis, server, settings, async (client) => {
      answer = await run(client, 'SENTINEL', ['get-master-addr-by-name', settings.sentinel])
    })
    sentinel.disconnect()
    const [host, port]: readonly unknown[] = Array.isArray(answer) ? answer : []
    if (typeof host === 'string' && Number(port) > 0) return { host, port: Number(port) }
    throw new Error(`the sentinel ${server.host}:${server.port} has no master named ${settings.sentinel}`)
  })

/** Tries all of them in parallel. If all fail, the error contains all reasons. */
async function firstOf<T>(servers: readonly ServerAddress[], ask: (server: ServerAddress) => Promise<T>): Promise<T> {
  try {
    return await Promise.any(servers.map(ask))
  } catch (error) {
    throw new Error(messageOf(error))
  }
}

async function openCluster(
  ioredis: Ioredis,
  settings: RedisSettings & { readonly redis_type: 'cluster' },
): Promise<Cluster> {
  const { servers, username, password } = settings
  // The driver does not report why it cannot use a node.
  const entrance = await firstOf(servers, async (server) => {
    const node = await openServer(ioredis, server, settings, (client) => enter(client, settings, 0))
    node.disconnect()
    return server
  })
  const tls = await readTlsOptionsForMany(settings.ssl, settings)
  const cluster = new ioredis.Cluster([{ ...entrance }], {
    lazyConnect: true,
    clusterRetryStrategy: null,
    enableReadyCheck: false,
    slotsRefreshTimeout: connectTimeoutMs,
    // Host names are not resolved, because certificates contain them.
    dnsLookup: (address, done) => done(null, address),
    redisOptions: { ...options, username: username || undefined, password: password || undefined, tls },
  })
  return opened(cluster, [password], async () => {
    await cluster.connect()
    await probe(cluster, settings)
  })
}

/**
 * Resolves when the client is ready, or closes it after the timeout. The error of the client only says that it is
 * closed: the reason is in its first event.
 */
async function opened<C extends Client>(
  client: C,
  secrets: readonly unknown[],
  greet: () => Promise<void>,
): Promise<C> {
  let reason: unknown
  const remember = (error: unknown) => {
    reason ??= error
  }
  client.on('error', remember)
  client.on('node error', remember)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${connectTimeoutMs} ms`)), connectTimeoutMs)
  })
  try {
    await Promise.race([greet(), late])
    return client
  } catch (error) {
    client.disconnect()
    throw new Error(withoutValues(messageOf(reason ?? error), secrets))
  } finally {
    clearTimeout(timer)
  }
}

/** A permission error also shows that the server responds. */
async function probe(client: Client, { redis_type: type }: RedisSettings): Promise<void> {
  try {
    if (type === 'single') await run(client, 'PING', [])
    if (type === 'sentinel') {
      const role = await run(client, 'ROLE', [])
      if (!Array.isArray(role) || role[0] !== 'master') throw new Error('the server is no longer the master')
    }
    if (type === 'cluster') {
      const info = await run(client, 'CLUSTER', ['INFO'])
      if (!String(info).includes('cluster_state:ok')) throw new Error('the cluster is down: cluster_state is not ok')
    }
  } catch (error) {
    if (!(error instanceof AnswerError && error.message.startsWith('NOPERM'))) throw error
  }
}

interface Result {
  readonly answer?: unknown
  readonly error?: Error
}

/** Rejects if the connection is unusable. */
async function runAll(client: Client, lines: readonly RedisCommandLine[]): Promise<readonly Result[]> {
  const results = 'nodes' in client ? await runBeside(client, lines) : await runInRow(client, lines)
  const errors = results.map(({ error }) => error)
  if (errors.some((error) => error && !(error instanceof AnswerError))) throw new BatchError(errors)
  return results
}

/** Sends all commands in one packet. */
async function runInRow(client: Redis, lines: readonly RedisCommandLine[]): Promise<readonly Result[]> {
  const row = client.pipeline()
  for (const [name, ...args] of lines) row.call(name.toUpperCase(), ...args.map(toArgument))
  const answers = (await row.exec()) ?? []
  return lines.map(([, ...args], index) => {
    const [error, answer] = answers[index] ?? [new Error('there was no answer')]
    return error ? { error: toQueryError(error, args) } : { answer }
  })
}

/** Sends each command to the node with its key. */
const runBeside = (client: Cluster, lines: readonly RedisCommandLine[]): Promise<readonly Result[]> =>
  Promise.all(
    lines.map(([name, ...args]) =>
      run(client, name, args).then(
        (answer): Result => ({ answer }),
        (error: unknown): Result => ({ error: toError(error) }),
      ),
    ),
  )

async function run(client: Client, name: string, args: readonly (string | Uint8Array)[]): Promise<unknown> {
  try {
    // In upper case, because the driver converts the responses of lower-case commands to objects.
    return await client.call(name.toUpperCase(), ...args.map(toArgument))
  } catch (error) {
    throw toQueryError(error, args)
  }
}

const toArgument = (value: string | Uint8Array): string | Buffer =>
  typeof value === 'string' ? value : Buffer.from(value)

/** Error codes of the server for which a retry or another connection may succeed. */
const passing = /^(LOADING|CLUSTERDOWN|MASTERDOWN|READONLY|NOAUTH|BUSY|TRYAGAIN|OOM|MISCONF|NOREPLICAS|UNBLOCKED)\b/

function toQueryError(error: unknown, args: readonly unknown[]): Error {
  const message = withoutValues(messageOf(error), args)
  const isAnswer = error instanceof Error && error.name === 'ReplyError' && !passing.test(error.message)
  return isAnswer ? new AnswerError(message) : new Error(message)
}
