import { IconWebhook } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useIsViewer } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { SettingsPage } from '../../schema-form/index.ts'
import { Button, FamilyHeader, Stack, useGo } from '../../ui/index.ts'
import { alarmFamily } from './families.ts'
import { alarmMessages } from './messages.ts'
import { alarmSettingsQuery, saveAlarmSettings, saveSysmon, sysmonQuery } from './settings-queries.ts'

/** What is watched, from when on it is an alarm, and what happens then: two roots, each with a form of its own. */
export default function AlarmSettingsPage() {
  const { settings: texts } = useMessages(alarmMessages)
  const watched = useMemo(
    () => [
      { title: texts.os, fields: ['os'] },
      { title: texts.vm, fields: ['vm'] },
      {
        title: texts.other,
        fields: ['mnesia_tm_mailbox_size_alarm_threshold', 'broker_pool_mailbox_size_alarm_threshold'],
      },
    ],
    [texts],
  )
  const handling = useMemo(
    () => [{ title: texts.handling, fields: ['actions', 'size_limit', 'validity_period'] }],
    [texts],
  )
  return (
    <Stack gap={4}>
      <div>
        <SettingsPage
          header={<FamilyHeader family={alarmFamily} actions={<CallWebhook />} />}
          root="sysmon"
          component="/configs/sysmon"
          query={sysmonQuery}
          change={saveSysmon}
          groups={watched}
        />
      </div>
      <div>
        <SettingsPage
          header={null}
          root="alarm"
          component="/configs/alarm"
          query={alarmSettingsQuery}
          change={saveAlarmSettings}
          groups={handling}
          withJson={false}
        />
      </div>
    </Stack>
  )
}

/** Where a webhook begins that is called when alarms come and go. */
function CallWebhook() {
  const { settings: texts } = useMessages(alarmMessages)
  const go = useGo()
  const open = () => go({ to: '/webhook/create', search: { trigger: 'alarm' } })
  if (useIsViewer()) return null
  return (
    <Button icon={<IconWebhook size={16} aria-hidden />} onClick={open}>
      {texts.callWebhook}
    </Button>
  )
}
