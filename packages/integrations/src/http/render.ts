import { isSecretHeader, mask } from '@mqdeck/contract'
import { parseTemplate, ruleText, type Template } from '@mqdeck/kit/template'
import type { Data } from '../port.ts'
import { dataLookup, fill, fillBytes } from '../template.ts'

export interface HttpRequestSettings {
  /** Of the connector; its path comes before that of the action, and may have place holders, too. */
  readonly url: string
  readonly connectorHeaders: Readonly<Record<string, string>>
  readonly method: string
  readonly path?: string | undefined
  readonly headers: Readonly<Record<string, string>>
  /** Everything that the rule has selected unless given. */
  readonly body?: string | undefined
}

export interface RenderedRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With its query; both encoded. */
  readonly path: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/**
 * How an action makes requests of data; isomorphic, so that a page shows what the broker would send.
 * The answer throws a sentence for data that cannot become a request.
 */
export function httpRequests(settings: HttpRequestSettings): (data: Data) => RenderedRequest {
  const path = parseTemplate(joined(pathOf(settings.url), settings.path ?? ''))
  const headers = parseHeaders({ ...lowerCased(settings.connectorHeaders), ...lowerCased(settings.headers) })
  const body = settings.body === undefined ? undefined : parseTemplate(settings.body)
  const method = settings.method.toUpperCase() as RenderedRequest['method'] // the choices of the field, in capitals
  // As EMQX, which sends no content with these.
  const hasBody = method === 'POST' || method === 'PUT'
  return (data) => ({
    method,
    path: renderPath(path, data),
    headers: renderHeaders(headers, data),
    ...(hasBody && { body: body ? fillBytes(body, data) : ruleText(data) }),
  })
}

/** As it was written: place holders may stand in it. */
function pathOf(url: string): string {
  const [, path = ''] = /^[a-z]+:\/\/[^/?#]*([^#]*)/i.exec(url) ?? []
  return path.startsWith('/') ? path : `/${path}`
}

/** With one slash between the two. */
function joined(base: string, path: string): string {
  if (path === '') return base
  return `${base.replace(/\/$/, '')}/${path.replace(/^\//, '')}`
}

/** Values keep their slashes, as topics have them, and cannot begin a query or lead to another place. */
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

/** Halves of characters, which JSON can have, become the replacement character: nothing else could stand for them. */
const percentEncoded = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'))

type Headers = readonly (readonly [name: Template, value: Template])[]

const parseHeaders = (headers: Readonly<Record<string, string>>): Headers =>
  Object.entries(headers).map(([name, value]) => [parseTemplate(name), parseTemplate(value)])

function renderHeaders(headers: Headers, data: Data): Record<string, string> {
  return Object.fromEntries(
    headers.map(([nameTemplate, valueTemplate]) => {
      const name = fill(nameTemplate, data).toLowerCase()
      const value = fill(valueTemplate, data)
      // RFC 9110, 5.1 and 5.5; more than Latin 1 cannot be sent.
      if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) throw new Error('the name of a header has invalid characters')
      if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) throw new Error(`the header ${name} has invalid characters`)
      return [name, value]
    }),
  )
}

/** With `******` where a secret stands. */
export const withoutSecrets = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, isSecretHeader(name) ? mask : value]))

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
