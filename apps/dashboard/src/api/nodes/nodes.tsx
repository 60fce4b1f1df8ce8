import { listNodes, type NodeInfo } from '@mqdeck/contract'
import { dash, defineNames, type Format, useFormat, useMessages } from '../../i18n/index.ts'
import { parseByteSize } from '../../lib/numbers/byte-size.ts'
import { byNode } from '../../lib/text/by-name.ts'
import { LimitBar, StatusDot } from '../../ui/index.ts'
import { defineQuery } from '../query.ts'
import { refreshIntervals } from '../refresh.ts'
import { useNodeState } from './silent-nodes-notice.tsx'

/** The nodes of the cluster, sorted by name. Several features share the answer. */
export const nodesQuery = defineQuery<undefined, readonly NodeInfo[]>({
  name: 'nodes',
  load: async (call, _, signal) => {
    const nodes = await call(listNodes, { signal })
    return nodes.toSorted(byNode)
  },
  poll: 'chosen',
  interval: refreshIntervals.nodes,
  minInterval: () => 10_000,
})

/** The same data, refreshed less often, for pages that only need the node names. */
export const knownNodesQuery = defineQuery<undefined, readonly NodeInfo[]>({
  ...nodesQuery,
  minInterval: () => 30_000,
})

/** Stopped nodes are grey here: pages that judge the impact use colours. */
export function NodeStatus({ status, node }: { readonly status: NodeInfo['node_status']; readonly node: string }) {
  const texts: Readonly<Record<string, string>> = useMessages(nodeStatusMessages)
  const state = useNodeState()({ node, node_status: status })
  const tone = state === 'running' ? 'accent' : state === 'notResponding' ? 'amber' : 'grey'
  return <StatusDot tone={tone}>{texts[state] ?? state}</StatusDot>
}

/** Used and total memory. */
export function NodeMemory({ node: { memory_used, memory_total } }: { readonly node: NodeInfo }) {
  const { bytes } = useFormat()
  const used = parseByteSize(memory_used)
  return used === undefined ? dash : <LimitBar value={used} limit={parseByteSize(memory_total)} formatValue={bytes} />
}

/** Load averages over 1, 5 and 15 minutes: `2.10 / 1.68 / 3.30`, with fixed decimals. */
export function loadText({ load1, load5, load15 }: NodeInfo): string {
  if (load1 === undefined) return dash
  return [load1, load5, load15].map((load) => load?.toFixed(2) ?? dash).join(' / ')
}

/** Connected clients / all clients with a session: `62 / 63`. */
export function connectionsText({ live_connections, connections }: NodeInfo, format: Format): string {
  return live_connections === undefined ? dash : `${format.number(live_connections)} / ${format.number(connections)}`
}

export const nodeStatusMessages = defineNames({
  en: { running: 'Running', stopped: 'Stopped', notResponding: 'Not responding' },
  zh: { running: '运行中', stopped: '已停止', notResponding: '无响应' },
})
