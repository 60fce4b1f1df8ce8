import { clientTls, toPlain, writeHostPort } from '@mqdeck/contract'
import { AnswerError, type HttpAnswer, type HttpConnection, type HttpSettings, httpServiceType } from '@mqdeck/drivers'
import type { ResourceType } from '@mqdeck/kit'

/** TLS settings for types without TLS settings of their own. Certificates are verified. */
export const verifyingTls = toPlain(clientTls, clientTls.schema.parse({ enable: true, verify: 'verify_peer' }))

/** Timeout of a request. */
export const timeoutMs = 30_000

/** A connection without anything besides requests. */
export const httpSystem = (
  settings: HttpSettings,
  checkServer: (connection: HttpConnection, signal: AbortSignal) => Promise<void>,
): ResourceType<HttpConnection> => httpServiceType(settings, (http) => http, checkServer)

export interface ResponseRules {
  /** Error text of the response, without values of messages. */
  readonly reason?: (answer: HttpAnswer) => string | undefined
  /** True if a retry of the same request can succeed. */
  readonly isBusy?: (answer: HttpAnswer) => boolean
}

/** Too many requests, bad gateway, unavailable or gateway timeout (RFC 6585, 4; RFC 9110, 15.6). */
export const isOverloaded = ({ status }: HttpAnswer): boolean => status === 429 || (status >= 502 && status <= 504)

/** @throws {AnswerError} if the request was rejected; other errors are temporary */
export function requireSuccess(answer: HttpAnswer, { reason, isBusy = isOverloaded }: ResponseRules = {}): void {
  if (answer.status >= 200 && answer.status < 300) return
  const detail = reason?.(answer)
  const message = `the server returned status ${answer.status}${detail ? `: ${detail}` : ''}`
  throw isBusy(answer) ? new Error(message) : new AnswerError(message)
}

/** Retries immediately, because a connection closed by the server is only detected when it is used. */
export async function withRetries<T>(times: number, signal: AbortSignal, request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    if (times === 0 || signal.aborted || error instanceof AnswerError) throw error
    return withRetries(times - 1, signal, request)
  }
}

/** Credentials as in RFC 7617. */
export const basicAuthorization = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

export const originOf = (isSecure: boolean, server: { readonly host: string; readonly port: number }): string =>
  `${isSecure ? 'https' : 'http'}://${writeHostPort(server)}`

/** Undefined if the text is not a JSON object or the field is missing. */
export function fromJsonObject(body: string, name: string): unknown {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    return (value as Readonly<Record<string, unknown>>)[name] // own property, checked above
  } catch {
    return undefined
  }
}
