import { messageOf } from '@mqdeck/contract'
import type { HttpAnswer, HttpConnection } from '@mqdeck/drivers'
import { SettingsError } from '@mqdeck/kit'
import {
  basicAuthorization,
  fromJsonObject,
  httpSystem,
  isOverloaded,
  originOf,
  type ResponseRules,
  requireSuccess,
  timeoutMs,
} from '../http-client.ts'
import type { ActionPlain, ConnectorPlain } from '../plain.ts'
import type { ActionRuntime, IntegrationRuntime } from '../port.ts'
import { sendOrSplit } from '../send-or-split.ts'
import type { influxdb } from './manifest.ts'
import { parseLines } from './parse-lines.ts'
import { createPoints, type Precision } from './render-points.ts'

type Connector = ConnectorPlain<typeof influxdb>
type Parameters = ActionPlain<typeof influxdb>

export const runtime: IntegrationRuntime<Connector, HttpConnection, Parameters> = {
  connect: ({ server, pool_size, ssl, parameters }, { folder }) =>
    httpSystem(
      {
        origin: originOf(ssl.enable, server),
        pool_size,
        enable_pipelining: 1,
        connect_timeout: 15_000,
        ssl,
        folder,
      },
      (connection, signal) => checkServer(connection, parameters, signal),
    ),
  action: createAction,
}

/** One or more points in line protocol. */
type Points = string

function createAction(
  { write_syntax, precision }: Parameters,
  { parameters }: Connector,
): ActionRuntime<HttpConnection, Points> {
  const render = createPoints(linesOf(write_syntax), precision)
  const target = writeTarget(parameters, precision)
  return {
    render,
    send: (connection, batch, signal) =>
      sendOrSplit(batch, async (some) => {
        const body = some.join('\n')
        const answer = await connection.request({ method: 'POST', ...target, body }, timeoutMs, signal)
        requireSuccess(answer, responseRules)
        return { status: answer.status }
      }),
  }
}

function linesOf(text: string) {
  try {
    return parseLines(text)
  } catch (error) {
    const reason = messageOf(error)
    throw new SettingsError('write_syntax', `Unable to parse InfluxDB line protocol: ${reason}`)
  }
}

/** An empty write checks the database or bucket and the write permission. */
async function checkServer(
  connection: HttpConnection,
  parameters: Connector['parameters'],
  signal: AbortSignal,
): Promise<void> {
  const target = writeTarget(parameters, 'ms')
  const answer = await connection.request({ method: 'POST', ...target, body: '' }, timeoutMs, signal)
  // The second API rejects an empty write only after checking everything else.
  if (answer.status !== 400) requireSuccess(answer, responseRules)
}

function writeTarget(parameters: Connector['parameters'], precision: Precision) {
  const type = { 'content-type': 'text/plain; charset=utf-8' }
  if (parameters.influxdb_type === 'influxdb_api_v2') {
    const { org, bucket, token } = parameters
    return {
      path: `/api/v2/write?${new URLSearchParams({ org, bucket, precision })}`,
      headers: { ...type, authorization: `Token ${token}` },
    }
  }
  const { database: db, username = '', password = '' } = parameters
  const short = { ns: 'n', us: 'u', ms: 'ms', s: 's' }
  return {
    path: `/write?${new URLSearchParams({ db, precision: short[precision] })}`,
    headers: { ...type, ...(username !== '' && { authorization: basicAuthorization(username, password) }) },
  }
}

const responseRules: ResponseRules = {
  // 500: a shard did not respond in time.
  isBusy: (answer) => isOverloaded(answer) || answer.status === 500,
  reason: errorTextOf,
}

/** Only the first words, because the lines and fields that follow contain values. */
function errorTextOf({ body }: HttpAnswer): string | undefined {
  const detail = fromJsonObject(body, 'error') ?? fromJsonObject(body, 'message')
  return typeof detail === 'string' ? detail.split(/['"]/, 1)[0]?.trim() : undefined
}
