import { messageOf, type ServerAddress, writeHostPort } from '@mqdeck/contract'
import type { ResourceType } from '@mqdeck/kit'
import type { ClientOptions } from 'cassandra-driver'
import { type CheckedConnection, checkedType } from './checked.ts'
import { withDeadline } from './deadline.ts'
import { AnswerError, withoutValues } from './errors.ts'
import { readTlsOptionsForMany, type TlsSettings } from './tls.ts'

type Driver = typeof import('cassandra-driver')

type CassandraValue = string | number | bigint | boolean | null | Uint8Array

/** A Cassandra cluster with the connection pools of the driver. */
export interface CassandraConnection extends CheckedConnection {
  /**
   * Runs the statement once for each list of values, in one logged batch: all of it happens, or nothing.
   * Values are converted to the types of their columns.
   * @throws {AnswerError} (rejects) the cluster rejects the statement or a value; any other error means that it cannot be
   * reached or is not ready
   */
  readonly runAll: (
    statement: string,
    valuesOfEach: readonly (readonly CassandraValue[])[],
    ms: number,
    given?: AbortSignal,
  ) => Promise<void>
  /** Resolves if the cluster can prepare the statement, which is not run. Rejects as `runAll`. */
  readonly prepare: (statement: string, ms: number) => Promise<void>
}

export interface CassandraSettings {
  /** Addresses of some nodes; the others are discovered. */
  readonly servers: readonly ServerAddress[]
  readonly keyspace: string
  readonly username?: string | undefined
  readonly password?: string | undefined
  readonly pool_size: number
  readonly ssl: TlsSettings
  /** Folder that relative file names are resolved against. */
  readonly folder: string
}

const connectTimeoutMs = 4_500

export const cassandraType = (settings: CassandraSettings): ResourceType<CassandraConnection> =>
  checkedType(() => openConnection(settings))

async function openConnection(settings: CassandraSettings): Promise<CassandraConnection> {
  const { default: driver } = await import('cassandra-driver')
  const { default: handler } = await import('cassandra-driver/lib/prepare-handler.js')
  const options = await optionsOf(settings, driver)
  const client = new driver.Client(options)

  const columnsOf = async (statement: string) => {
    const { meta } = await handler.getPrepared(client, options.policies?.loadBalancing, statement, settings.keyspace)
    return meta.columns
  }

  async function inTime<T>(ms: number, work: () => Promise<T>, given?: AbortSignal): Promise<T> {
    given?.throwIfAborted()
    try {
      return await withDeadline(work(), ms)
    } catch (error) {
      throw wordsOf(error, settings.password ?? '', driver)
    }
  }

  const connection: CassandraConnection = {
    runAll: (statement, valuesOfEach, ms, given) =>
      inTime(
        ms,
        async () => {
          const columns = await columnsOf(statement)
          const queries = valuesOfEach.map((values) => ({
            query: statement,
            params: values.map((value, index) => toColumn(value, columns[index]?.type.code, driver)),
          }))
          const [only, ...others] = queries
          if (only && others.length === 0) await client.execute(statement, only.params, { prepare: true })
          else await client.batch(queries, { prepare: true, logged: true })
        },
        given,
      ),
    prepare: (statement, ms) => inTime(ms, () => columnsOf(statement).then(() => undefined)),
    check: () => inTime(connectTimeoutMs, () => client.execute('SELECT key FROM system.local')).then(() => undefined),
    close: () => void client.shutdown().catch(() => undefined),
  }
  try {
    await inTime(connectTimeoutMs, () => client.connect())
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

async function optionsOf(settings: CassandraSettings, driver: Driver): Promise<ClientOptions> {
  const { servers, keyspace, username, password, pool_size, ssl, folder } = settings
  const tls = await readTlsOptionsForMany(ssl, { folder })
  const { distance } = driver.types
  return {
    contactPoints: servers.map(writeHostPort),
    keyspace,
    ...(username && { authProvider: new driver.auth.PlainTextAuthProvider(username, password ?? '') }),
    ...(tls && { sslOptions: tls }),
    // All versions since Cassandra 2.2 have version 4.
    protocolOptions: { maxVersion: 4, ...(servers[0] && { port: servers[0].port }) },
    pooling: { coreConnectionsPerHost: { [distance.local]: pool_size, [distance.remote]: pool_size } },
    policies: {
      // No data center has to be named.
      loadBalancing: new driver.policies.loadBalancing.RoundRobinPolicy(),
      // The owner of the connection retries.
      retry: new driver.policies.retry.FallthroughRetryPolicy(),
    },
    socketOptions: { connectTimeout: connectTimeoutMs, readTimeout: 12_000 },
    isMetadataSyncEnabled: false,
  }
}

/**
 * The value for a column of this type. The driver does not convert: text must be strings, numbers numbers. Values that
 * do not fit are refused by the driver.
 */
function toColumn(value: CassandraValue, type: number | undefined, { types }: Driver): unknown {
  if (value === null) return null
  const { ascii, text, varchar, blob, boolean } = types.dataTypes
  const bytes = value instanceof Uint8Array ? Buffer.from(value) : undefined
  switch (type) {
    case ascii:
    case text:
    case varchar:
      return bytes ?? String(value)
    case blob:
      return bytes ?? Buffer.from(String(value))
    case boolean:
      return typeof value === 'string' ? value === 'true' : Boolean(value)
    default:
      if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
      // Digits can be used for numbers and times.
      return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : (bytes ?? value)
  }
}

function wordsOf(error: unknown, password: string, { errors, types }: Driver): Error {
  const cause = causeOf(error, errors)
  const text = withoutValues(messageOf(cause), [password])
  const codes = types.responseErrorCodes
  const passing: readonly number[] = [
    codes.serverError,
    codes.unavailableException,
    codes.overloaded,
    codes.isBootstrapping,
    codes.truncateError,
    codes.writeTimeout,
    codes.readTimeout,
    codes.readFailure,
    codes.writeFailure,
  ]
  const isAnswer = cause instanceof errors.ResponseError ? !passing.includes(cause.code) : cause instanceof TypeError
  return isAnswer ? new AnswerError(text) : new Error(text)
}

/** The error of a node, if none of them could be used. */
function causeOf(error: unknown, errors: Driver['errors']): unknown {
  if (!(error instanceof errors.NoHostAvailableError)) return error
  const [inner] = Object.values<unknown>(error.innerErrors ?? {})
  return inner ?? error
}
