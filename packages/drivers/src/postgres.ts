import { Socket } from 'node:net'
import { messageOf } from '@mqdeck/contract'
import type { ResourceType } from '@mqdeck/kit'
import type { Client } from 'pg'
import { AnswerError, withoutValues } from './errors.ts'
import {
  connectTimeoutMs,
  createSqlType,
  type SqlConnection,
  type SqlRow,
  type SqlSession,
  type SqlSettings,
} from './sql.ts'
import { readTlsOptions } from './tls.ts'

export interface PostgresSettings extends SqlSettings {
  /** Prepares statements for each use, for poolers that use a different connection for each transaction. */
  readonly disable_prepared_statements: boolean
}

/** PostgreSQL and compatible databases. Parameters are `$1`, `$2` ... and are always sent separately. */
export const postgresType = (settings: PostgresSettings): ResourceType<SqlConnection> =>
  createSqlType(() => openSession(settings), settings)

async function openSession(settings: PostgresSettings): Promise<SqlSession<Client>> {
  const { default: pg } = await import('pg')
  const { database, username, password } = settings
  const { host, port } = settings.server
  const nameOf = createNames()

  async function run(client: Client, text: string, values: readonly unknown[]): Promise<readonly SqlRow[]> {
    const name = settings.disable_prepared_statements ? undefined : nameOf(text)
    try {
      const { rows } = await client.query<SqlRow>({ text, values: values.map(toParameter), ...(name && { name }) })
      return rows
    } catch (error) {
      throw toQueryError(error, values)
    }
  }

  return {
    async open(onLost) {
      const tls = await readTlsOptions(settings.ssl, { host, folder: settings.folder })
      const client = new pg.Client({
        // The driver takes missing options from the environment and from files of the user that runs the broker.
        host: tls ? unnamed : host,
        port,
        database,
        user: username ?? '',
        password: () => password ?? '',
        connectionTimeoutMillis: connectTimeoutMs,
        // Statements of a transaction are sent together, without waiting for each response.
        pipeline: true,
        ssl: tls ?? false,
        ...(tls && { stream: () => socketTo(host, port) }),
      })
      client.on('error', onLost)
      client.on('end', onLost)
      await client.connect()
      return client
    },
    destroy(client) {
      client.end().catch(() => undefined)
      // It would take leave when everything is answered: it has the time to say so, and no more.
      setImmediate(() => client.connection.stream.destroy())
    },
    run,
    async runAll(client, text, valuesOfEach) {
      const all = [
        client.query('BEGIN'),
        ...valuesOfEach.map((values) => run(client, text, values)),
        // Undoes everything when something was refused.
        client.query('COMMIT'),
      ]
      const results = await Promise.allSettled(all)
      const failed = results.find((result) => result.status === 'rejected')
      if (failed) throw toQueryError(failed.reason, [])
    },
    async prepare(client, statement) {
      const text = statement.trim().replace(/;$/, '')
      if (!isPreparable(text)) return
      try {
        // In one message, so that a pooler does not come between; on two lines, for the first may end with a comment.
        await client.query(`PREPARE mqdeck_check AS ${text}\n; DEALLOCATE mqdeck_check`)
      } catch (error) {
        throw toQueryError(error, [])
      }
    },
  }
}

/** PREPARE accepts only a few kinds of statements, and would execute the text after a semicolon. */
const isPreparable = (text: string) =>
  /^(select|insert|update|delete|merge|with|values|table)\b/i.test(text) && !text.includes(';')

/** The driver would replace our server name by its host, unless the host is an address. */
const unnamed = '127.0.0.1'

/** A socket that connects to this address and ignores the address from the driver. */
function socketTo(host: string, port: number): Socket {
  const socket = new Socket()
  const go = socket.connect.bind(socket)
  return Object.assign(socket, { connect: () => go({ host, port }) })
}

/** Statements that a connection remembers at most: it forgets none as long as it lives. */
const maxNames = 100

/**
 * The name of a prepared statement; a connection caches statements by it. Above the limit, statements have no name and
 * are prepared for each use.
 */
function createNames(): (statement: string) => string | undefined {
  const names = new Map<string, string>()
  return (statement) => {
    const known = names.get(statement)
    if (known !== undefined || names.size >= maxNames) return known
    const name = `mqdeck_${names.size + 1}`
    names.set(statement, name)
    return name
  }
}

const toParameter = (value: unknown): unknown => (value instanceof Uint8Array ? Buffer.from(value) : value)

/**
 * Errors of the server have an SQL code. Some of them end the connection (classes 08 and 57P), invalidate prepared
 * statements (0A000 after a change of the table, 26000 behind a pooler), or can succeed later or on another server:
 * serialization failure and deadlock (40), read only (25006), a lock that is not available (55P03), no disk space,
 * memory or connection left (53), system errors (58).
 */
const passing = /^(08|57P|0A000|26000|40001|40P01|25006|55P03|53|58)/

function toQueryError(error: unknown, values: readonly unknown[]): Error {
  if (error instanceof AnswerError) return error
  const message = withoutValues(messageOf(error), values)
  const code = error instanceof Error && 'severity' in error && 'code' in error ? String(error.code) : '08'
  return passing.test(code) ? new Error(message) : new AnswerError(message)
}
