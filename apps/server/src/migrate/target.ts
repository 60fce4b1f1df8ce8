import { createHttpClient, type HttpReply } from './http-client.ts'
import { createSecrets, type Secrets } from './secrets.ts'
import { TargetError } from './target-error.ts'
import { messageOf } from './target-message.ts'

/** Where to, and as whom: a user of the dashboard, or an API key. */
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

/** The REST API (`/api/v5`) of a cluster. Everything rejects with a {@link TargetError}. */
export interface Target {
  readonly info: TargetInfo
  /** Masked in every message of the target: an answer may repeat what was sent. */
  readonly secrets: Secrets
  /** Undefined for 404. */
  find(path: string): Promise<unknown>
  /** What must be there: 404 is `not_supported`. */
  get(path: string): Promise<unknown>
  send(method: 'POST' | 'PUT', path: string, body: unknown): Promise<unknown>
  /** A body of text. */
  sendText(method: 'PUT', path: string, text: string): Promise<unknown>
  /** Lists answered in pages. */
  pages(path: string): AsyncIterable<unknown>
  close(): void
}

/** Rows of a page; EMQX takes 10 000 at most. */
const pageSize = 1000
/** Of a list; more come from a target that does not count them. */
const mostPages = 10_000

/**
 * Reads an address as somebody types it: `http://emqx:18083`, with or without `/api/v5`.
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

/** Signs in and asks what is there. */
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

  /** A token that is over is got anew once: a refused call did nothing. */
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
        for (let page = 1; page <= mostPages; page++) {
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

/** @throws {TargetError} when this is something else than a cluster */
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
    ? (value as Readonly<Record<string, unknown>>)[name] // an object has been found out
    : undefined
