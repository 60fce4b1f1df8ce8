import { createHttpClient, type HttpReply } from './http-client.ts'
import { createSecrets, type Secrets } from './secrets.ts'
import { TargetError } from './target-error.ts'
import { messageOf } from './target-message.ts'

/** URL and credentials of the target: a dashboard user or an API key. */
export interface TargetOptions {
  readonly url: URL
  readonly login:
    | { readonly username: string; readonly password: string }
    | { readonly apiKey: string; readonly apiSecret: string }
  readonly ca?: string | undefined
  readonly signal?: AbortSignal | undefined
}

interface TargetInfo {
  readonly url: string
  readonly version: string
  readonly edition: string
  readonly nodes: number
}

/** The REST API (`/api/v5`) of a cluster. All methods reject with a {@link TargetError}. */
export interface Target {
  readonly info: TargetInfo
  /** Masked in every message of the target, because a response may repeat the request. */
  readonly secrets: Secrets
  /** Undefined for 404. */
  find(path: string): Promise<unknown>
  /** Rejects with `not_supported` for 404. */
  get(path: string): Promise<unknown>
  send(method: 'POST' | 'PUT', path: string, body: unknown): Promise<unknown>
  /** Sends a text body. */
  sendText(method: 'PUT', path: string, text: string): Promise<unknown>
  /** Rows of a paged list. */
  pages(path: string): AsyncIterable<unknown>
  close(): void
}

/** Rows per page. EMQX accepts at most 10 000. */
const pageSize = 1000
/** Maximum pages of a list, for targets that do not count them correctly. */
const maxPages = 10_000

/**
 * Parses an address as users type it: `http://emqx:18083`, with or without `/api/v5`.
 * @throws {TargetError}
 */
export function readTargetUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new TargetError('refused', 'the address of the target must be a URL such as http://emqx:18083')
  if (url.username !== '' || url.password !== '')
    throw new TargetError(
      'refused',
      'the address of the target must not contain a password. Enter the password separately',
    )
  const path = url.pathname.replace(/\/(api\/v5)?\/?$/, '')
  return new URL(`${url.origin}${path}/`)
}

/** Signs in and reads the nodes. */
export async function openTarget({ url, login, ca, signal }: TargetOptions): Promise<Target> {
  const client = createHttpClient({ url, ca, signal })
  const secrets = createSecrets()
  let authorization = ''

  const signIn = async () => {
    if ('apiKey' in login) {
      authorization = `Basic ${Buffer.from(`${login.apiKey}:${login.apiSecret}`).toString('base64')}`
      return
    }
    const { status, body } = await client.call({
      method: 'POST',
      path: '/api/v5/login',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: login.username, password: login.password }),
    })
    const token = field(body, 'token')
    if (status !== 200 || typeof token !== 'string')
      throw new TargetError('not_allowed', `sign-in failed: ${messageOf(status, body)}`, { status })
    authorization = `Bearer ${token}`
  }

  /** Signs in again once if the token has expired. The rejected call had no effect. */
  const call = async (method: string, path: string, type?: string, body?: string): Promise<HttpReply> => {
    const once = () =>
      client.call({
        method,
        path: `/api/v5${path}`,
        headers: { authorization, ...(type !== undefined && { 'content-type': type }) },
        ...(body !== undefined && { body }),
      })
    const reply = await once()
    if (reply.status !== 401 || 'apiKey' in login) return reply
    await signIn()
    return once()
  }

  const good = ({ status, body }: HttpReply): unknown => {
    if (status >= 200 && status < 300) return body
    const reason = status === 404 ? 'not_supported' : status === 401 || status === 403 ? 'not_allowed' : 'refused'
    throw new TargetError(reason, messageOf(status, body, secrets.hide), { status })
  }

  const get = async (path: string) => good(await call('GET', path))

  try {
    await signIn()
    const info = describe(url, await get('/nodes'))
    return {
      info,
      secrets,
      get,
      find: async (path) => {
        const reply = await call('GET', path)
        return reply.status === 404 ? undefined : good(reply)
      },
      send: async (method, path, body) => good(await call(method, path, 'application/json', JSON.stringify(body))),
      sendText: async (method, path, text) => good(await call(method, path, 'text/plain', text)),
      async *pages(path) {
        for (let page = 1; page <= maxPages; page++) {
          const body = await get(`${path}${path.includes('?') ? '&' : '?'}page=${page}&limit=${pageSize}`)
          const data = field(body, 'data')
          if (!Array.isArray(data)) throw new TargetError('refused', `${path} returned an unexpected response`)
          yield* data
          if (data.length < pageSize) return
        }
        throw new TargetError('refused', `${path} returned too many pages`)
      },
      close: client.close,
    }
  } catch (error) {
    client.close()
    throw error
  }
}

/** @throws {TargetError} if it is not a cluster */
function describe(url: URL, nodes: unknown): TargetInfo {
  const all: readonly unknown[] = Array.isArray(nodes) ? nodes : []
  const running = all.find((one) => typeof field(one, 'version') === 'string') ?? all[0]
  if (running === undefined) throw new TargetError('refused', `${url.origin} does not respond like EMQX 5`)
  return {
    url: url.href.replace(/\/$/, ''),
    version: String(field(running, 'version') ?? ''),
    edition: String(field(running, 'edition') ?? ''),
    nodes: all.length,
  }
}

export const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name] // checked to be an object
    : undefined
