import { useMemo } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { formMessages } from './form-messages.ts'
import { ZonePage } from './zone-page.tsx'

export default function ForceShutdownPage() {
  const { forceShutdown, session } = useMessages(formMessages)
  const groups = useMemo(
    () => [{ fields: ['enable'] }, { title: forceShutdown.limits, fields: ['max_mailbox_size', 'max_heap_size'] }],
    [forceShutdown],
  )
  const hints = useMemo(
    () => ({ max_mailbox_size: session.zeroUnlimited, max_heap_size: session.zeroUnlimited }),
    [session],
  )
  return <ZonePage root="force_shutdown" component="emqx.force_shutdown" groups={groups} hints={hints} />
}
