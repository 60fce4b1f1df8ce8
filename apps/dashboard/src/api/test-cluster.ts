import type { Answers } from './render-page.tsx'

/**
 * For tests: recorded answers of a cluster of two nodes, `emqx@127.0.0.1` and `emqx2@127.0.0.1`, by `GET /path` for
 * `renderPage`; with the second node down when `stopped`.
 * @throws without the recordings, because nothing would be tested
 */
export const recordedCluster = ({ stopped = false }: { readonly stopped?: boolean } = {}): Promise<Answers> =>
  recordedAnswers('cluster2', (name) => name.startsWith(stopped ? 'node2_stopped_' : 'running_'))

/** The same for any file in `conformance/contract/recorded`, e.g. `get-seeded`, or for some of its recordings. */
export async function recordedAnswers(
  family: string,
  isWanted: (name: string) => boolean = () => true,
): Promise<Answers> {
  const reader = Object.values(readers)[0]
  if (!reader)
    throw new Error('packages/testkit/src/recordings/contract-folder.ts, which reads the recordings, is not there')
  const { readContractLines } = await reader()
  const recordings = readContractLines(`recorded/${family}.jsonl`).filter(({ name }) => isWanted(name))
  return Object.fromEntries(
    Object.entries(groupByPath(recordings)).map(([path, own]) => [path, (url: URL) => toResponse(own, url)]),
  )
}

interface Recording {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly body: unknown
}

function groupByPath(recordings: readonly Recording[]): Readonly<Record<string, readonly Recording[]>> {
  const groups: Record<string, readonly Recording[]> = {}
  for (const recording of recordings) {
    const { pathname } = new URL(recording.path, 'http://broker')
    const path = `${recording.method} ${decodeURIComponent(pathname).replace('/api/v5', '')}`
    groups[path] = [...(groups[path] ?? []), recording]
  }
  return groups
}

/** The recording with the same search parameters, or the first one. */
function toResponse(recordings: readonly Recording[], url: URL): Response {
  const found = recordings.find(({ path }) => new URL(path, url).search === url.search) ?? recordings[0]
  return Response.json(found?.body, { status: found?.status ?? 404 })
}

interface ContractFolder {
  readonly readContractLines: (path: string) => readonly Recording[]
}

// Imported by a glob pattern, which TypeScript does not follow: the file reader needs Node's types, this folder has browser types.
const readers = import.meta.glob<ContractFolder>('../../../../packages/testkit/src/recordings/contract-folder.ts')

/** For tests: many nodes as in `GET /nodes`, some of them down. */
export const manyNodes = (count: number, stopped: readonly number[] = []): readonly object[] =>
  Array.from({ length: count }, (_, index) => {
    const node = `emqx${index + 1}@10.0.0.${index + 1}`
    const role = index < 3 ? 'core' : 'replicant'
    return stopped.includes(index + 1)
      ? { node, node_status: 'stopped', role }
      : { node, node_status: 'running', role, version: '5.8.9', uptime: 1000, connections: 1, live_connections: 1 }
  })
