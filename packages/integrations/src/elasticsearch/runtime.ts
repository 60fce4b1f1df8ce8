import type { HttpAnswer, HttpConnection, HttpRequest } from '@mqdeck/drivers'
import { parseTemplate } from '@mqdeck/kit/template'
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
import type { ActionRuntime, Data, IntegrationRuntime } from '../port.ts'
import { fill } from '../template.ts'
import type { elasticsearch } from './manifest.ts'

type Connector = ConnectorPlain<typeof elasticsearch>
type Parameters = ActionPlain<typeof elasticsearch>
/** A request without credentials. */
type Request = Pick<HttpRequest, 'method' | 'path' | 'body' | 'key'>

export const runtime: IntegrationRuntime<Connector, HttpConnection, Parameters> = {
  connect: ({ server, pool_size, connect_timeout, enable_pipelining, ssl, authentication }, { folder }) =>
    httpSystem(
      { origin: originOf(ssl.enable, server), pool_size, connect_timeout, enable_pipelining, ssl, folder },
      async (connection, signal) => {
        const headers = headersFor(authentication)
        const answer = await connection.request({ method: 'GET', path: '/', headers }, timeoutMs, signal)
        // 403 means that the user is known but cannot read the cluster state. Writing can still be allowed.
        if (answer.status !== 403) requireSuccess(answer, { reason: errorTextOf })
      },
    ),
  action: createAction,
}

function createAction(parameters: Parameters, connector: Connector): ActionRuntime<HttpConnection, Request> {
  const render = createRequests(parameters)
  const headers = headersFor(connector.authentication)
  const responseRules: ResponseRules = {
    reason: errorTextOf,
    // Concurrent updates of a document fail with a version conflict.
    isBusy: (answer) => isOverloaded(answer) || (parameters.action === 'update' && answer.status === 409),
  }
  return {
    render: (data) => ({
      ...render(data),
      ...(connector.pool_type === 'hash' && typeof data.clientid === 'string' && { key: data.clientid }),
    }),
    show: ({ key: _, ...request }) => request,
    async send(connection, [request], signal) {
      if (!request) return undefined
      const answer = await withRetries(parameters.max_retries, signal, () =>
        connection.request({ ...request, headers }, timeoutMs, signal),
      )
      requireSuccess(answer, responseRules)
      return { status: answer.status, result: fromJsonObject(answer.body, 'result') }
    },
  }
}

function createRequests(parameters: Parameters): (data: Data) => Request {
  const index = createName('index', parameters.index)
  const id = parameters.id === undefined ? undefined : createName('id', parameters.id)
  const routing = parameters.routing === undefined ? undefined : parseTemplate(parameters.routing)
  const body = createBody(parameters)
  const operation = parameters.action === 'update' ? '_update' : '_doc'
  const fixed = {
    ...('require_alias' in parameters &&
      parameters.require_alias !== undefined && { require_alias: String(parameters.require_alias) }),
    ...(parameters.action === 'create' && id && !parameters.overwrite && { op_type: 'create' }),
  }
  return (data) => {
    const query = new URLSearchParams({ ...fixed, ...(routing && { routing: fill(routing, data) }) }).toString()
    return {
      method: parameters.action === 'delete' ? 'DELETE' : 'POST',
      path: `/${index(data)}/${operation}/${id?.(data) ?? ''}${query && `?${query}`}`,
      ...(body && { body: body(data) }),
    }
  }
}

/** A segment of the path. Missing or special values fail, so that a request cannot use another path. */
function createName(what: string, text: string): (data: Data) => string {
  const template = parseTemplate(text)
  return (data) => {
    const name = fill(template, data, () => {
      throw new Error(`the data has no value for the ${what}`)
    })
    if (name === '' || name === '.' || name === '..') throw new Error(`the value of the data is not a valid ${what}`)
    return encodeURIComponent(Buffer.from(name).toString())
  }
}

/** Missing values become null, as in EMQX. */
function createBody(parameters: Parameters): ((data: Data) => string) | undefined {
  if (parameters.action === 'delete') return undefined
  const template = parseTemplate(parameters.doc ?? '${.}')
  const document = (data: Data) => fill(template, data, () => '')
  if (parameters.action === 'create') return document
  const tail = parameters.doc_as_upsert ? ',"doc_as_upsert":true' : ''
  return (data) => `{"doc":${document(data)}${tail}}`
}

const headersFor = (login: Connector['authentication']): Record<string, string> => ({
  'content-type': 'application/json',
  ...(login && { authorization: basicAuthorization(login.username, login.password) }),
})

/** The type of the error, because the reason contains values of messages. */
function errorTextOf({ body }: HttpAnswer): string | undefined {
  const error = fromJsonObject(body, 'error')
  const type = fromJsonObject(JSON.stringify(error ?? null), 'type')
  if (typeof type === 'string') return type
  const result = fromJsonObject(body, 'result')
  return typeof result === 'string' ? result : undefined
}
