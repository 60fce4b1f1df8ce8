import { useMemo } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { SettingsPage } from '../../schema-form/index.ts'
import { Button, PageHeader, useGo, usePageIsAvailable } from '../../ui/index.ts'
import { withNamedFiles } from './log-form.ts'
import { logSettingsQuery, saveLogSettings } from './queries.ts'
import { settingsMessages } from './settings-messages.ts'

export default function LogSettingsPage() {
  const texts = useMessages(settingsMessages)
  const go = useGo()
  const hasPage = usePageIsAvailable()
  const groups = useMemo(
    () => [
      { title: texts.console, fields: ['console'] },
      { title: texts.files, fields: ['file'] },
      { title: texts.throttling, fields: ['throttling'] },
      { title: texts.audit, fields: ['audit'] },
    ],
    [texts],
  )
  return (
    <SettingsPage
      header={
        <PageHeader
          actions={hasPage('/log/follow') && <Button onClick={() => go({ to: '/log/follow' })}>{texts.liveLog}</Button>}
        />
      }
      root="log"
      component="/configs/log"
      query={logSettingsQuery}
      change={saveLogSettings}
      shape={withNamedFiles}
      groups={groups}
    />
  )
}
