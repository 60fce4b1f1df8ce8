import { IconWebhook } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useEdition, useIsViewer } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { SettingsPage } from '../../schema-form/index.ts'
import { Button, PageHeader, useGo } from '../../ui/index.ts'
import { erlangTexts } from './erlang-texts.ts'
import { alarmMessages } from './messages.ts'
import { alarmSettingsQuery, saveAlarmSettings, saveSysmon, sysmonQuery } from './settings-queries.ts'

/** Alarm thresholds and handling: two configuration roots, each with its own form. */
export default function AlarmSettingsPage() {
  const texts = useMessages(alarmMessages)
  const isErlang = useEdition() !== 'mqdeck'
  const thresholds = useMemo(
    () => [
      { title: texts.groups.os, fields: ['os'] },
      { title: isErlang ? texts.groups.erlang : texts.groups.vm, fields: ['vm'] },
      {
        title: texts.groups.other,
        fields: ['mnesia_tm_mailbox_size_alarm_threshold', 'broker_pool_mailbox_size_alarm_threshold'],
      },
    ],
    [texts, isErlang],
  )
  const handling = useMemo(
    () => [{ title: texts.groups.handling, fields: ['actions', 'size_limit', 'validity_period'] }],
    [texts],
  )
  return (
    <SettingsPage
      header={<PageHeader actions={<CreateWebhook />} />}
      root="sysmon"
      component="/configs/sysmon"
      query={sysmonQuery}
      change={saveSysmon}
      groups={thresholds}
      {...(isErlang && { texts: erlangTexts })}
      below={
        <SettingsPage
          header={null}
          root="alarm"
          component="/configs/alarm"
          query={alarmSettingsQuery}
          change={saveAlarmSettings}
          groups={handling}
          withJson={false}
        />
      }
    />
  )
}

/** Opens the form for a webhook that is called when alarms are activated or deactivated. */
function CreateWebhook() {
  const texts = useMessages(alarmMessages)
  const go = useGo()
  const open = () => go({ to: '/webhook/create', search: { trigger: 'alarm' } })
  if (useIsViewer()) return null
  return (
    <Button icon={<IconWebhook size={16} aria-hidden />} onClick={open}>
      {texts.newWebhook}
    </Button>
  )
}
