import { useMemo } from 'react'
import { QueryView, useData } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { isRecord } from '../../lib/json-path.ts'
import { SettingsPage } from '../../schema-form/index.ts'
import { FamilyHeader, Skeleton } from '../../ui/index.ts'
import { logFamily } from './families.ts'
import { withNamedFiles } from './log-form.ts'
import { logFilesQuery, logSettingsQuery, saveLogSettings } from './queries.ts'
import { settingsMessages } from './settings-messages.ts'

const withoutAudit = ['audit']

export default function LogSettingsPage() {
  const texts = useMessages(settingsMessages)
  const settings = useData(logSettingsQuery, undefined)
  const files = useData(logFilesQuery, undefined)
  const groups = useMemo(
    () => [
      { title: texts.console, fields: ['console'] },
      { title: texts.files, fields: ['file'] },
      { title: texts.throttling, fields: ['throttling'] },
      { title: texts.audit, fields: ['audit'] },
    ],
    [texts],
  )
  // This server has no audit log yet and refuses to turn it on; it is the one whose files can be followed.
  const isAudited = isRecord(settings.data?.audit) && settings.data.audit.enable === true
  const hide = isAudited || (files.data && !files.data.files) ? undefined : withoutAudit
  const isKnown = files.data !== undefined || files.error !== undefined
  if (!isKnown || settings.data === undefined)
    return (
      <>
        <FamilyHeader family={logFamily} />
        <QueryView query={settings} skeleton={<Skeleton height={420} />}>
          {() => <Skeleton height={420} />}
        </QueryView>
      </>
    )
  return (
    <SettingsPage
      header={<FamilyHeader family={logFamily} />}
      root="log"
      component="/configs/log"
      query={logSettingsQuery}
      change={saveLogSettings}
      shape={withNamedFiles}
      groups={groups}
      {...(hide && { hide })}
    />
  )
}
