import { isRecord } from '@mqdeck/contract'
import type { Json } from '../recordings/json.ts'
import { type Recording, recordings } from '../recordings/recordings.ts'
import type { ApiDocument, Route } from './api-document.ts'
import { envelopeOf, type Row } from './lists.ts'
import { toRecorded } from './recorded-behavior.ts'

/** All resources by path. */
export interface Resources {
  /** @param query as returned by `queryKey`; responses to other queries do not match */
  read(path: string, query?: string): unknown
  isChanged(path: string): boolean
  write(path: string, value: unknown): void
  /** Also removes everything below the path. */
  remove(path: string): void
  /** Undefined if the path is not a list. */
  rows(path: string): readonly Row[] | undefined
  /** Keeps the wrapper of the list. */
  changeRows(path: string, change: (rows: readonly Row[]) => readonly Row[]): void
  /** Text that is not JSON: `/configs`, `/prometheus/stats`, `/status`. */
  text(path: string): string | undefined
}

export type Recordings = ReadonlyMap<string, unknown>

export interface WorldParts {
  readonly base: Recordings
  /** Differences between the cluster and one node. Evaluated on each request, because nodes start and stop. */
  readonly cluster: () => Recordings
  readonly texts: ReadonlyMap<string, string>
}

export function createWorld({ base, cluster, texts }: WorldParts): Resources {
  const changed = new Map<string, unknown>()
  const removed = new Set<string>()
  const read = (path: string, query = ''): unknown => {
    if (changed.has(path)) return changed.get(path)
    if ([...removed].some((gone) => path === gone || path.startsWith(`${gone}/`))) return undefined
    const key = query === '' ? path : `${path}?${query}`
    return cluster().get(key) ?? base.get(key)
  }
  const isMap = (path: string) => path === '/schema_registry_external'
  return {
    read,
    isChanged: (path) => changed.has(path),
    write(path, value) {
      removed.delete(path)
      changed.set(path, value)
    },
    remove(path) {
      removed.add(path)
      for (const key of [...changed.keys()]) if (key === path || key.startsWith(`${path}/`)) changed.delete(key)
    },
    rows: (path) => envelopeOf(read(path), isMap(path))?.rows,
    changeRows(path, change) {
      const envelope = envelopeOf(read(path), isMap(path))
      if (envelope) changed.set(path, envelope.pack(change(envelope.rows)))
    },
    text: (path) => (changed.has(path) ? undefined : texts.get(path)),
  }
}

/** Successful responses of a folder by path and query. */
export function recordedGets(folder: string, document: ApiDocument, isWanted = (_: string) => true): Recordings {
  const found = recordings(folder)
    .filter(({ method, status, name }) => method === 'GET' && status === 200 && isWanted(name))
    .flatMap((one) => toRecorded(one, document))
  return new Map(found.map(({ route, query, body }) => [keyOf(route, query), body]))
}

const keyOf = (route: Route, query: string) => (query === '' ? route.path : `${route.path}?${query}`)

/** Error responses of a folder by path: missing objects, disabled features. */
export function recordedRefusals(
  folder: string,
  document: ApiDocument,
  isWanted = (_: string) => true,
): ReadonlyMap<string, Recording> {
  const found = recordings(folder)
    .filter(({ method, status, name }) => method === 'GET' && status >= 400 && isWanted(name))
    .flatMap((one) => toRecorded(one, document))
  return new Map(found.map((one) => [keyOf(one.route, one.query), one]))
}

/** Replaces the node name in all values for the second node. Lists with one entry per node get both. */
export function onAllNodes(value: Json, nodes: readonly string[]): Json {
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (!Array.isArray(inner) || !/^node_/.test(key)) return [key, inner]
      const [first] = inner
      return [key, isRecord(first) ? nodes.map((node) => ({ ...first, node })) : inner]
    }),
  )
}
