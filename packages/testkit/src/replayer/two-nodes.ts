import { isRecord } from '@mqdeck/contract'
import { type ApiDocument, pathOf } from './api-document.ts'
import { itemTemplates, nameIn } from './collections.ts'
import { envelopeOf } from './lists.ts'
import { onAllNodes, type Recordings, recordedGets } from './resources.ts'

export const nodeNames = ['emqx@127.0.0.1', 'emqx2@127.0.0.1']

/**
 * Recordings of a cluster of two nodes, in one of its two states. Fewer paths were recorded than for one node: lists
 * get the recorded items, or the rows of the single node, with an entry for each node where there is one.
 * @param base responses of one node
 * @param isSeeded whether the single node went through the recorded conversation, as the two nodes did; otherwise only
 *   node-related responses are replaced
 */
export function clusterRecordings(
  state: 'running' | 'node2_stopped',
  document: ApiDocument,
  base: Recordings,
  isSeeded: boolean,
): Recordings {
  const all = recordedGets('cluster2', document, (name) => name.startsWith(`cluster2/${state}_`))
  const found = new Map([...all].filter(([path]) => isSeeded || !isMade(path, document)))
  found.delete('/clients_v2')
  const recorded = new Set(found.keys())
  const lists = [...base].filter(([path]) => state === 'running' && !found.has(path) && !path.startsWith('/monitor'))
  for (const [path, value] of lists) {
    const list = envelopeOf(value)
    if (list?.rows.some((row) => 'node_status' in row || 'node_metrics' in row))
      found.set(path, list.pack(list.rows.map((row) => onAllNodes(row, nodeNames))))
  }
  // Three of the clients were recorded. The others are on the other node.
  const [here, there] = [envelopeOf(base.get('/clients')), envelopeOf(found.get('/clients'))]
  if (here && there) {
    const ids = there.rows.map(({ clientid }) => clientid)
    found.set('/clients', here.pack([...there.rows, ...here.rows.filter(({ clientid }) => !ids.includes(clientid))]))
  }
  return withItems(found, recorded, document)
}

/** Whether a path returns objects created through the API, or clients. */
function isMade(key: string, document: ApiDocument): boolean {
  const first = `/${key.split(/[/?]/)[1]}`
  return (
    ['/clients', '/subscriptions', '/topics', '/mqtt', '/sessions_count'].includes(first) ||
    document.operations(first)?.has('POST') === true
  )
}

/** Recorded items of lists that were not recorded. */
function withItems(found: Recordings, recorded: ReadonlySet<string>, document: ApiDocument): Recordings {
  const all = new Map(found)
  for (const [template, { collection, by }] of itemTemplates(document)) {
    const path = collection
    const list = envelopeOf(all.get(path))
    if (!list || recorded.has(path)) continue
    const rows = list.rows.map((row) => {
      const item = all.get(pathOf(template, Object.fromEntries(by.map((param) => [param, nameIn(row, param)]))))
      const isWhole = isRecord(item) && Object.keys(row).every((key) => key in item)
      return isWhole ? item : row
    })
    all.set(path, list.pack(rows))
  }
  return all
}
