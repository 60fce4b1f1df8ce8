import { useMemo } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { SettingsPage } from '../../schema-form/index.ts'
import { PageHeader } from '../../ui/index.ts'
import { formMessages } from './form-messages.ts'
import { saveSysTopics, sysTopicsQuery } from './queries.ts'

const events = ['client_connected', 'client_disconnected', 'client_subscribed', 'client_unsubscribed']

export default function SystemTopicsPage() {
  const { systemTopics } = useMessages(formMessages)
  const groups = useMemo(
    () => [
      { title: systemTopics.intervals, fields: ['sys_msg_interval', 'sys_heartbeat_interval'] },
      { title: systemTopics.events, fields: events.map((event) => `sys_event_messages.${event}`) },
    ],
    [systemTopics],
  )
  return (
    <SettingsPage
      header={<PageHeader />}
      root="sys_topics"
      component="/configs/sys_topics"
      query={sysTopicsQuery}
      change={saveSysTopics}
      groups={groups}
    />
  )
}
