import type { ServerAddress } from '@mqdeck/contract'
import type { ResourceType } from '@mqdeck/kit'
import { type CheckedConnection, checkedType } from './checked.ts'
import { createPool, type PoolType } from './pool.ts'
import type { TlsSettings } from './tls.ts'

/** A row by column name. */
export type SqlRow = Readonly<Record<string, unknown>>

/** A relational database with a connection pool. */
export interface SqlConnection extends CheckedConnection {
  /**
   * Executes one statement. `values` are always passed as parameters.
   * @param ms in total, including the wait for a connection and opening it
   * @param given aborts the request
   * @throws {AnswerError} (rejects) the database rejects the statement; any other error means that the connection failed
   */
  readonly query: (
    statement: string,
    values: readonly unknown[],
    ms: number,
    given?: AbortSignal,
  ) => Promise<readonly SqlRow[]>
  /** Runs the statement once for each list of values, in their order: all of it happens, or nothing. Rejects as `query`. */
  readonly runAll: (
    statement: string,
    valuesOfEach: readonly (readonly unknown[])[],
    ms: number,
    given?: AbortSignal,
  ) => Promise<void>
  /** Resolves when the database can make sense of the statement, which is not run. */
  readonly prepare: (statement: string, given?: AbortSignal) => Promise<void>
  /** Resolves when it still answers, and can make sense of the statement that the settings name. */
  readonly check: () => Promise<void>
}

export interface SqlSettings {
  readonly server: ServerAddress
  readonly database: string
  readonly username?: string | undefined
  readonly password?: string | undefined
  readonly pool_size: number
  readonly ssl: TlsSettings
  /**
   * The statement of an action. If the database rejects it, for example because the table is missing, the resource is
   * disconnected with this reason.
   */
  readonly statement?: string | undefined
  /** Folder that relative file names are resolved against. */
  readonly folder: string
}

/** Of one opened connection. */
export interface SqlSession<C> extends PoolType<C> {
  readonly run: (connection: C, statement: string, values: readonly unknown[]) => Promise<readonly SqlRow[]>
  readonly runAll: (connection: C, statement: string, valuesOfEach: readonly (readonly unknown[])[]) => Promise<void>
  /** Has the database read the statement, and does not run it. Rejects with an AnswerError when it cannot. */
  readonly prepare: (connection: C, statement: string) => Promise<void>
}

/** Milliseconds for opening a connection. */
export const connectTimeoutMs = 5_000

/** Common part of MySQL and PostgreSQL: a pool that is ready when its first connection is open. */
export function createSqlType<C>(
  openSession: () => Promise<SqlSession<C>>,
  { pool_size: size, statement }: Pick<SqlSettings, 'pool_size' | 'statement'>,
): ResourceType<SqlConnection> {
  return checkedType(async () => {
    const { run, runAll, prepare, ...type } = await openSession()
    const pool = createPool(type, size)
    return {
      close: pool.close,
      query: (text, values, ms, given) => pool.use(ms, (one) => run(one, text, values), given),
      runAll: (text, valuesOfEach, ms, given) => pool.use(ms, (one) => runAll(one, text, valuesOfEach), given),
      prepare: (text, given) => pool.use(connectTimeoutMs, (one) => prepare(one, text), given),
      check: () =>
        pool.use(connectTimeoutMs, async (one) => {
          await run(one, 'SELECT 1', [])
          if (statement !== undefined) await prepare(one, statement)
        }),
    }
  })
}
