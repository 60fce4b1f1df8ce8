import { IconPlus } from '@tabler/icons-react'
import { useConnection } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, PageHeader, Stack, StatusDot, Tabs } from '../../ui/index.ts'
import { connectionMessages } from './connection/connection-messages.ts'
import { ConnectionPanel } from './connection/connection-panel.tsx'
import { type ConnectionTab, type ConnectionTabs, maxTabs, tabsOf } from './connection/connection-tabs.ts'
import { useTabName } from './connection/use-tab-name.ts'
import { connectionFieldMessages, stateTones, useValue } from './index.ts'
import { MessagesPanel } from './messages/messages-panel.tsx'
import { PublishPanel } from './publish/publish-panel.tsx'
import { SubscriptionsPanel } from './subscriptions/subscriptions-panel.tsx'
import styles from './websocket.module.css'

export default function WebSocketPage() {
  const texts = useMessages(connectionMessages)
  const connectionTabs = tabsOf(useConnection().session)
  const tabs = useValue(connectionTabs.tabs)
  const activeId = useValue(connectionTabs.activeId)
  const [first] = tabs
  const shown = tabs.find(({ id }) => id === activeId) ?? first
  if (!shown) return null
  const view = <ConnectionTabView key={shown.id} tab={shown} connectionTabs={connectionTabs} />
  const isFull = tabs.length >= maxTabs
  return (
    <>
      <PageHeader
        title={texts.title}
        description={isFull ? `${texts.description} ${texts.connectionLimit(maxTabs)}` : texts.description}
        actions={
          <Button icon={<IconPlus size={16} aria-hidden />} disabled={isFull} onClick={() => connectionTabs.add()}>
            {texts.newConnection}
          </Button>
        }
      />
      {tabs.length === 1 ? (
        view
      ) : (
        <Tabs
          label={texts.connections}
          value={String(shown.id)}
          onChange={(id) => connectionTabs.activeId.set(Number(id))}
          tabs={tabs.map((tab) => ({ value: String(tab.id), label: <TabLabel tab={tab} /> }))}
        >
          {view}
        </Tabs>
      )}
    </>
  )
}

function TabLabel({ tab }: { readonly tab: ConnectionTab }) {
  const { states } = useMessages(connectionFieldMessages)
  const state = useValue(tab.connection.state)
  const name = useTabName(tab)
  return (
    <StatusDot tone={stateTones[state]}>
      {name} · {states[state]}
    </StatusDot>
  )
}

/** One connection with its subscriptions, publish form and messages. */
function ConnectionTabView({
  tab,
  connectionTabs,
}: {
  readonly tab: ConnectionTab
  readonly connectionTabs: ConnectionTabs
}) {
  return (
    <Stack gap={4}>
      <ConnectionPanel tab={tab} connectionTabs={connectionTabs} />
      <div className={styles.columns}>
        <Stack gap={4}>
          <SubscriptionsPanel tab={tab} />
          <PublishPanel tab={tab} />
        </Stack>
        <MessagesPanel tab={tab} />
      </div>
    </Stack>
  )
}
