import type { IncomingHttpHeaders } from 'node:http'
import type { Json } from '../recordings/json.ts'
import type { Route } from './api-document.ts'

/** A response with `json` or `text` or without a body. */
export interface ReplayedResponse {
  readonly status: number
  readonly json?: unknown
  readonly text?: string
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** An authorized API request. */
export interface Call {
  readonly method: string
  readonly route: Route
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** Parsed JSON, or text. Undefined if there was none. */
  readonly body: unknown
  /** Authenticated caller. Undefined for public endpoints. */
  readonly user: string | undefined
  /** Index of the node that responds, 0 or 1. */
  readonly node: number
}

export const ok = (json: unknown, status = 200): ReplayedResponse => ({ status, json })
export const empty = (status = 204): ReplayedResponse => ({ status })
export const refuse = (status: number, code: string, message: string, more: Json = {}): ReplayedResponse => ({
  status,
  json: { code, message, ...more },
})

export const invalid = (mistake: Json): ReplayedResponse => refuse(400, 'BAD_REQUEST', JSON.stringify(mistake))

/** Response of EMQX's web server to unknown paths. */
export const nowhere: ReplayedResponse = {
  status: 404,
  text: '<html><head><title>404 - NOT FOUND</title></head><body><h1>404 - NOT FOUND</h1></body></html>',
  type: 'text/html',
}

/** Response if the replayer would have to invent one. */
export const notRecorded = ({ method, route }: Pick<Call, 'method' | 'route'>): ReplayedResponse =>
  refuse(400, 'BAD_REQUEST', `the replayer has no recording of ${method} ${route.template} with this body`)
