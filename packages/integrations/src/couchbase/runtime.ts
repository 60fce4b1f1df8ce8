import type { HttpAnswer, HttpConnection } from '@mqdeck/drivers'
import { parseSqlTemplate } from '@mqdeck/kit'
import { encodeJson } from '@mqdeck/kit/json'
import {
  basicAuthorization,
  fromJsonObject,
  httpSystem,
  isOverloaded,
  originOf,
  type ResponseRules,
  requireSuccess,
  timeoutMs,
  withRetries,
} from '../http-client.ts'
import type { ActionPlain, ConnectorPlain } from '../plain.ts'
import type { ActionRuntime, IntegrationRuntime } from '../port.ts'
import { dataLookup } from '../template.ts'
import type { couchbase } from './manifest.ts'

type Connector = ConnectorPlain<typeof couchbase>
type Parameters = ActionPlain<typeof couchbase>

/** Values of the positional parameters. */
type Request = readonly unknown[]

export const runtime: IntegrationRuntime<Connector, HttpConnection, Parameters> = {
  connect: (settings, { folder }) => {
    const { server, pool_size, pipelining, connect_timeout, ssl } = settings
    const run = createQuery(settings)
    return httpSystem(
      { origin: originOf(ssl.enable, server), pool_size, enable_pipelining: pipelining, connect_timeout, ssl, folder },
      // Checks the credentials.
      (connection, signal) => run(connection, { statement: 'SELECT 1' }, signal),
    )
  },
  action: createAction,
}

function createAction({ sql, max_retries }: Parameters, connector: Connector): ActionRuntime<HttpConnection, Request> {
  const { statement, values } = parseSqlTemplate(sql, '$n')
  const run = createQuery(connector)
  return {
    /** The query service plans the statement, so that a missing keyspace is found. */
    check: (connection, signal) => run(connection, { statement: `EXPLAIN ${statement}`, args: values(noData) }, signal),
    render: (data) => values(dataLookup(data)),
    show: (args) => ({ statement, args }),
    async send(connection, batch, signal) {
      for (const args of batch)
        await withRetries(max_retries, signal, () => run(connection, { statement, args }, signal))
      return { statements: batch.length }
    },
  }
}

const noData = () => undefined

/** `POST /query/service` of Couchbase's query service. Its response has `status` and `errors: [{code, msg}]`. */
function createQuery({ username, password = '' }: Connector) {
  const headers = { 'content-type': 'application/json', authorization: basicAuthorization(username, password) }
  return async (connection: HttpConnection, body: object, signal: AbortSignal): Promise<void> => {
    const request = { method: 'POST', path: '/query/service', headers, body: encodeJson(body) } as const
    const answer = await connection.request(request, timeoutMs, signal)
    // A statement can fail after the status was sent.
    const status = answer.status === 200 && firstError(answer) ? 400 : answer.status
    requireSuccess({ ...answer, status }, responseRules)
  }
}

interface QueryError {
  readonly code?: unknown
  readonly msg?: unknown
  readonly retry?: unknown
}

const firstError = ({ body }: HttpAnswer): QueryError | undefined => {
  const errors = fromJsonObject(body, 'errors')
  return Array.isArray(errors) ? errors[0] : undefined
}

/** Timeout, service not ready, no access to the indexer or the data service ("SQL++ error codes"). */
const laterCodes: ReadonlySet<unknown> = new Set([1080, 1180, 12006, 12008, 12016])

const responseRules: ResponseRules = {
  isBusy(answer) {
    const error = firstError(answer)
    return isOverloaded(answer) || error?.retry === true || laterCodes.has(error?.code)
  },
  // Parts of the statement or the key of a document follow after a quotation mark or a colon.
  reason(answer) {
    const { code, msg } = firstError(answer) ?? {}
    return typeof msg === 'string' ? `code ${String(code)}, ${msg.split(/['"`:]/, 1)[0]?.trim()}` : undefined
  },
}
