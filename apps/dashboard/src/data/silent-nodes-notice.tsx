import type { NodeInfo } from '@mqdeck/contract'
import { useSyncExternalStore } from 'react'
import { defineMessages, useFormat, useMessages } from '../i18n/index.ts'
import { Notice } from '../ui/index.ts'
import { useConnection } from './connection.tsx'
import styles from './query-view.module.css'
import type { SilentNode } from './silent-nodes.ts'

function useSilentNodes(): readonly SilentNode[] {
  const { silent } = useConnection()
  return useSyncExternalStore(silent.subscribe, silent.get)
}

/**
 * The state of a node: the other nodes report one that has just died as running until they notice, so that what this server
 * finds out counts then.
 */
export function useNodeState(): (
  node: Pick<NodeInfo, 'node' | 'node_status'>,
) => NodeInfo['node_status'] | 'notResponding' {
  const silent = useSilentNodes()
  return ({ node, node_status }) =>
    node_status === 'running' && silent.some((one) => one.node === node) ? 'notResponding' : node_status
}

/** Above totals of the cluster: which nodes they do not include. */
export function SilentNodesNotice() {
  const texts = useMessages(messages)
  const format = useFormat()
  const silent = useSilentNodes()
  if (silent.length === 0) return null
  return (
    <div className={styles.note} role="status">
      <Notice tone="amber">
        {silent.map(({ node, since }) => (
          <div key={node}>{texts.incomplete(node, format.dateTime(since))}</div>
        ))}
      </Notice>
    </div>
  )
}

const messages = defineMessages({
  en: {
    incomplete: (node: string, time: string) =>
      `${node} has not responded since ${time}. Cluster totals may not include it.`,
  },
  zh: {
    incomplete: (node, time) => `${node} 自 ${time} 起无响应，集群总计可能不包含该节点。`,
  },
})
