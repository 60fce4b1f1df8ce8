import { useMemo } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { formMessages } from './form-messages.ts'
import { otherFields, sessionFields } from './mqtt-fields.ts'
import { ZonePage } from './zone-page.tsx'

export default function SessionPage() {
  const { session } = useMessages(formMessages)
  const groups = useMemo(
    () => [
      { title: session.session, fields: sessionFields.session },
      { title: session.delivery, fields: sessionFields.delivery },
      { title: session.queue, fields: sessionFields.queue },
    ],
    [session],
  )
  return (
    <ZonePage
      root="mqtt"
      component="emqx.mqtt"
      groups={groups}
      hiddenOn="/mqtt/general"
      bySchema={(document) => ({ hide: otherFields(document) })}
    />
  )
}
