import { connect } from 'node:net'
import { messageOf } from '@mqdeck/contract'
import type { ResourceType } from '@mqdeck/kit'
import type { Connection, QueryError, SslOptions } from 'mysql2/promise'
import { AnswerError, withoutValues } from './errors.ts'
import {
  connectTimeoutMs,
  createSqlType,
  type SqlConnection,
  type SqlRow,
  type SqlSession,
  type SqlSettings,
} from './sql.ts'
import { expectedName, readTlsOptions, type TlsOptions } from './tls.ts'

/** MySQL, MariaDB and compatible databases. Statements are always prepared. Parameters are `?`. */
export const mysqlType = (settings: SqlSettings): ResourceType<SqlConnection> =>
  createSqlType(() => openSession(settings), settings)

async function openSession(settings: SqlSettings): Promise<SqlSession<Connection>> {
  const { createConnection } = await import('mysql2/promise')
  const { database, username, password } = settings
  const { host, port } = settings.server
  return {
    async open(onLost) {
      const tls = await readTlsOptions(settings.ssl, { host, folder: settings.folder })
      const connection = await createConnection({
        host,
        port,
        database,
        user: username ?? '',
        password: password ?? '',
        charset: 'utf8mb4',
        connectTimeout: connectTimeoutMs,
        // The server allows a few thousand in total, so the least recently used ones are closed.
        maxPreparedStatements: 100,
        ...(tls && secured(tls, settings)),
      })
      connection.on('error', onLost)
      connection.on('end', onLost)
      return connection
    },
    destroy: (connection) => connection.destroy(),
    run,
    async runAll(connection, statement, valuesOfEach) {
      await inTransaction(connection, async () => {
        for (const values of valuesOfEach) await run(connection, statement, values)
      })
    },
    async prepare(connection, statement) {
      try {
        // The driver would use its cached statement, even if the table has changed.
        connection.unprepare(statement)
        await connection.prepare(statement)
      } catch (error) {
        throw toQueryError(error, [])
      }
    },
  }
}

async function run(connection: Connection, statement: string, values: readonly unknown[]): Promise<readonly SqlRow[]> {
  try {
    const [rows] = await connection.execute(statement, values.map(toParameter))
    return Array.isArray(rows) ? (rows as SqlRow[]) : [] // a list of rows for SELECT, otherwise a header
  } catch (error) {
    throw toQueryError(error, values)
  }
}

async function inTransaction(connection: Connection, work: () => Promise<void>): Promise<void> {
  try {
    await connection.beginTransaction()
    await work()
    await connection.commit()
  } catch (error) {
    // Otherwise the connection is closed, which rolls back the transaction.
    if (error instanceof AnswerError) await connection.rollback()
    throw error instanceof AnswerError ? error : toQueryError(error, [])
  }
}

/**
 * The driver takes no name to check. It uses that of its host, which is free to be any as soon as the socket is ours; and that
 * of the socket where the host is an address.
 */
function secured(tls: TlsOptions, { ssl, server }: SqlSettings) {
  const name = expectedName(ssl, server.host)
  const { ca, cert, key, passphrase, ciphers, minVersion, maxVersion, rejectUnauthorized } = tls
  const verifyIdentity = name !== undefined
  const options = { ca, cert, key, passphrase, ciphers, minVersion, maxVersion, rejectUnauthorized, verifyIdentity }
  return {
    // Server name indication is not used for IP addresses.
    host: name ?? '127.0.0.1',
    ssl: options as SslOptions, // strings, as read above
    stream: () => Object.assign(connect(server.port, server.host), { _host: name }),
  }
}

const toParameter = (value: unknown): string | number | boolean | null | Buffer => {
  if (value instanceof Uint8Array) return Buffer.from(value)
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return value === undefined || value === null ? null : String(value)
}

/**
 * Errors of the server have an SQL state. Errors of the connection are fatal, or have no state or class 08. Some
 * statements can succeed later or on another server.
 */
function toQueryError(error: unknown, values: readonly unknown[]): Error {
  const message = withoutValues(messageOf(error), values)
  if (!(error instanceof Error)) return new Error(message)
  const { sqlState: state, fatal, errno } = error as Partial<QueryError> // from the driver or another source
  if (errno === tooLarge) return new AnswerError(message)
  const isAnswer = typeof state === 'string' && !state.startsWith('08') && fatal !== true
  return isAnswer && !passing.has(Number(errno)) ? new AnswerError(message) : new Error(message)
}

/** A packet with more bytes than the server takes: it ends the connection then, too. */
const tooLarge = 1153

const passing: ReadonlySet<number> = new Set([
  1021, // disk full
  1040, // too many connections
  1053, // shutting down
  1203, // too many connections of this user
  1205, // lock wait timeout
  1213, // deadlock
  1226, // hourly limit of the user
  1290, // read only: the primary is another server now
  1461, // too many prepared statements
  1792, // read only transaction
  1836, // read only mode
  1927, // connection killed
])
