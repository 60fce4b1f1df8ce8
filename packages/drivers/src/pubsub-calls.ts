import type { KeyObject } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isRecord } from '@mqdeck/contract'
import { AnswerError } from './errors.ts'
import type { HttpConnection, HttpRequest } from './http.ts'

/** A service account with its key. */
export interface PubsubAccount {
  readonly projectId: string
  readonly clientEmail: string
  readonly keyId: string
  /** RSA. */
  readonly privateKey: KeyObject
}

/** A rejected request. */
export class PubsubError extends AnswerError {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

interface PubsubRequest {
  readonly method: HttpRequest['method']
  /** Below the project, such as `/topics/t:publish`; names are encoded. */
  readonly path: string
  readonly body?: object
  /** Milliseconds; default 30 seconds. */
  readonly timeout?: number
}

/** Calls an operation of the API and returns its response. */
export type PubsubCall = (request: PubsubRequest, signal?: AbortSignal) => Promise<unknown>

export const isStatus = (error: unknown, status: number): error is PubsubError =>
  error instanceof PubsubError && error.status === status

interface Token {
  current(): Promise<string>
  forget(): void
}

/** Calls with the tokens of an account, on any connection. */
export function createCalls(account: PubsubAccount): (http: HttpConnection) => PubsubCall {
  const token = createToken(account)
  const project = `/v1/projects/${encodeURIComponent(account.projectId)}`
  return (http) =>
    async ({ method, path, body, timeout = 30_000 }, signal) => {
      const answer = await http.request(
        {
          method,
          path: `${project}${path}`,
          headers: {
            authorization: `Bearer ${await token.current()}`,
            ...(body && { 'content-type': 'application/json' }),
          },
          ...(body && { body: JSON.stringify(body) }),
        },
        timeout,
        signal,
      )
      if (answer.status >= 200 && answer.status < 300) return inTurns(answer.body)
      if (answer.status === 401) token.forget()
      throw refusal(answer.status, answer.body)
    }
}

const tokenLifetime = 60 * 60_000
/** Milliseconds before the end of a token in which it is not used, because clocks differ. */
const reserve = 5 * 60_000

/** A self-signed JWT (Google's AIP-4111), which the service accepts without asking another server for a token. */
function createToken({ clientEmail, keyId, privateKey }: PubsubAccount): Token {
  let latest: { readonly text: Promise<string>; readonly until: number } | undefined

  async function sign(now: number): Promise<string> {
    const { SignJWT } = await import('jose')
    const seconds = Math.floor(now / 1000)
    return new SignJWT()
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: keyId })
      .setIssuer(clientEmail)
      .setSubject(clientEmail)
      .setAudience('https://pubsub.googleapis.com/')
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + tokenLifetime / 1000)
      .sign(privateKey)
  }

  return {
    current() {
      const now = Date.now()
      // A clock that was set back also makes a new token.
      if (latest === undefined || now > latest.until || latest.until > now + tokenLifetime)
        latest = { text: sign(now), until: now + tokenLifetime - reserve }
      return latest.text
    },
    forget() {
      latest = undefined
    },
  }
}

/** Characters of a response whose text, parsing and content together would hold the event loop. */
const long = 1024 * 1024

async function inTurns(body: string): Promise<unknown> {
  if (body.length < long) return parsed(body)
  await nextTurn()
  const value = parsed(body)
  await nextTurn()
  return value
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new AnswerError('the response is not JSON, so this is not the service')
  }
}

/** Only the codes, because the text can contain values of messages. */
function refusal(status: number, body: string): Error {
  const codes = codesIn(body).join(', ')
  const message = `the service returned status ${status}${codes === '' ? '' : `: ${codes}`}`
  // The credentials are checked regularly. Until they are valid again, messages wait.
  const isTemporary = status >= 500 || [401, 408, 429].includes(status)
  return isTemporary ? new Error(message) : new PubsubError(status, message)
}

/** `NOT_FOUND`, and the reason if there is one, such as `SERVICE_DISABLED`. */
function codesIn(body: string): readonly string[] {
  let answer: unknown
  try {
    answer = JSON.parse(body)
  } catch {
    return []
  }
  const error = isRecord(answer) ? answer.error : undefined
  if (!isRecord(error)) return []
  const details: readonly unknown[] = Array.isArray(error.details) ? error.details : []
  const reasons = details.map((detail) => (isRecord(detail) ? detail.reason : undefined))
  return [error.status, ...reasons].filter((code) => typeof code === 'string')
}
