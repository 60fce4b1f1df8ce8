import { delayed, toComponents } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { SettingsPage } from '../../schema-form/index.ts'
import { PageHeader } from '../../ui/index.ts'
import { formMessages } from './form-messages.ts'
import { delayedQuery } from './message-queries.ts'
import { saveDelayed } from './queries.ts'

const document = { components: { schemas: toComponents([delayed]) } }
const groups = [{ fields: ['enable', 'max_delayed_messages'] }]

export default function DelayedPage() {
  const { session } = useMessages(formMessages)
  const hints = useMemo(() => ({ max_delayed_messages: session.zeroUnlimited }), [session])
  return (
    <SettingsPage
      header={<PageHeader />}
      root="delayed"
      document={document}
      component="modules.delayed"
      query={delayedQuery}
      change={saveDelayed}
      groups={groups}
      hints={hints}
    />
  )
}
