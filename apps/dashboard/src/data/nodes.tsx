import { listNodes, type NodeInfo } from '@mqdeck/contract'
import { defineMessages, useMessages } from '../i18n/index.ts'
import { StatusDot } from '../ui/index.ts'
import { defineQuery } from './query.ts'

/** The nodes of the cluster, by name; several features ask for them, and share the answer. */
export const nodesQuery = defineQuery<undefined, readonly NodeInfo[]>({
  name: 'nodes',
  load: async (call, _, signal) => {
    const nodes = await call(listNodes, { signal })
    return nodes.toSorted((a, b) => a.node.localeCompare(b.node))
  },
  poll: 'chosen',
  atMostEvery: () => 10_000,
})

export function NodeStatus({ status }: { readonly status: NodeInfo['node_status'] }) {
  const texts = useMessages(nodeStatusMessages)
  return <StatusDot tone={status === 'running' ? 'accent' : 'red'}>{texts[status]}</StatusDot>
}

export const nodeStatusMessages = defineMessages({
  en: { running: 'Running', stopped: 'Stopped' },
  zh: { running: '运行中', stopped: '已停止' },
})
