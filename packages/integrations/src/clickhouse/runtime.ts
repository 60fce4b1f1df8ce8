import type { HttpAnswer, HttpConnection } from '@mqdeck/drivers'
import {
  httpSystem,
  isOverloaded,
  type ResponseRules,
  requireSuccess,
  timeoutMs,
  verifyingTls,
} from '../http-client.ts'
import type { ActionPlain, ConnectorPlain } from '../plain.ts'
import type { ActionRuntime, IntegrationRuntime } from '../port.ts'
import { sendOrSplit } from '../send-or-split.ts'
import type { clickhouse } from './manifest.ts'
import { createInserts, type Insert } from './sql-template.ts'

type Connector = ConnectorPlain<typeof clickhouse>
type Parameters = ActionPlain<typeof clickhouse>

export const runtime: IntegrationRuntime<Connector, HttpConnection, Parameters> = {
  connect: (settings, { folder }) => {
    const { url, pool_size, connect_timeout } = settings
    const ask = createQuery(settings)
    return httpSystem(
      {
        origin: new URL(url).origin,
        pool_size,
        enable_pipelining: 1,
        connect_timeout,
        ssl: verifyingTls,
        folder,
      },
      // Checks the credentials and the database.
      (connection, signal) => ask(connection, 'SELECT 1', signal),
    )
  },
  action: createAction,
}

function createAction(parameters: Parameters, connector: Connector): ActionRuntime<HttpConnection, Insert> {
  const { sql, batch_value_separator: separator, undefined_vars_as_null: isMissingNull } = parameters
  const ask = createQuery(connector)
  return {
    render: createInserts({ sql, isMissingNull }),
    show: ({ head, rows }) => ({ sql: `${head} ${rows}` }),
    /** All rows of a request are one block, so a rejected request writes nothing. */
    send: (connection, batch, signal) =>
      sendOrSplit(batch, async (some) => {
        for (const [head, rows] of byHead(some)) await ask(connection, `${head} ${rows.join(separator)}`, signal)
        return { rows: some.length }
      }),
  }
}

const byHead = (batch: readonly Insert[]): ReadonlyMap<string, readonly string[]> =>
  batch.reduce((all, { head, rows }) => all.set(head, [...(all.get(head) ?? []), rows]), new Map<string, string[]>())

function createQuery({ url, database, username = '', password = '' }: Connector) {
  const { pathname, searchParams } = new URL(url)
  searchParams.set('database', database)
  const path = `${pathname}?${searchParams}`
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'x-clickhouse-user': username === '' ? 'default' : username,
    ...(password !== '' && { 'x-clickhouse-key': password }),
  }
  return async (connection: HttpConnection, body: string, signal: AbortSignal): Promise<void> => {
    const answer = await connection.request({ method: 'POST', path, headers, body }, timeoutMs, signal)
    requireSuccess(answer, responseRules)
  }
}

/**
 * Error codes of ClickHouse for temporary errors: timeouts, network, too many queries or parts, memory, read-only
 * tables, ZooKeeper.
 */
const laterCodes = new Set([159, 160, 164, 202, 203, 209, 210, 225, 241, 242, 252, 285, 319, 425, 999])

const codeOf = ({ body }: HttpAnswer): number | undefined => {
  const digits = /^Code: (\d+)/.exec(body)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

const responseRules: ResponseRules = {
  isBusy: (answer) => isOverloaded(answer) || laterCodes.has(codeOf(answer) ?? -1),
  // Values of messages follow after a colon or a quotation mark.
  reason(answer) {
    const code = codeOf(answer)
    const words = /DB::Exception: ([^:'"`(]*)/.exec(answer.body)?.[1]?.trim()
    return code === undefined ? undefined : [`code ${code}`, ...(words ? [words] : [])].join(', ')
  },
}
