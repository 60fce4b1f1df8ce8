import type { ServerAddress } from '@mqdeck/contract'
import { BatchError, type ResourceType } from '@mqdeck/kit'
import type { Cluster, Redis, RedisOptions } from 'ioredis'
import { type CheckedConnection, checkedType } from './checked.ts'
import { AnswerError, messageOf, withoutValues } from './errors.ts'
import { createPool, type PoolType } from './pool.ts'
import { readTlsOptions, readTlsOptionsForMany, type TlsSettings } from './tls.ts'

/** A server of Redis, or several that act as one, reached through a pool. */
export interface RedisConnection extends CheckedConnection {
  /**
   * Runs one command. Its arguments are values as they stand: nothing in them begins another argument or command.
   * @param ms of everything together: waiting for a connection, opening it, the answer
   * @returns texts, whole numbers, null, or lists of these; `HGETALL` answers names and values in turns
   * @throws {AnswerError} (rejects) the server has refused the command; any other error means that the connection failed
   */
  readonly command: (name: string, args: readonly string[], ms: number) => Promise<unknown>
  /**
   * Sends the commands at once, in their order, and waits for all of the answers; `given` gives it up. Of a cluster, nodes run
   * theirs beside each other.
   * @throws {BatchError} (rejects) some were refused or did not arrive, with the reason of each
   */
  readonly commands: (
    commands: readonly RedisCommandLine[],
    ms: number,
    given?: AbortSignal,
  ) => Promise<readonly unknown[]>
}

/** The name of a command and its arguments. */
export type RedisCommandLine = readonly [name: string, ...args: readonly (string | Uint8Array)[]]

/** Where to find the server. */
export type RedisPlace =
  | { readonly redis_type: 'single'; readonly server: ServerAddress; readonly database: number }
  | {
      readonly redis_type: 'sentinel'
      /** The sentinels, who know which server is the master. */
      readonly servers: readonly ServerAddress[]
      /** What they call it. */
      readonly sentinel: string
      readonly database: number
    }
  /** Some of its nodes; they know the others. */
  | { readonly redis_type: 'cluster'; readonly servers: readonly ServerAddress[] }

export type RedisSettings = RedisPlace & {
  readonly username?: string | undefined
  /** Without one nobody logs in. Sentinels are asked without it. */
  readonly password?: string | undefined
  readonly pool_size: number
  readonly ssl: TlsSettings
  /** Relative names of files mean this folder. */
  readonly folder: string
}

type Client = Redis | Cluster
type Ioredis = typeof import('ioredis')

/** Milliseconds that a connection may take to open. */
const openPatience = 4_500

/** Redis, Valkey and what speaks like them. */
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
      check: () => pool.use(openPatience, (client) => probe(client, settings)),
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
  // What is lost is opened anew by the pool, and what was sent by then is not sent again.
  retryStrategy: null,
  autoResendUnfulfilledCommands: false,
  connectTimeout: openPatience,
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
  // By hand: the driver would go on without a word where the server asks for no password, or takes no user name.
  if (password) await run(client, 'AUTH', username ? [username, password] : [password])
  if (database !== 0) await run(client, 'SELECT', [`${database}`])
  await probe(client, settings)
}

/** The first sentinel that answers decides. */
const findMaster = (ioredis: Ioredis, settings: RedisSettings & { readonly redis_type: 'sentinel' }) =>
  firstOf(settings.servers, async (server): Promise<ServerAddress> => {
    let answer: unknown
    const sentinel = await openServer(ioredis, server, settings, async (client) => {
      answer = await run(client, 'SENTINEL', ['get-master-addr-by-name', settings.sentinel])
    })
    sentinel.disconnect()
    const [host, port]: readonly unknown[] = Array.isArray(answer) ? answer : []
    if (typeof host === 'string' && Number(port) > 0) return { host, port: Number(port) }
    throw new Error(`the sentinel ${server.host}:${server.port} knows no master named ${settings.sentinel}`)
  })

/** Asks all of them at once; when none can be used the reason is everybody's. */
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
  // The driver would not say why it cannot use a node.
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
    slotsRefreshTimeout: openPatience,
    // Names stay names: certificates are for them.
    dnsLookup: (address, done) => done(null, address),
    redisOptions: { ...options, username: username || undefined, password: password || undefined, tls },
  })
  return opened(cluster, [password], async () => {
    await cluster.connect()
    await probe(cluster, settings)
  })
}

/**
 * Resolves when the client is ready for use, in time; otherwise it is ended. The client itself would say no more than that it is
 * closed: the reason is in the first of its events.
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
    timer = setTimeout(() => reject(new Error(`no answer within ${openPatience} ms`)), openPatience)
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

/** That it may not be asked is an answer, too. */
async function probe(client: Client, { redis_type: type }: RedisSettings): Promise<void> {
  try {
    if (type === 'single') await run(client, 'PING', [])
    if (type === 'sentinel') {
      const role = await run(client, 'ROLE', [])
      if (!Array.isArray(role) || role[0] !== 'master') throw new Error('the server is not the master any more')
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

/** Rejects when this connection is of no more use. */
async function runAll(client: Client, lines: readonly RedisCommandLine[]): Promise<readonly Result[]> {
  const results = 'nodes' in client ? await runBeside(client, lines) : await runInRow(client, lines)
  const errors = results.map(({ error }) => error)
  if (errors.some((error) => error && !(error instanceof AnswerError))) throw new BatchError(errors)
  return results
}

/** In one packet. */
async function runInRow(client: Redis, lines: readonly RedisCommandLine[]): Promise<readonly Result[]> {
  const row = client.pipeline()
  for (const [name, ...args] of lines) row.call(name.toUpperCase(), ...args.map(toArgument))
  const answers = (await row.exec()) ?? []
  return lines.map(([, ...args], index) => {
    const [error, answer] = answers[index] ?? [new Error('there was no answer')]
    return error ? { error: toError(error, args) } : { answer }
  })
}

/** Each goes to the node that has its key. */
const runBeside = (client: Cluster, lines: readonly RedisCommandLine[]): Promise<readonly Result[]> =>
  Promise.all(
    lines.map(([name, ...args]) =>
      run(client, name, args).then(
        (answer): Result => ({ answer }),
        (error: unknown): Result => ({ error: error instanceof Error ? error : new Error(String(error)) }),
      ),
    ),
  )

async function run(client: Client, name: string, args: readonly (string | Uint8Array)[]): Promise<unknown> {
  try {
    // In capitals: the answers to names in small letters it would turn into objects.
    return await client.call(name.toUpperCase(), ...args.map(toArgument))
  } catch (error) {
    throw toError(error, args)
  }
}

const toArgument = (value: string | Uint8Array): string | Buffer =>
  typeof value === 'string' ? value : Buffer.from(value)

/** Of the server's refusals, these say that another connection, or another moment, may do better. */
const passing = /^(LOADING|CLUSTERDOWN|MASTERDOWN|READONLY|NOAUTH|BUSY|TRYAGAIN|OOM|MISCONF|NOREPLICAS|UNBLOCKED)\b/

function toError(error: unknown, args: readonly unknown[]): Error {
  const message = withoutValues(messageOf(error), args)
  const isAnswer = error instanceof Error && error.name === 'ReplyError' && !passing.test(error.message)
  return isAnswer ? new AnswerError(message) : new Error(message)
}
