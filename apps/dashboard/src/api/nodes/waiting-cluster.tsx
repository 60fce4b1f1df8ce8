import { getStatus } from '@mqdeck/contract'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { defineMessages, useFormat, useMessages } from '../../i18n/index.ts'
import { Notice, toast } from '../../ui/index.ts'
import { useConnection } from '../connection.tsx'
import { deployment } from '../deployment/deployment.ts'
import styles from '../query-view.module.css'

/** Shown by the shell while the cluster waits for a node that does not respond. */
export function WaitingClusterNotice() {
  const texts = useMessages(messages)
  const format = useFormat()
  const { silent, storedAt } = useConnection()
  const nodes = useSyncExternalStore(silent.subscribe, silent.get).map(({ node }) => node)
  const time = useSyncExternalStore(storedAt.subscribe, storedAt.get)
  useWaitingChange(nodes.join(', '))
  return (
    <div role="status">
      {time !== undefined && nodes.length > 0 && (
        <div className={styles.outage}>
          <Notice tone="amber">{texts.stored(nodes.join(', '), format.time(time))}</Notice>
        </div>
      )}
    </div>
  )
}

/** Milliseconds without an answer to a change until its reason is looked for, and between two requests that report it. */
const slowChange = 2000

/** Reports the silent nodes during a change without an answer, above dialogs, too. */
function useWaitingChange(nodes: string): void {
  const texts = useMessages(messages)
  const { pendingChange, call } = useConnection()
  const since = useSyncExternalStore(pendingChange.subscribe, pendingChange.get)
  const [slowSince, setSlowSince] = useState<number>()
  useEffect(() => {
    if (since === undefined || !deployment.isProxy) return
    // A node answers this without the others. The response names the silent nodes.
    const ask = () => call(getStatus).catch(() => {})
    const timer = setInterval(() => {
      setSlowSince(since)
      void ask()
    }, slowChange)
    return () => clearInterval(timer)
  }, [since, call])
  const isWaiting = since !== undefined && since === slowSince && nodes !== ''
  useEffect(() => (isWaiting ? toast.during(texts.change(nodes)) : undefined), [isWaiting, texts, nodes])
}

const messages = defineMessages({
  en: {
    stored: (nodes: string, time: string) =>
      `Node ${nodes} does not respond. The cluster waits for it. Showing data from ${time}.`,
    change: (nodes: string) =>
      `Node ${nodes} does not respond. The cluster waits for it before it completes the change.`,
  },
  zh: {
    stored: (nodes, time) => `节点 ${nodes} 无响应，集群正在等待该节点。当前显示的是 ${time} 的数据。`,
    change: (nodes) => `节点 ${nodes} 无响应，集群等待该节点后才能完成更改。`,
  },
})
