import { slowSubscriptionSettings, toComponents } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { SettingsPage } from '../../schema-form/index.ts'
import { FamilyHeader } from '../../ui/index.ts'
import { checkThreshold } from './check-threshold.ts'
import { slowSubscriptionFamily } from './family.ts'
import { messages } from './messages.ts'
import { saveSlowSettings, slowSettingsQuery } from './queries.ts'

const document = { components: { schemas: toComponents([slowSubscriptionSettings]) } }

export default function SlowSettingsPage() {
  const { settings } = useMessages(messages)
  const groups = useMemo(
    () => [
      { title: settings.measuring, fields: ['enable', 'threshold', 'stats_type'] },
      { title: settings.list, fields: ['top_k_num', 'expire_interval'] },
    ],
    [settings],
  )
  const hints = useMemo(() => ({ threshold: settings.threshold }), [settings])
  return (
    <SettingsPage
      header={<FamilyHeader family={slowSubscriptionFamily} />}
      root="slow_subs"
      document={document}
      component="slow_subs.slow_subs"
      query={slowSettingsQuery}
      change={saveSlowSettings}
      groups={groups}
      hints={hints}
      check={checkThreshold}
    />
  )
}
