import { clientTls, toPlain } from '@mqdeck/contract'
import { AnswerError, type HttpAnswer, type HttpConnection, type HttpSettings, httpType } from '@mqdeck/drivers'
import type { ResourceType } from '@mqdeck/kit'

/** For types whose settings say nothing of TLS: what every client verifies. */
export const verifyingTls = toPlain(clientTls, clientTls.schema.parse({ enable: true, verify: 'verify_peer' }))

/** Milliseconds for one answer. */
export const timeoutMs = 30_000

/** Connected as long as the server answers what it is asked, too: an open port says nothing of who may do what. */
export function httpSystem(
  settings: HttpSettings,
  checkServer: (connection: HttpConnection, signal: AbortSignal) => Promise<void>,
): ResourceType<HttpConnection> {
  const plain = httpType(settings)
  return {
    async connect(signal) {
      const connection = await plain.connect(signal)
      try {
        await checkServer(connection, signal)
        return connection
      } catch (error) {
        connection.close()
        throw error
      }
    },
    check: checkServer,
    close: plain.close,
  }
}

export interface ResponseRules {
  /** What the server says to be wrong, without values of messages. */
  readonly reason?: (answer: HttpAnswer) => string | undefined
  /** Whether the same request may do better later. */
  readonly isBusy?: (answer: HttpAnswer) => boolean
}

/** Too many requests, nobody there behind a gateway, or not now (RFC 6585, 4; RFC 9110, 15.6). */
export const isOverloaded = ({ status }: HttpAnswer): boolean => status === 429 || (status >= 502 && status <= 504)

/** @throws {AnswerError} refused; any other error: not now */
export function requireSuccess(answer: HttpAnswer, { reason, isBusy = isOverloaded }: ResponseRules = {}): void {
  if (answer.status >= 200 && answer.status < 300) return
  const detail = reason?.(answer)
  const message = `the server returned status ${answer.status}${detail ? `: ${detail}` : ''}`
  throw isBusy(answer) ? new Error(message) : new AnswerError(message)
}

/** At once: a connection that was closed for idleness is found out by using it. */
export async function withRetries<T>(times: number, signal: AbortSignal, request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    if (times === 0 || signal.aborted || error instanceof AnswerError) throw error
    return withRetries(times - 1, signal, request)
  }
}

/** `user:password` as RFC 7617 wants it. */
export const basicAuthorization = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

export const originOf = (isSecure: boolean, { host, port }: { readonly host: string; readonly port: number }): string =>
  `${isSecure ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`

/** What stands under a name of a JSON object; undefined for everything else. */
export function fromJsonObject(body: string, name: string): unknown {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    return (value as Readonly<Record<string, unknown>>)[name] // its own, seen above
  } catch {
    return undefined
  }
}
