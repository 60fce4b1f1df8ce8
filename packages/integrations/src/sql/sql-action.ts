import type { SqlConnection } from '@mqdeck/drivers'
import { parseSqlTemplate, type SqlParameters } from '@mqdeck/kit'
import { encodeJson } from '@mqdeck/kit/json'
import type { ActionRuntime } from '../port.ts'
import { sendOrSplit } from '../send-or-split.ts'
import { dataLookup } from '../template.ts'
import { type ParsedInsert, parseInsert } from './parse-insert.ts'

/** One value per parameter of the statement. */
export type SqlRequest = readonly SqlValue[]
type SqlValue = string | number | bigint | boolean | null | Uint8Array

export interface SqlActionOptions {
  readonly sql: string
  readonly parameters: SqlParameters
  /** Value for missing data. */
  readonly missing: string | null
  /** False if the rows of a joined statement could conflict. */
  readonly canJoin?: (insert: ParsedInsert) => boolean
}

/** Timeout of a batch. */
const timeoutMs = 30_000
/** Limits of a statement. Both protocols allow 65 535 parameters, and servers accept many more bytes. */
const most = { parameters: 65_000, bytes: 1024 * 1024 }

/**
 * Runs a statement for each request. INSERTs are joined to one statement with many rows if possible, otherwise a batch
 * is a transaction. A rejected batch is sent again request by request, so that one request does not fail the others.
 */
export function createSqlAction(options: SqlActionOptions): ActionRuntime<SqlConnection, SqlRequest> {
  const { sql, parameters, missing, canJoin = () => true } = options
  const insert = parseInsert(sql, parameters)
  const { statement, values } = parseSqlTemplate(sql, parameters)
  const joined = insert && canJoin(insert) ? createJoiner(insert, parameters) : undefined

  async function sendAll(connection: SqlConnection, batch: readonly SqlRequest[], signal: AbortSignal): Promise<void> {
    const chunks = joined ? chunksOf(batch) : []
    const [only, ...others] = chunks
    if (joined && only && others.length === 0)
      await connection.query(joined(only.length), only.flat(), timeoutMs, signal)
    else await connection.runAll(statement, batch, timeoutMs, signal)
  }

  const sendOne = (connection: SqlConnection, request: SqlRequest, signal: AbortSignal) =>
    connection.query(statement, request, timeoutMs, signal)

  return {
    check: (connection, signal) => connection.prepare(statement, signal),
    render: (data) => values(dataLookup(data), missing).map(toSqlValue),
    show: (request) => ({ sql: statement, params: request }),
    async send(connection, batch, signal) {
      await sendOrSplit<SqlRequest, unknown>(batch, (some) => {
        const [first] = some
        return first && some.length === 1 ? sendOne(connection, first, signal) : sendAll(connection, some, signal)
      })
      return { statements: batch.length }
    },
  }
}

/** The statement with the given number of rows. */
function createJoiner({ head, rows, tail }: ParsedInsert, parameters: SqlParameters): (times: number) => string {
  const known = new Map<number, string>()
  return (times) => {
    const found = known.get(times)
    if (found !== undefined) return found
    const { statement } = parseSqlTemplate(`${head}${Array(times).fill(rows).join(', ')}${tail}`, parameters)
    known.set(times, statement)
    return statement
  }
}

/** Splits a batch into chunks that fit into one statement. */
function chunksOf(batch: readonly SqlRequest[]): readonly (readonly SqlRequest[])[] {
  const chunks: SqlRequest[][] = [[]]
  let [count, bytes] = [0, 0]
  for (const request of batch) {
    const size = request.reduce<number>((sum, value) => sum + sizeOf(value), 0)
    if (count > 0 && (count + request.length > most.parameters || bytes + size > most.bytes)) {
      chunks.push([])
      count = 0
      bytes = 0
    }
    chunks.at(-1)?.push(request)
    count += request.length
    bytes += size
  }
  return chunks
}

const sizeOf = (value: SqlValue) => (typeof value === 'string' || value instanceof Uint8Array ? value.length : 8)

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Binaries become strings if they are UTF-8, because databases support more conversions for strings. Lists and objects
 * become JSON.
 */
export function toSqlValue(value: unknown): SqlValue {
  if (value instanceof Uint8Array) {
    try {
      return utf8.decode(value)
    } catch {
      return value
    }
  }
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'number':
    case 'bigint':
      return value
    default:
      return value === null || value === undefined ? null : encodeJson(value)
  }
}
