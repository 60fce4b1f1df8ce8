import type { HttpAnswer, HttpConnection } from '@mqdeck/drivers'
import {
  basicAuthorization,
  fromJsonObject,
  httpSystem,
  isOverloaded,
  originOf,
  type ResponseRules,
  requireSuccess,
  timeoutMs,
  verifyingTls,
} from '../http-client.ts'
import type { ActionPlain, ConnectorPlain } from '../plain.ts'
import type { ActionRuntime, IntegrationRuntime } from '../port.ts'
import { sendOrSplit } from '../send-or-split.ts'
import type { tdengine } from './manifest.ts'
import { createInserts, type Insert, statementOf } from './statement.ts'

type Connector = ConnectorPlain<typeof tdengine>
type Parameters = ActionPlain<typeof tdengine>

export const runtime: IntegrationRuntime<Connector, HttpConnection, Parameters> = {
  connect: (settings, { folder }) => {
    const { server, pool_size } = settings
    const origin = originOf(false, server)
    const run = createQuery(settings)
    return httpSystem(
      {
        origin,
        pool_size,
        enable_pipelining: 1,
        connect_timeout: 15_000,
        ssl: { ...verifyingTls, enable: false },
        folder,
      },
      // Checks the credentials.
      (connection, signal) => run(connection, 'SELECT SERVER_VERSION()', signal),
    )
  },
  action: createAction,
}

function createAction(parameters: Parameters, connector: Connector): ActionRuntime<HttpConnection, Insert> {
  const { sql, database, undefined_vars_as_null: isMissingNull } = parameters
  const run = createQuery(connector, database)
  return {
    // Fails if the database does not exist.
    check: (connection, signal) => run(connection, 'SELECT SERVER_VERSION()', signal),
    render: createInserts({ sql, isMissingNull }),
    show: (insert) => ({ database, sql: statementOf([insert]) }),
    /** A row that is sent again replaces that with the same time. */
    send: (connection, batch, signal) =>
      sendOrSplit(batch, async (some) => {
        await run(connection, statementOf(some), signal)
        return { rows: some.length }
      }),
  }
}

/** A statement for `POST /rest/sql/DATABASE`. Its response has code 0, or the code and the words of the error. */
function createQuery({ username, password = '', token = '' }: Connector, database?: string) {
  const query = token === '' ? '' : `?${new URLSearchParams({ token })}`
  const path = `/rest/sql${database === undefined ? '' : `/${encodeURIComponent(database)}`}${query}`
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    ...(token === '' && { authorization: basicAuthorization(username, password) }),
  }
  return async (connection: HttpConnection, body: string, signal: AbortSignal): Promise<void> => {
    const answer = await connection.request({ method: 'POST', path, headers, body }, timeoutMs, signal)
    // Errors may have status 200, depending on the settings of the server.
    const status = answer.status === 200 && codeOf(answer) !== 0 ? 400 : answer.status
    requireSuccess({ ...answer, status }, responseRules)
  }
}

const codeOf = ({ body }: HttpAnswer): unknown => fromJsonObject(body, 'code')

/** The server or its leader cannot be reached, times out, is not ready or restores its data. */
const laterCodes: ReadonlySet<unknown> = new Set([0x0b, 0x0903, 0x090c, 0x0911, 0x0914])

const responseRules: ResponseRules = {
  isBusy: (answer) => isOverloaded(answer) || laterCodes.has(codeOf(answer)),
  // Parts of the statement follow after a quotation mark.
  reason(answer) {
    const words = fromJsonObject(answer.body, 'desc')
    if (typeof words !== 'string') return undefined
    return `code ${String(codeOf(answer))}, ${words.split(/['"`]/, 1)[0]?.trim()}`
  },
}
