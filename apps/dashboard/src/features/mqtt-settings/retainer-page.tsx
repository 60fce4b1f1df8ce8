import { retainer, toComponents } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { SettingsPage } from '../../schema-form/index.ts'
import { PageHeader } from '../../ui/index.ts'
import { formMessages } from './form-messages.ts'
import { retainerQuery } from './message-queries.ts'
import { saveRetainer } from './queries.ts'

const document = { components: { schemas: toComponents([retainer]) } }
/** There is only one backend, and its index cannot be selected. */
const hidden = ['backend.type', 'backend.enable', 'backend.index_specs']

export default function RetainerPage() {
  const { retained, session } = useMessages(formMessages)
  const groups = useMemo(
    () => [
      {
        title: retained.storage,
        fields: [
          'enable',
          'backend.storage_type',
          'msg_expiry_interval',
          'msg_clear_interval',
          'msg_expiry_interval_override',
          'allow_never_expire',
          'stop_publish_clear_msg',
        ],
      },
      {
        title: retained.limits,
        fields: ['backend.max_retained_messages', 'max_payload_size', 'max_publish_rate', 'delivery_rate'],
      },
    ],
    [retained],
  )
  const hints = useMemo(
    () => ({
      msg_expiry_interval: retained.zeroNoExpiry,
      msg_clear_interval: retained.zeroNoClearing,
      'backend.max_retained_messages': session.zeroUnlimited,
      max_payload_size: session.zeroUnlimited,
    }),
    [retained, session],
  )
  return (
    <SettingsPage
      header={<PageHeader />}
      root="retainer"
      document={document}
      component="retainer.retainer"
      query={retainerQuery}
      change={saveRetainer}
      groups={groups}
      hide={hidden}
      hints={hints}
    />
  )
}
