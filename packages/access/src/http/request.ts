import type { HttpRequest } from '@mqdeck/drivers'
import { type Lookup, parseTemplate, SettingsError, type Template, templateText } from '@mqdeck/kit'
import { unknownPlaceholder } from '../placeholders.ts'

export interface RequestSettings {
  readonly method: 'get' | 'post'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, string>> | undefined
}

/** Settings from which the request for each client is rendered. */
export interface RequestTemplate {
  /** `https://host:8443` */
  readonly origin: string
  /** @throws {Error} with a sentence if values of the client result in an invalid request */
  readonly render: (lookup: Lookup) => HttpRequest
}

type Pair = readonly [name: Template, value: Template]

/**
 * As in EMQX: placeholders in the path and in the names and values of the query and the body. A missing value is an
 * empty text. In a GET, the fields of the body are added to the query. @param names the available placeholders
 * @throws {SettingsError}
 */
export function parseRequest(
  { method, url, headers, body = {} }: RequestSettings,
  names: readonly string[],
): RequestTemplate {
  refuseUnknown('url', url, names)
  for (const [name, value] of Object.entries(body)) {
    refuseUnknown(`body.${name}`, name, names)
    refuseUnknown(`body.${name}`, value, names)
  }
  const [, base = '', path = '', query = ''] = /^([a-z]+:\/\/[^/?#]*)([^?#]*)(?:\?([^#]*))?/i.exec(url) ?? []
  const { origin } = new URL(base)
  const pathTemplate = parseTemplate(path === '' ? '/' : path)
  const queryPairs = toPairs(decodedPairs(query))
  const bodyPairs = toPairs(Object.entries(body))
  const sent = lowerCased(headers)
  if (method === 'get') {
    // There is no content; EMQX takes the header away, too.
    delete sent['content-type']
    const all = [...queryPairs, ...bodyPairs]
    return { origin, render: (lookup) => ({ method: 'GET', path: pathWith(lookup, all), headers: sent }) }
  }
  sent['content-type'] ??= 'application/json'
  const write = writerFor(sent['content-type'])
  return {
    origin,
    render: (lookup) => ({
      method: 'POST',
      path: pathWith(lookup, queryPairs),
      headers: sent,
      body: write(bodyPairs, lookup),
    }),
  }

  function pathWith(lookup: Lookup, pairs: readonly Pair[]): string {
    const rendered = pathTemplate.parts
      .map((part) =>
        typeof part === 'string' ? encodedLiteral(part) : percentEncoded(bytesOf(lookup(part.path, part.name))),
      )
      .join('')
    // Dots cannot be encoded: servers take %2e for one. A client named `..` would ask for another's page.
    if (rendered.split('/').some((segment) => segment === '.' || segment === '..'))
      throw new Error('the placeholders in the path would change the target of the request')
    return pairs.length === 0 ? rendered : `${rendered}?${formEncoded(pairs, lookup)}`
  }
}

function writerFor(contentType: string): (pairs: readonly Pair[], lookup: Lookup) => string {
  if (/^application\/json\b/i.test(contentType)) return json
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) return formEncoded
  throw new SettingsError('headers', 'content-type must be application/json or application/x-www-form-urlencoded')
}

const json = (pairs: readonly Pair[], lookup: Lookup): string =>
  JSON.stringify(Object.fromEntries(pairs.map((pair) => pair.map((part) => unicode(rendered(part, lookup))))))

const formEncoded = (pairs: readonly Pair[], lookup: Lookup): string =>
  pairs.map((pair) => pair.map((part) => percentEncoded(rendered(part, lookup))).join('=')).join('&')

const rendered = ({ parts }: Template, lookup: Lookup): Buffer =>
  Buffer.concat(parts.map((part) => bytesOf(typeof part === 'string' ? part : lookup(part.path, part.name))))

function bytesOf(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value
  return Buffer.from(value === undefined ? '' : templateText(value))
}

/** RFC 3986, 2.3: all but the unreserved characters; it means the same in a path, a query and a form. */
const percentEncoded = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[^A-Za-z0-9\-_.~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)

/** Encodes only characters that a path cannot contain, because other characters may be encoded already. */
const encodedLiteral = (text: string): string =>
  text.replaceAll(/[^\x21-\x7e]+/g, (some) => percentEncoded(Buffer.from(some)))

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function unicode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new Error('a value is not UTF-8 and cannot be sent as JSON')
  }
}

const decodedPairs = (query: string): readonly (readonly [string, string])[] =>
  query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const end = pair.indexOf('=')
      return end < 0 ? [decoded(pair), ''] : [decoded(pair.slice(0, end)), decoded(pair.slice(end + 1))]
    })

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

const toPairs = (pairs: readonly (readonly [string, string])[]): readonly Pair[] =>
  pairs.map(([name, value]) => [parseTemplate(name), parseTemplate(value)])

const lowerCased = (headers: RequestSettings['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

function refuseUnknown(field: string, text: string, names: readonly string[]): void {
  const unknown = unknownPlaceholder(text, names)
  if (unknown !== undefined) throw new SettingsError(field, `the placeholder \${${unknown}} is not available here`)
}
