import type { Turn } from '@mqdeck/broker'
import { type endpoints, type Handlers, ok, type PageMeta } from '@mqdeck/contract'
import type { Configuration } from '../../broker-config/configuration.ts'
import type { Author } from '../../broker-config/history.ts'
import type { RootName } from '../../broker-config/roots.ts'
import { nameOf } from '../../http/identity.ts'
import type { Call } from '../../http/mount.ts'

/** Handlers of the endpoints of one resource. */
export type HandlersOf<Resource extends keyof typeof endpoints> = Handlers<(typeof endpoints)[Resource], Call>

/** User and call, for the history. */
export const authorOf = ({ identity }: Call, call: string): Author => ({
  by: nameOf(identity),
  call,
  isApiKey: identity.kind === 'key',
})

export interface Paging {
  readonly page: number
  readonly limit: number
}

interface PageOptions<T, R> {
  /**
   * Number of rows. `count`: the rows must be counted. `none`: EMQX does not count rows for substring filters
   * (`like_clientid`, `match_topic`). In both other cases, iteration stops after the page and `hasnext` are known.
   */
  readonly total: number | 'count' | 'none'
  readonly toRow: (item: T) => R
  /** For an unlimited number of rows, which are iterated in slices. */
  readonly turn?: Turn
}

/** One numbered page of `rows`. Undefined items are not rows but points where the iteration may pause. */
export async function toPage<T extends object | string | number, R>(
  rows: Iterable<T | undefined>,
  { page, limit }: Paging,
  { total, toRow, turn }: PageOptions<T, R>,
): Promise<{ data: R[]; meta: PageMeta }> {
  const start = (page - 1) * limit
  const data: R[] = []
  let seen = 0
  for (const item of rows) {
    if (turn?.spend()) await turn.next()
    if (item === undefined) continue
    if (seen >= start && data.length < limit) data.push(toRow(item))
    seen += 1
    if (total !== 'count' && seen > start + limit) break
  }
  const hasnext = seen > start + limit
  const count = total === 'count' ? seen : total
  return { data, meta: { ...(count !== 'none' && { count }), hasnext, limit, page } }
}

/**
 * Handlers that return and replace the settings of one root.
 * @param path of the endpoint, for the history
 */
export function rootEndpoints<N extends RootName>(configuration: Configuration, name: N, path: string) {
  const get = () => ok(configuration.shown(name))
  return {
    get,
    update: async ({ body }: { readonly body: unknown }, call: Call) => {
      await configuration.update({ [name]: body }, authorOf(call, `PUT ${path}`))
      return get()
    },
  }
}

/** Items that pass all tests, and undefined for the others, so that iteration over many items can pause there. */
export function* filter<T>(items: Iterable<T>, tests: readonly ((item: T) => boolean)[]): Generator<T | undefined> {
  for (const item of items) yield tests.every((test) => test(item)) ? item : undefined
}

/** A list of tests without those whose parameter is missing. */
export function given<T>(
  ...tests: readonly (((item: T) => boolean) | undefined | false)[]
): readonly ((item: T) => boolean)[] {
  return tests.filter((test) => typeof test === 'function')
}

/** Milliseconds since the epoch in EMQX's format: `2026-11-21T07:57:24.514+00:00`. */
export const toRfc3339 = (milliseconds: number): string => new Date(milliseconds).toISOString().replace('Z', '+00:00')

/** Seconds since the epoch: `2026-11-21T07:57:34+00:00`. */
export const secondsToRfc3339 = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, '+00:00')
