import { ConnectionPanel } from './connection-panel.tsx'
import { MessagesPanel } from './messages-panel.tsx'
import { PublishPanel } from './publish-panel.tsx'
import { SubscriptionsPanel } from './subscriptions-panel.tsx'
import styles from './websocket.module.css'
import type { Bench, Workbench } from './workbench.ts'

/** One connection with its subscriptions, what it publishes, and its messages. */
export function BenchView({ bench, workbench }: { readonly bench: Bench; readonly workbench: Workbench }) {
  return (
    <div className={styles.bench}>
      <ConnectionPanel bench={bench} workbench={workbench} />
      <div className={styles.columns}>
        <div className={styles.side}>
          <SubscriptionsPanel bench={bench} />
          <PublishPanel bench={bench} />
        </div>
        <MessagesPanel bench={bench} />
      </div>
    </div>
  )
}
