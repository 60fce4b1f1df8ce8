import { createSecureContext } from 'node:tls'
import { messageOf, type ServerAddress } from '@mqdeck/contract'
import type { ResourceType } from '@mqdeck/kit'
import type { MongoClient, MongoClientOptions, TopologyDescription } from 'mongodb'
import { type CheckedConnection, checkedType } from './checked.ts'
import { AnswerError, withoutValues } from './errors.ts'
import { readTlsOptions, readTlsOptionsForMany, type TlsSettings } from './tls.ts'

type Document = Readonly<Record<string, unknown>>
type Driver = typeof import('mongodb')

export interface MongodbFind {
  readonly collection: string
  /** Sent unchanged: callers must insert untrusted input only as values. */
  readonly filter: Document
  readonly limit: number
  readonly skip?: number
}

/** A MongoDB server, replica set or sharded cluster with the connection pool of the driver. */
export interface MongodbConnection extends CheckedConnection {
  /**
   * Documents with plain values: numbers of 64 bits become numbers, bytes a Buffer.
   * @param ms in total, including server selection and the wait for a connection
   * @throws {AnswerError} (rejects) the server rejects the query; any other error means that it cannot be reached
   */
  readonly find: (query: MongodbFind, ms: number) => Promise<readonly Document[]>
  /**
   * Writes all of them, in their order, until one is refused. Whole numbers are bigints, other numbers floats; dates are dates.
   * Rejects as `find`, also for what MongoDB has no number for.
   */
  readonly insert: (
    collection: string,
    documents: readonly Document[],
    ms: number,
    given?: AbortSignal,
  ) => Promise<void>
}

/** Addresses of the deployment. */
export type MongodbPlace =
  | { readonly mongo_type: 'single'; readonly server: ServerAddress }
  | {
      readonly mongo_type: 'rs'
      /** Addresses of some members; the others are discovered. */
      readonly servers: readonly ServerAddress[]
      readonly replica_set_name: string
      /** `slave_ok` reads from a secondary where there is one. */
      readonly r_mode: 'master' | 'slave_ok'
    }
  /** Routers (`mongos`). */
  | { readonly mongo_type: 'sharded'; readonly servers: readonly ServerAddress[] }

/** Timeouts in milliseconds and connection limits. The driver has defaults for omitted values. */
export interface MongodbTopology {
  /** Connections that may be opened beyond the pool while all of it is in use. */
  readonly max_overflow?: number | undefined
  /** How long a connection that is not used stays open. */
  readonly overflow_ttl?: number | undefined
  readonly local_threshold_ms?: number | undefined
  readonly connect_timeout_ms?: number | undefined
  readonly socket_timeout_ms?: number | undefined
  readonly server_selection_timeout_ms?: number | undefined
  readonly wait_queue_timeout_ms?: number | undefined
  readonly heartbeat_frequency_ms?: number | undefined
  readonly min_heartbeat_frequency_ms?: number | undefined
}

export type MongodbSettings = MongodbPlace & {
  readonly database: string
  readonly username?: string | undefined
  readonly password?: string | undefined
  /** Authentication database; default `admin`. */
  readonly auth_source?: string | undefined
  /** The servers are those that DNS has for `_mongodb._tcp.` and the (first) name (RFC 2782). */
  readonly srv_record: boolean
  /** `safe`: a write is done when most members of a replica set have it; `unsafe`: when the server has it. */
  readonly w_mode: 'unsafe' | 'safe'
  readonly topology: MongodbTopology
  readonly pool_size: number
  readonly ssl: TlsSettings
  /** Folder that relative file names are resolved against. */
  readonly folder: string
}

/** Milliseconds for selecting a server and opening a connection. */
const connectTimeoutMs = 4_500
/** Shorter for the driver, because its error is more precise. */
const driverPatience = 4_000
/** Default for the milliseconds without a response after which a connection is closed. */
const defaultSocketTimeoutMs = 30_000

export const mongodbType = (settings: MongodbSettings): ResourceType<MongodbConnection> =>
  checkedType(() => openConnection(settings))

async function openConnection(settings: MongodbSettings): Promise<MongodbConnection> {
  const driver = await import('mongodb')
  const client = new driver.MongoClient(addressOf(settings), await optionsOf(settings))
  const database = client.db(settings.database)
  const onLost = watch(client)

  /** Rejects after `ms`, or immediately when no server is reachable. */
  async function inTime<T>(ms: number, work: (signal: AbortSignal) => Promise<T>, given?: AbortSignal): Promise<T> {
    const own = new AbortController()
    const onGivenUp = () => own.abort(new Error('given up'))
    given?.addEventListener('abort', onGivenUp)
    const ended = new Promise<never>((_, reject) => {
      own.signal.addEventListener('abort', () => reject(own.signal.reason))
    })
    const timer = setTimeout(() => own.abort(new Error(`no answer within ${ms} ms`)), ms)
    const forget = onLost((reason) => own.abort(new Error(reason)))
    try {
      return await Promise.race([work(own.signal), ended])
    } catch (error) {
      const text = withoutValues(wordsOf(error, driver), [settings.password ?? ''])
      // For several writes, a lost connection is reported as a server error without a code.
      const code = error instanceof driver.MongoServerError ? error.code : undefined
      const isAnswer = typeof code === 'number' && !passing.includes(code)
      throw isAnswer ? new AnswerError(text) : new Error(text)
    } finally {
      clearTimeout(timer)
      given?.removeEventListener('abort', onGivenUp)
      forget()
    }
  }

  return {
    find: ({ collection, filter, limit, skip = 0 }, ms) =>
      inTime(ms, (signal) =>
        database.collection(collection).find(filter, { limit, skip, maxTimeMS: ms, signal }).toArray(),
      ),
    async insert(collection, documents, ms, given) {
      const stored = documents.map((one) => toDocument(driver, one))
      await inTime(ms, () => database.collection(collection).insertMany(stored), given)
    },
    async check() {
      // A ping needs no permission. The login is checked when a connection opens.
      await inTime(connectTimeoutMs, (signal) => database.command({ ping: 1 }, { signal }))
    },
    close: () => void client.close().catch(() => undefined),
  }
}

/** Copies documents, because the driver adds `_id` to them. */
const toDocument = (driver: Driver, document: Document): Record<string, unknown> =>
  Object.fromEntries(Object.entries(document).map(([key, value]) => [key, toStored(driver, value)]))

/** As EMQX: the shorter of the two kinds of whole numbers that holds it. */
function toStored(driver: Driver, value: unknown): unknown {
  if (typeof value === 'bigint') {
    if (BigInt.asIntN(64, value) !== value) throw new AnswerError('an integer has more than 64 bits')
    return BigInt.asIntN(32, value) === value ? new driver.Int32(Number(value)) : driver.Long.fromBigInt(value)
  }
  if (typeof value === 'number') return new driver.Double(value)
  if (value instanceof Uint8Array) return new driver.Binary(value)
  if (Array.isArray(value)) return value.map((one) => toStored(driver, one))
  return isPlain(value) ? toDocument(driver, value) : value
}

/** Whether a value is a plain object and not a BSON type. */
const isPlain = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/**
 * The driver looks for a server until its timeout. When all servers have failed, the reason is known immediately.
 * @returns a function that subscribes a listener, which is called with the reason each time that no server is left
 */
function watch(client: MongoClient): (listener: (reason: string) => void) => () => void {
  const listeners = new Set<(reason: string) => void>()
  client.on('topologyDescriptionChanged', ({ newDescription }) => {
    const reason = failureOf(newDescription)
    if (reason !== undefined) for (const listener of [...listeners]) listener(reason)
  })
  return (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
}

/** Errors of all servers; undefined while one may still be available. */
function failureOf({ servers, type, setName }: TopologyDescription): string | undefined {
  // The driver forgets those that turn out to be something else.
  if (type === 'ReplicaSetNoPrimary' && servers.size === 0)
    return `none of the servers is a member of the replica set ${setName}`
  const errors = [...servers.values()].map(({ error }) => error)
  if (errors.length === 0 || errors.some((error) => error === null)) return undefined
  return messageOf(new AggregateError(errors))
}

function addressOf(settings: MongodbSettings): string {
  const servers = settings.mongo_type === 'single' ? [settings.server] : settings.servers
  const [first] = servers
  if (settings.srv_record) return `mongodb+srv://${first?.host ?? ''}/`
  return `mongodb://${servers.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`).join(',')}/`
}

async function optionsOf(settings: MongodbSettings): Promise<MongoClientOptions> {
  const { username, password, auth_source: authSource = 'admin', topology, pool_size: size } = settings
  return {
    appName: 'MQDeck',
    ...(settings.mongo_type === 'single' && { directConnection: !settings.srv_record }),
    ...(settings.mongo_type === 'rs' && {
      replicaSet: settings.replica_set_name,
      readPreference: settings.r_mode === 'slave_ok' ? 'secondaryPreferred' : 'primary',
    }),
    ...(username && { auth: { username, password: password ?? '' }, authSource }),
    promoteBuffers: true,
    writeConcern: { w: settings.w_mode === 'safe' ? 'majority' : 1 },
    // The caller decides about retries, because a client waits for the response.
    retryReads: false,
    retryWrites: false,
    maxPoolSize: size + (topology.max_overflow ?? 0),
    serverSelectionTimeoutMS: Math.min(topology.server_selection_timeout_ms ?? driverPatience, driverPatience),
    connectTimeoutMS: Math.min(topology.connect_timeout_ms ?? driverPatience, driverPatience),
    // A cancelled command may keep running on the server. This timeout closes its connection.
    socketTimeoutMS: topology.socket_timeout_ms ?? defaultSocketTimeoutMs,
    ...defined({
      maxIdleTimeMS: topology.overflow_ttl,
      localThresholdMS: topology.local_threshold_ms,
      waitQueueTimeoutMS: topology.wait_queue_timeout_ms,
      heartbeatFrequencyMS: topology.heartbeat_frequency_ms,
      minHeartbeatFrequencyMS: topology.min_heartbeat_frequency_ms,
    }),
    ...(await securedBy(settings)),
  }
}

const defined = (options: Readonly<Record<string, number | undefined>>) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))

/** TLS is said in any case: addresses of the kind `mongodb+srv` would turn it on. */
async function securedBy(settings: MongodbSettings): Promise<MongoClientOptions> {
  const { ssl, folder } = settings
  const isOne = settings.mongo_type === 'single' && !settings.srv_record
  const tls = isOne
    ? await readTlsOptions(ssl, { host: settings.server.host, folder })
    : await readTlsOptionsForMany(ssl, { folder })
  if (!tls) return { tls: false }
  const { rejectUnauthorized, servername, checkServerIdentity, ...context } = tls
  return {
    tls: true,
    rejectUnauthorized,
    // The driver has no option for TLS versions, but accepts a context that has them.
    secureContext: createSecureContext(context),
    ...(servername !== undefined && { servername }),
    ...(checkServerIdentity && { checkServerIdentity }),
  }
}

/**
 * Errors of the server after which the same command can succeed later, with another server or login: wrong login,
 * shutting down, not primary; host unreachable (6, 7, 89, 9001), timeout (50, 262), write conflict (112), disk full
 * (14031).
 */
const passing = [6, 7, 18, 50, 89, 91, 112, 189, 262, 9_001, 10_107, 11_600, 11_602, 13_435, 13_436, 14_031]

/** That the driver's time for finding a server is over says less than why there was none. */
function wordsOf(error: unknown, { MongoSystemError }: Driver): string {
  const found = error instanceof MongoSystemError ? error.reason : undefined
  return (found && failureOf(found)) ?? messageOf(error)
}
