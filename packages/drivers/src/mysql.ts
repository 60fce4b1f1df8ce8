import { connect } from 'node:net'
import type { ResourceType } from '@mqdeck/kit'
import type { Connection, SslOptions } from 'mysql2/promise'
import { AnswerError, messageOf, withoutValues } from './errors.ts'
import { createSqlType, openPatience, type Row, type SqlConnection, type SqlSession, type SqlSettings } from './sql.ts'
import { expectedName, readTlsOptions, type TlsOptions } from './tls.ts'

/** MySQL, MariaDB and what speaks like them. Statements are always prepared; their parameters are `?`. */
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
        connectTimeout: openPatience,
        ...(tls && secured(tls, settings)),
      })
      connection.on('error', onLost)
      connection.on('end', onLost)
      return connection
    },
    destroy: (connection) => connection.destroy(),
    async run(connection, statement, values) {
      try {
        const [rows] = await connection.execute(statement, values.map(toParameter))
        return Array.isArray(rows) ? (rows as Row[]) : [] // a list of rows, or the header of what is no SELECT
      } catch (error) {
        throw toError(error, values)
      }
    },
    async prepare(connection, statement) {
      try {
        // The driver would take the one that it remembers, whatever became of the table.
        connection.unprepare(statement)
        await connection.prepare(statement)
      } catch (error) {
        throw toError(error, [])
      }
    },
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
    // An address asks for no name.
    host: name ?? '127.0.0.1',
    ssl: options as SslOptions, // text, as read above
    stream: () => Object.assign(connect(server.port, server.host), { _host: name }),
  }
}

const toParameter = (value: unknown): string | number | boolean | null | Buffer => {
  if (value instanceof Uint8Array) return Buffer.from(value)
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return value === undefined || value === null ? null : String(value)
}

/** The server's own refusals have a state of SQL; those of the connection are fatal, or have none or one of class 08. */
function toError(error: unknown, values: readonly unknown[]): Error {
  const message = withoutValues(messageOf(error), values)
  const state = error instanceof Error && 'sqlState' in error ? error.sqlState : undefined
  const isFatal = error instanceof Error && 'fatal' in error && error.fatal === true
  const isAnswer = typeof state === 'string' && !state.startsWith('08') && !isFatal
  return isAnswer ? new AnswerError(message) : new Error(message)
}
