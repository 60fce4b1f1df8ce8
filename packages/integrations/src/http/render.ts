import { hideSecrets, isSecretHeader, mask } from '@mqdeck/contract'
import { parseTemplate, ruleText, type Template } from '@mqdeck/kit/template'
import type { Data } from '../port.ts'
import { dataLookup, fill, fillBytes } from '../template.ts'

export interface HttpRequestSettings {
  /** URL of the connector. Its path is the prefix of each action's path. Placeholders are allowed. */
  readonly url: string
  readonly connectorHeaders: Readonly<Record<string, string>>
  readonly method: string
  readonly path?: string | undefined
  readonly headers: Readonly<Record<string, string>>
  /** Default: the complete result of the rule. */
  readonly body?: string | undefined
}

export interface RenderedRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Encoded path and query. */
  readonly path: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/**
 * Renders the requests of an action. Isomorphic, so that a page can show a preview. The returned function throws for
 * data that cannot become a request.
 */
export function httpRequests(settings: HttpRequestSettings): (data: Data) => RenderedRequest {
  const path = parseTemplate(joined(pathOf(settings.url), settings.path ?? ''))
  const headers = parseHeaders({ ...lowerCased(settings.connectorHeaders), ...lowerCased(settings.headers) })
  const body = settings.body === undefined ? undefined : parseTemplate(settings.body)
  const method = settings.method.toUpperCase() as RenderedRequest['method'] // the choices of the field in upper case
  // EMQX sends no body with the other methods.
  const hasBody = method === 'POST' || method === 'PUT'
  return (data) => ({
    method,
    path: renderPath(path, data),
    headers: renderHeaders(headers, data),
    ...(hasBody && { body: body ? fillBytes(body, data) : ruleText(data) }),
  })
}

/** Not parsed as a URL, because it can contain placeholders. */
function pathOf(url: string): string {
  const [, path = ''] = /^[a-z]+:\/\/[^/?#]*([^#]*)/i.exec(url) ?? []
  return path.startsWith('/') ? path : `/${path}`
}

/** With exactly one slash in between. */
function joined(base: string, path: string): string {
  if (path === '') return base
  return `${base.replace(/\/$/, '')}/${path.replace(/^\//, '')}`
}

/** Slashes of values are kept, because topics contain them. Values cannot start a query or leave the path. */
function renderPath({ parts }: Template, data: Data): string {
  const lookup = dataLookup(data)
  let isQuery = false
  let text = ''
  for (const part of parts) {
    if (typeof part === 'string') {
      isQuery ||= part.includes('?')
      text += part.replaceAll(/[^\x21-\x7e]+/g, percentEncoded)
      continue
    }
    const value = lookup(part.path, part.name)
    const shown = percentEncoded(value === undefined ? 'undefined' : ruleText(value))
    text += isQuery ? shown : shown.replaceAll('%2F', '/')
  }
  const [path = ''] = text.split('?', 1)
  if (path.split('/').some((segment) => segment === '.' || segment === '..'))
    throw new Error('the path of the request leaves the URL of the connector')
  return text
}

/** JSON can contain half of a surrogate pair. It becomes the replacement character. */
const percentEncoded = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'))

type Headers = readonly (readonly [name: Template, value: Template])[]

const parseHeaders = (headers: Readonly<Record<string, string>>): Headers =>
  Object.entries(headers).map(([name, value]) => [parseTemplate(name), parseTemplate(value)])

function renderHeaders(headers: Headers, data: Data): Record<string, string> {
  return Object.fromEntries(
    headers.map(([nameTemplate, valueTemplate]) => {
      const name = fill(nameTemplate, data).toLowerCase()
      const value = fill(valueTemplate, data)
      // RFC 9110, 5.1 and 5.5. Headers can only contain Latin-1 characters.
      if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) throw new Error('the name of a header has invalid characters')
      if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) throw new Error(`the header ${name} has invalid characters`)
      return [name, value]
    }),
  )
}

/** The request as pages and traces show it. */
export function shownRequest<R extends Pick<RenderedRequest, 'path' | 'headers'> & { readonly body?: unknown }>(
  request: R,
): R {
  const { path, headers, body } = request
  const shown = Object.entries(headers).map(([name, value]) => [name, isSecretHeader(name) ? mask : value])
  return {
    ...request,
    path: hideSecrets(path),
    headers: Object.fromEntries(shown),
    ...(typeof body === 'string' && { body: hideSecrets(body) }),
  }
}

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
