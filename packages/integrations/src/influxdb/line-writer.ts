import { messageOf } from '@mqdeck/contract'
import type { HttpAnswer, HttpConnection, HttpRequest, TlsSettings } from '@mqdeck/drivers'
import { type ResourceType, SettingsError } from '@mqdeck/kit'
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
import type { ActionRuntime } from '../port.ts'
import { sendOrSplit } from '../send-or-split.ts'
import { parseLines } from './parse-lines.ts'
import { createPoints, type Precision } from './render-points.ts'

/** Where points are written: the path with its query, and the credentials. */
export type WriteTarget = Pick<HttpRequest, 'path' | 'headers'>

export interface LineServer {
  readonly server: { readonly host: string; readonly port: number }
  readonly pool_size: number
  readonly ssl: TlsSettings & { readonly enable: boolean }
}

/** A server that accepts line protocol over HTTP. An empty write checks the database and the write permission. */
export const lineServer = (
  { server, pool_size, ssl }: LineServer,
  target: WriteTarget,
  folder: string,
): ResourceType<HttpConnection> =>
  httpSystem(
    { origin: originOf(ssl.enable, server), pool_size, enable_pipelining: 1, connect_timeout: 15_000, ssl, folder },
    async (connection, signal) => {
      const answer = await connection.request({ method: 'POST', ...target, body: '' }, timeoutMs, signal)
      // Some servers reject an empty write only after checking everything else.
      if (answer.status !== 400) requireSuccess(answer, responseRules)
    },
  )

/** One or more points in line protocol. */
type Points = string

interface LineParameters {
  readonly write_syntax: string
  readonly precision: Precision
}

export function createLineAction(
  { write_syntax, precision }: LineParameters,
  target: WriteTarget,
): ActionRuntime<HttpConnection, Points> {
  return {
    render: createPoints(linesOf(write_syntax), precision),
    send: (connection, batch, signal) =>
      sendOrSplit(batch, async (some) => {
        const body = some.join('\n')
        const answer = await connection.request({ method: 'POST', ...target, body }, timeoutMs, signal)
        requireSuccess(answer, responseRules)
        return { status: answer.status }
      }),
  }
}

/** @throws {SettingsError} naming `write_syntax` */
export function linesOf(text: string) {
  try {
    return parseLines(text)
  } catch (error) {
    const reason = messageOf(error)
    throw new SettingsError('write_syntax', `Unable to parse InfluxDB line protocol: ${reason}`)
  }
}

export const lineHeaders = { 'content-type': 'text/plain; charset=utf-8' } as const

interface V1Database {
  readonly database: string
  readonly username?: string
  readonly password?: string
}

/** The write API of InfluxDB 1, which other systems have too. */
export function v1Target(
  { database: db, username = '', password = '' }: V1Database,
  precision: Precision,
): WriteTarget {
  const short = { ns: 'n', us: 'u', ms: 'ms', s: 's' }
  return {
    path: `/write?${new URLSearchParams({ db, precision: short[precision] })}`,
    headers: { ...lineHeaders, ...(username !== '' && { authorization: basicAuthorization(username, password) }) },
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
