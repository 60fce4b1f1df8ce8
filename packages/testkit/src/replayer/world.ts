import { listContractTexts, readContractText } from '../recordings/contract-folder.ts'
import { isObject, type Json } from '../recordings/json.ts'
import { type Recording, recordings } from '../recordings/recordings.ts'
import type { ApiDocument, Route } from './api-document.ts'
import { toRecorded } from './learned.ts'
import { envelopeOf, type Row } from './lists.ts'

/** All that can be fetched, by its address. */
export interface World {
  /** @param query as `queryKey` gives it; an answer to another query is none */
  read(path: string, query?: string): unknown
  isChanged(path: string): boolean
  write(path: string, value: unknown): void
  /** Also all that is below it. */
  remove(path: string): void
  /** Undefined when there is no list at this address. */
  rows(path: string): readonly Row[] | undefined
  /** Keeps how the list is packed. */
  changeRows(path: string, change: (rows: readonly Row[]) => readonly Row[]): void
  /** Text that is no JSON: `/configs`, `/prometheus/stats`, `/status`. */
  text(path: string): string | undefined
}

export type Recordings = ReadonlyMap<string, unknown>

export interface WorldParts {
  readonly base: Recordings
  /** Where the cluster differs from one node: asked anew each time, because nodes come and go. */
  readonly cluster: () => Recordings
  readonly texts: ReadonlyMap<string, string>
}

export function createWorld({ base, cluster, texts }: WorldParts): World {
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

/** The good answers of a folder, by address and query. */
export function recordedGets(folder: string, document: ApiDocument, isWanted = (_: string) => true): Recordings {
  const found = recordings(folder)
    .filter(({ method, status, name }) => method === 'GET' && status === 200 && isWanted(name))
    .flatMap((one) => toRecorded(one, document))
  return new Map(found.map(({ route, query, body }) => [keyOf(route, query), body]))
}

const keyOf = (route: Route, query: string) => (query === '' ? route.path : `${route.path}?${query}`)

/** What was refused in a folder, by address: what is not there, what is switched off. */
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

/** Answers that were kept as text, by address: `prometheus_data_integration.txt` is `/prometheus/data_integration`. */
export function recordedTexts(folder: string): ReadonlyMap<string, string> {
  return new Map(
    listContractTexts(`recorded/${folder}`).map((file) => [
      `/${file.replace('.txt', '').replace('_', '/')}`,
      readContractText('recorded', folder, file),
    ]),
  )
}

/** Every name of the node in a value that two nodes have: one entry a node in lists by node. */
export function onAllNodes(value: Json, nodes: readonly string[]): Json {
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (!Array.isArray(inner) || !/^node_/.test(key)) return [key, inner]
      const [first] = inner
      return [key, isObject(first) ? nodes.map((node) => ({ ...first, node })) : inner]
    }),
  )
}
