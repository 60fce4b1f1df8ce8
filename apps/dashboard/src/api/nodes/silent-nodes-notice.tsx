import type { NodeInfo } from '@mqdeck/contract'
import { useSyncExternalStore } from 'react'
import { defineMessages, useFormat, useMessages } from '../../i18n/index.ts'
import { Notice } from '../../ui/index.ts'
import { useConnection } from '../connection.tsx'
import styles from '../query-view.module.css'
import type { SilentNode } from './silent-nodes.ts'

function useSilentNodes(): readonly SilentNode[] {
  const { silent } = useConnection()
  return useSyncExternalStore(silent.subscribe, silent.get)
}

/**
 * The state of a node. Other nodes report a failed node as running until they notice, so the state found by this
 * server overrides it.
 */
export function useNodeState(): (
  node: Pick<NodeInfo, 'node' | 'node_status'>,
) => NodeInfo['node_status'] | 'notResponding' {
  const silent = useSilentNodes()
  return ({ node, node_status }) =>
    node_status === 'running' && silent.some((one) => one.node === node) ? 'notResponding' : node_status
}

/** Shown above totals of the cluster: the nodes they may not include. */
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
