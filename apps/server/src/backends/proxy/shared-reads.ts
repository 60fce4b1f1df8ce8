import type { IncomingMessage } from 'node:http'
import type { Clock } from '@mqdeck/kit'
import { valuesOf } from './headers.ts'
import type { BufferedResponse } from './node-request.ts'
import { digestOf, type Tokens } from './tokens.ts'

/** Recent answers of the cluster to reads, for callers with the same rights. */
export interface SharedReads {
  /** Undefined if the answer to this request is not given to other requests. */
  readonly of: (request: IncomingMessage) => SharedRead | undefined
  /** A change was sent or has ended: earlier answers are out of date. */
  readonly invalidate: () => void
}

export interface SharedRead {
  /** An answer from the last second, or that of an identical request which is being answered now. */
  readonly recent: () => Promise<BufferedResponse | undefined> | BufferedResponse | undefined
  /** Registers a request to the cluster. Call the result with its answer, or with undefined without a shareable one. */
  readonly start: () => (answer: BufferedResponse | undefined) => void
  /** The last answer, up to ten minutes old, for the time in which the cluster does not answer. */
  readonly last: () => StoredAnswer | undefined
}

interface StoredAnswer {
  readonly answer: BufferedResponse
  /** Milliseconds since 1970. */
  readonly at: number
}

interface Stored extends StoredAnswer {
  readonly changes: number
}

interface Running {
  readonly changes: number
  readonly answer: Promise<BufferedResponse | undefined>
}

/** Milliseconds for which an answer is given to identical requests. */
const sharedFor = 1000
/** Milliseconds for which the last answer is kept. */
const keptFor = 600_000
/**
 * A caller gets the answer to another caller only if the cluster accepted the own token of the caller within this many
 * milliseconds before the answer, or later.
 */
const acceptanceValidFor = 10_000
/** Maximum bytes of one answer and of all stored ones. */
export const maxShared = 512 * 1024
const maxBytes = 16 * 1024 * 1024

/**
 * Reads that pages repeat. Their answers depend on the rights of the user, and not on the user. Each requires a
 * token, so an answer shows that the cluster accepted the token.
 */
const polled =
  /^\/api\/v5\/(nodes|cluster|monitor|monitor_current|stats|metrics|alarms|listeners|clients|clients_v2|subscriptions|topics|rules|connectors|actions|sources|gateways|exhooks|slow_subscriptions|mqtt)([/?]|$)/

export const isPolled = (path: string): boolean => polled.test(path)

export function createSharedReads(tokens: Pick<Tokens<unknown>, 'acceptedOf'>, clock: Clock): SharedReads {
  const stored = new Map<string, Stored>()
  const running = new Map<string, Running>()
  let size = 0
  let changes = 0

  const remove = (key: string) => {
    size -= stored.get(key)?.answer.body.length ?? 0
    stored.delete(key)
  }
  const store = (key: string, answer: BufferedResponse) => {
    remove(key)
    stored.set(key, { answer, at: clock.now(), changes })
    size += answer.body.length
    for (const oldest of stored.keys()) {
      if (size <= maxBytes) break
      remove(oldest)
    }
  }

  const readOf = (key: string, mayReceive: (at: number) => boolean): SharedRead => ({
    recent() {
      const found = stored.get(key)
      const now = clock.now()
      if (found && found.changes === changes && now - found.at <= sharedFor && mayReceive(found.at)) return found.answer
      const other = running.get(key)
      return other?.changes === changes && mayReceive(now) ? other.answer : undefined
    },
    start() {
      let resolve: (answer: BufferedResponse | undefined) => void = () => {}
      const own: Running = {
        changes,
        answer: new Promise((done) => {
          resolve = done
        }),
      }
      running.set(key, own)
      return (answer) => {
        if (running.get(key) === own) running.delete(key)
        if (answer && own.changes === changes) store(key, answer)
        resolve(answer)
      }
    },
    last() {
      const found = stored.get(key)
      return found && clock.now() - found.at <= keptFor && mayReceive(found.at) ? found : undefined
    },
  })

  return {
    of(request) {
      const { method, url = '', headers } = request
      const { authorization } = headers
      if (method !== 'GET' || authorization === undefined || !url.startsWith('/api/v5/') || isSpecial(request))
        return undefined
      const variant = [url, headers.accept, headers['accept-encoding'], headers['accept-language']]
      const [scheme = '', token = ''] = authorization.split(' ', 2)
      const accepted = isPolled(url) && scheme.toLowerCase() === 'bearer' ? tokens.acceptedOf(token) : undefined
      return accepted
        ? readOf(
            JSON.stringify(['rights', accepted.rights, ...variant]),
            (at) => at - accepted.at <= acceptanceValidFor,
          )
        : readOf(JSON.stringify(['caller', digestOf(authorization), ...variant]), () => true)
    },
    invalidate() {
      changes += 1
    },
  }
}

/** Conditional requests, parts of a response, and requests that ask for a new answer. */
const isSpecial = ({ headers }: IncomingMessage) =>
  Object.keys(headers).some((name) => name === 'range' || name.startsWith('if-')) ||
  /no-cache|no-store/.test(headers['cache-control'] ?? '') ||
  headers['transfer-encoding'] !== undefined ||
  Number(headers['content-length'] ?? 0) > 0

/** Whether the answer contains data for any caller with the same rights. */
export function isShareable(status: number, headers: BufferedResponse['headers']): boolean {
  const [type = ''] = valuesOf(headers, 'content-type')
  return (
    status === 200 &&
    type.startsWith('application/json') &&
    valuesOf(headers, 'set-cookie').length === 0 &&
    valuesOf(headers, 'content-disposition').length === 0
  )
}
