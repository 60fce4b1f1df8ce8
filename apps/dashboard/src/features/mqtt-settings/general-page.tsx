import { useMemo } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { checkAttributes } from './check-attributes.ts'
import { formMessages } from './form-messages.ts'
import { allSessionFields, generalFields } from './mqtt-fields.ts'
import { ZonePage } from './zone-page.tsx'

export default function GeneralPage() {
  const { general } = useMessages(formMessages)
  const groups = useMemo(
    () => [
      { title: general.limits, fields: generalFields.limits },
      { title: general.features, fields: generalFields.features },
      { title: general.connection, fields: generalFields.connection },
      { title: general.identity, fields: generalFields.identity },
      { title: general.protocol, fields: generalFields.protocol },
    ],
    [general],
  )
  return (
    <ZonePage
      root="mqtt"
      component="emqx.mqtt"
      groups={groups}
      hide={allSessionFields}
      hiddenOn="/mqtt/session"
      check={checkAttributes}
    />
  )
}
