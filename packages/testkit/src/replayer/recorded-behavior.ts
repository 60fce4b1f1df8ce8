import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '@mqdeck/contract'
import type { Json } from '../recordings/json.ts'
import { type Recording, recordings } from '../recordings/recordings.ts'
import type { ApiDocument, Route } from './api-document.ts'
import type { Row } from './lists.ts'

export interface Recorded extends Recording {
  readonly route: Route
  readonly query: string
}

/** Knowledge derived from the recordings: how EMQX rejects requests, and which fields it adds. */
export interface RecordedBehavior {
  readonly all: readonly Recorded[]
  /** Successful response to the identical call. */
  success(method: string, route: Route, body: unknown): Recorded | undefined
  /** Error response to the identical call, if it does not depend on the state. */
  mistake(method: string, route: Route, body: unknown): Recorded | undefined
  /** Response without a body to calls like this: `PUT /rules/{id}/metrics/reset` -> 204. */
  plain(method: string, template: string): Recorded | undefined
  /** Response if the object does not exist. Undefined if not recorded for this kind of object. */
  missing(template: string, params: Route['params']): Json | undefined
  /** Response if the object exists already. */
  duplicate(template: string): Recorded | undefined
  /** Rows that EMQX created from bodies, those most similar to `like` first. */
  createdRows(template: string, like: Json): readonly Row[]
}

export function learn(document: ApiDocument): RecordedBehavior {
  const all = ['seed', 'errors'].flatMap(recordings).flatMap((one) => toRecorded(one, document))
  const same = (method: string, route: Route, body: unknown) =>
    all.filter((one) => one.method === method && one.route.path === route.path && isDeepStrictEqual(one.request, body))
  return {
    all,
    success: (method, route, body) => same(method, route, body).find(({ status }) => status < 300),
    mistake: (method, route, body) => same(method, route, body).find(isAlwaysWrong),
    plain(method, template) {
      const last = template.slice(template.lastIndexOf('/'))
      const fitting = all.filter((one) => one.method === method && one.status < 300 && one.body === undefined)
      const isAlike = (one: Recorded) =>
        one.route.template.endsWith(last) && !last.startsWith('/{') && last !== '/users'
      const start = template.replace(/^\/(actions|sources|connectors|bridges)\//, '/connectors/')
      return (
        fitting.find(({ route }) => route.template === template || route.template === start) ?? fitting.find(isAlike)
      )
    },
    missing(template, params) {
      const found = all.filter(
        ({ status, route, body }) =>
          status === 404 && isRecord(body) && familyOf(route.template) === familyOf(template),
      )
      const pieces = (values: Route['params']) => Object.values(values).flatMap((value) => value.split(':'))
      const wanted = pieces(params)
      const like = found.find(({ route }) => pieces(route.params).length === wanted.length)
      if (!like || !isRecord(like.body)) return undefined
      const old = pieces(like.route.params)
      const message = old.reduce(
        (text, piece, index) => text.replace(new RegExp(`(?<!\\w)${quoted(piece)}(?!\\w)`), () => wanted[index] ?? ''),
        String(like.body.message),
      )
      return { ...like.body, message }
    },
    duplicate: (template) =>
      all.find(
        ({ method, route, status, body }) =>
          method === 'POST' && route.template === template && status >= 400 && saysDuplicate(body),
      ),
    createdRows(template, like) {
      const lists = ['get-seeded', 'seed'].flatMap(recordings).flatMap((one) => toRecorded(one, document))
      const answers = lists.filter(
        ({ method, route, status }) => method === 'POST' && route.template === template && status < 300,
      )
      const rows = answers.flatMap(({ body }) => (isRecord(body) ? [body] : []))
      const score = (row: Row) =>
        Number(row.type === like.type) * 2 +
        Number(row.mechanism === like.mechanism && row.backend === like.backend) * 2 +
        Number((row.enable ?? true) === (like.enable ?? true)) * 8 +
        Number(row.status === 'connected') * 4
      return [...rows].sort((a, b) => score(b) - score(a))
    },
  }
}

export const toRecorded = (one: Recording, document: ApiDocument): readonly Recorded[] => {
  const [path = '', query = ''] = one.path.split('?', 2)
  const route = document.route(path)
  return route ? [{ ...one, route, query: queryKey(new URLSearchParams(query)) }] : []
}

/** Part of a query that changes more than the page. */
export function queryKey(query: URLSearchParams): string {
  const kept = [...query].filter(([name]) => name !== 'page' && name !== 'limit')
  return kept
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

/** Actions, sources and connectors share the same "not found" messages, as do an item and paths below it. */
const familyOf = (template: string) =>
  template.replace(/^\/sources\//, '/actions/').match(/^\/[^/{]+(\/sources|\/retainer)?/)?.[0]

const saysDuplicate = (body: unknown) =>
  isRecord(body) && /exist|already/i.test(`${body.code} ${body.message}`) && !/not exist/i.test(String(body.message))

/** Rejected because of the request itself, not because of the state. */
const isAlwaysWrong = ({ status, body, method }: Recorded) =>
  [400, 401, 412].includes(status) && method !== 'GET' && method !== 'DELETE' && !saysDuplicate(body)

const quoted = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
