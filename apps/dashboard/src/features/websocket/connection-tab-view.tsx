import { ConnectionPanel } from './connection-panel.tsx'
import type { ConnectionTab, ConnectionTabs } from './connection-tabs.ts'
import { MessagesPanel } from './messages-panel.tsx'
import { PublishPanel } from './publish-panel.tsx'
import { SubscriptionsPanel } from './subscriptions-panel.tsx'
import styles from './websocket.module.css'

/** One connection with its subscriptions, publish form and messages. */
export function ConnectionTabView({
  tab,
  connectionTabs,
}: {
  readonly tab: ConnectionTab
  readonly connectionTabs: ConnectionTabs
}) {
  return (
    <div className={styles.tab}>
      <ConnectionPanel tab={tab} connectionTabs={connectionTabs} />
      <div className={styles.columns}>
        <div className={styles.side}>
          <SubscriptionsPanel tab={tab} />
          <PublishPanel tab={tab} />
        </div>
        <MessagesPanel tab={tab} />
      </div>
    </div>
  )
}
