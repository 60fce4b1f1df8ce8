import type { HttpAnswer, HttpConnection } from '@mqdeck/drivers'
import { encodeJson } from '@mqdeck/kit/json'
import {
  basicAuthorization,
  fromJsonObject,
  httpSystem,
  isOverloaded,
  type ResponseRules,
  requireSuccess,
  timeoutMs,
  withRetries,
} from '../http-client.ts'
import type { ActionPlain, ConnectorPlain } from '../plain.ts'
import type { ActionRuntime, IntegrationRuntime } from '../port.ts'
import { sendOrSplit } from '../send-or-split.ts'
import type { iotdb } from './manifest.ts'
import { createRows, type Row, type Tablet, tabletsOf } from './tablets.ts'

type Connector = ConnectorPlain<typeof iotdb>
type Parameters = ActionPlain<typeof iotdb>

export const runtime: IntegrationRuntime<Connector, HttpConnection, Parameters> = {
  connect: (settings, { folder }) => {
    const { base_url, pool_size, connect_timeout, enable_pipelining, ssl } = settings
    const { origin, protocol } = new URL(base_url)
    const secured = { ...ssl, enable: ssl.enable || protocol === 'https:' }
    const post = createPost(settings)
    return httpSystem(
      { origin, pool_size, connect_timeout, enable_pipelining, ssl: secured, folder },
      async (connection, signal) => {
        const { status, ...answer } = await post(connection, 'query', { sql: 'SHOW CHILD PATHS root' }, signal)
        // The user is known but may read nothing. Writing can still be allowed.
        if (status !== 403) requireSuccess({ ...answer, status }, responseRules)
      },
    )
  },
  action: createAction,
}

/** The rows of a message. */
type Request = { readonly rows: readonly Row[]; readonly key?: string }

function createAction(parameters: Parameters, connector: Connector): ActionRuntime<HttpConnection, Request> {
  const rowsOf = createRows(parameters)
  const post = createPost(connector)
  const bodyOf = connector.iotdb_version === 'v0.13.x' ? firstBody : secondBody
  return {
    render: (data) => ({
      rows: rowsOf(data),
      ...(connector.pool_type === 'hash' && typeof data.clientid === 'string' && { key: data.clientid }),
    }),
    show: ({ rows }) => tabletsOf(rows).map((tablet) => bodyOf(tablet, parameters.is_aligned)),
    /** A row that is sent again replaces that with the same time. */
    send: (connection, batch, signal) =>
      sendOrSplit(batch, async (some) => {
        const [first] = some
        for (const tablet of tabletsOf(some.flatMap(({ rows }) => rows))) {
          const body = bodyOf(tablet, parameters.is_aligned)
          const answer = await withRetries(parameters.max_retries, signal, () =>
            post(connection, 'insertTablet', body, signal, first?.key),
          )
          requireSuccess(answer, responseRules)
        }
        return { messages: some.length }
      }),
  }
}

const secondBody = ({ device, timestamps, measurements, types, values }: Tablet, isAligned: boolean) => ({
  device,
  timestamps,
  measurements,
  data_types: types,
  values,
  is_aligned: isAligned,
})

/** For version 1 of the REST API. */
const firstBody = ({ device, timestamps, measurements, types, values }: Tablet, isAligned: boolean) => ({
  deviceId: device,
  timestamps,
  measurements,
  dataTypes: types,
  values,
  isAligned,
})

function createPost({ base_url, authentication, iotdb_version }: Connector) {
  const folder = new URL(base_url).pathname.replace(/\/$/, '')
  const version = iotdb_version === 'v0.13.x' ? 'v1' : 'v2'
  const headers = {
    'content-type': 'application/json',
    ...(authentication && { authorization: basicAuthorization(authentication.username, authentication.password) }),
  }
  return async (connection: HttpConnection, operation: string, body: object, signal: AbortSignal, key?: string) => {
    const answer = await connection.request(
      {
        method: 'POST',
        path: `${folder}/rest/${version}/${operation}`,
        headers,
        body: encodeJson(body),
        ...(key !== undefined && { key }),
      },
      timeoutMs,
      signal,
    )
    // A statement that is rejected has status 200 and a code of its own.
    const code = codeOf(answer)
    return {
      ...answer,
      status: answer.status === 200 && typeof code === 'number' && code !== 200 ? 400 : answer.status,
    }
  }
}

const codeOf = ({ body }: HttpAnswer): unknown => fromJsonObject(body, 'code')

const responseRules: ResponseRules = {
  isBusy: isOverloaded,
  // Parts of the data follow after a bracket or a quotation mark.
  reason(answer) {
    const words = fromJsonObject(answer.body, 'message')
    if (typeof words !== 'string') return undefined
    return `code ${String(codeOf(answer))}, ${words.split(/['"`[]/, 1)[0]?.trim()}`
  },
}
